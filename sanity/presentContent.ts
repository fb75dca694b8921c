/**
 * The steps from content to what is shown, in the order of application: a query is evaluated over documents, texts with
 * placeholders are removed, a missing title is replaced, and one language is chosen. Pure: site, Studio and scripts use it.
 */
import {evaluateSync, parse} from 'groq-js'
import {isObject} from '../lib/json.ts'
import type {Locale} from '../lib/locales.ts'
import {withFilledStatement} from './claims/claimSentence.ts'
import {hasText} from './hasText.ts'
import {controls} from './health/controls.ts'
import {hasMarker} from './health/placeholders.ts'
import type {Documents} from './PublishedDocuments.ts'
import type {PageQueryResult, SiteQueryResult} from './types.generated.ts'
import {withWholeMeasures} from './wholeMeasures.ts'

type LocaleTextName = 'localeString' | 'localeText'
type LocaleName = LocaleTextName | 'localeBlocks'

/** A query result in one language: locale objects are replaced by their values. */
export type Localized<T> = T extends {_type: LocaleTextName}
  ? string
  : T extends {_type: 'localeBlocks'; zh?: infer Blocks}
    ? Localized<NonNullable<Blocks>>
    : T extends readonly (infer Item)[]
      ? Localized<Item>[]
      : T extends object
        ? {[Key in keyof T]: Localized<T[Key]>}
        : T

/** Query results in both languages. */
export type BilingualPage = NonNullable<PageQueryResult>
export type BilingualSite = SiteQueryResult

/** The same in one language, for components. */
export type PageData = Localized<BilingualPage>
export type SiteData = Localized<BilingualSite>

/** By text; the site has a handful of queries. */
const parsed = new Map<string, ReturnType<typeof parse>>()

/**
 * Evaluates a query over documents as if they were all that is published. The result shares its objects with the
 * documents: do not change it. `followed` gets the id of each reference that the query follows, found or not.
 */
export function evaluateQuery<Result>(
  documents: Documents,
  query: string,
  params: Record<string, unknown>,
  followed?: Set<string>,
): Result
// The types of results come from `npm run typegen`; groq-js knows none.
export function evaluateQuery(
  documents: Documents,
  query: string,
  params: Record<string, unknown>,
  followed = new Set<string>(),
): unknown {
  const tree = parsed.get(query) ?? parse(query)
  parsed.set(query, tree)
  const dereference = ({_ref}: {_ref: string}) => {
    followed.add(_ref)
    return documents.get(_ref)
  }
  return evaluateSync(tree, {dataset: [...documents.values()], params, dereference}).data
}

const localeNames: ReadonlySet<unknown> = new Set<LocaleName>(['localeString', 'localeText', 'localeBlocks'])

/** Returns whether a value is one text in both languages. */
export function isLocaleObject(value: object): boolean {
  return '_type' in value && localeNames.has(value._type)
}

/**
 * Removes every text that holds a placeholder from a query result, as visitors never read one. A text becomes null, in
 * either language by itself; formatted text loses the paragraph; a list loses the entry in both languages, as half an entry
 * says something else, unless only the English is lost, for which the Chinese stands in. Blocks and pages stay, without the
 * text, and so do the entries of state diagrams and scenarios: what cannot do without it is left out by its shape.
 *
 * @example withoutPlaceholders({phone: '【待填】', mail: 'mail@example.com'}) // {phone: null, mail: 'mail@example.com'}
 */
export function withoutPlaceholders<Result>(result: Result): Result
export function withoutPlaceholders(result: unknown): unknown {
  return hasMarker(result) ? strip(result).value : result
}

interface Stripped {
  value: unknown
  /** A text has lost its Chinese, or an object one of its own texts. */
  isLost: boolean
}

/** Types whose entries others name by their numbers: steps of the demo, rows in which choices stand, ends of transitions. */
const numbered: ReadonlySet<unknown> = new Set(['scenario', 'states'])

/** `isNumbered`: within one of these types, whose lists keep their entries. */
function strip(value: unknown, field?: string, isNumbered = false): Stripped {
  if (typeof value === 'string') return hasMarker(value) ? lostText : {value, isLost: false}
  if (Array.isArray(value)) {
    const kept = value.flatMap((item) => {
      const {value: rest, isLost} = strip(item, undefined, isNumbered)
      return isLost && !(isNumbered || field === 'blocks' || isPage(item)) ? [] : [rest]
    })
    return {value: kept, isLost: false}
  }
  if (!isObject(value)) return {value, isLost: false}
  if (isLocaleObject(value)) return stripLocale(value)
  const isWithin = isNumbered || numbered.has(value._type)
  const fields = Object.entries(value).map(([name, item]) => ({
    name,
    isText: isText(item),
    ...strip(item, name, isWithin),
  }))
  const shown = Object.fromEntries(fields.map(({name, value: rest}) => [name, rest]))
  return {
    value: value._type === 'screen' ? withSameRowOpen(shown, value) : shown,
    isLost: fields.some(({isText, isLost}) => isText && isLost),
  }
}

/** A screen counts to the row, or lane, that is open: the number follows that row, and is null once the row is lost. */
function withSameRowOpen(shown: Record<string, unknown>, screen: Record<string, unknown>): Record<string, unknown> {
  if (typeof screen.selected !== 'number') return shown
  const list = screen.kind === 'schedule' ? 'lanes' : 'rows'
  const keysOf = (rows: unknown) => (Array.isArray(rows) ? rows.map((row: unknown) => isObject(row) && row._key) : [])
  const key = keysOf(screen[list])[screen.selected - 1]
  const index = keysOf(shown[list]).indexOf(key)
  return {...shown, selected: index < 0 ? null : index + 1}
}

const lostText: Stripped = {value: null, isLost: true}

/** Lost without its Chinese: the English falls back to it, but Chinese pages have nothing to fall back to. */
function stripLocale(value: object): Stripped {
  if (!hasMarker(value)) return {value, isLost: false}
  const languages = Object.entries(value).flatMap(([name, text]) => {
    const rest = Array.isArray(text) ? text.filter((paragraph) => !hasMarker(paragraph)) : text
    return hasMarker(rest) || (Array.isArray(rest) && rest.length === 0) ? [] : [[name, rest] as const]
  })
  const isLost = !languages.some(([name, rest]) => name === 'zh' && rest)
  const isEmpty = !languages.some(([name, rest]) => name !== '_type' && rest)
  return isEmpty ? lostText : {value: Object.fromEntries(languages), isLost}
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null && isLocaleObject(value))
}

function isPage(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_type' in value && value._type === 'page'
}

type Text = {zh: string; en?: string}

/**
 * Ensures that a page has title and description: metadata, menus and breadcrumbs need them. Replaces a missing or invalid
 * one by the nearest text about the page, and logs it.
 */
export function withFallbacks(page: BilingualPage, site: BilingualSite): BilingualPage {
  const {module, product} = page
  const title = logIfMissing(page, 'title', page.title) ??
    textIn(module?.name) ??
    textIn(product?.name) ??
    textIn(site.settings?.siteName) ?? {zh: page.route, en: page.route}
  const description =
    logIfMissing(page, 'description', page.description) ??
    textIn(module?.summary) ??
    textIn(product?.summary) ??
    textIn(site.settings?.tagline) ??
    title
  return {...page, title: {_type: 'localeString', ...title}, description: {_type: 'localeText', ...description}}
}

function logIfMissing(page: BilingualPage, field: string, value: unknown): Text | undefined {
  const text = textIn(value)
  if (!text)
    console.error(
      `The ${field} of ${page._id} is missing or not a text. Write it in the Studio; another text of the page is shown until then.`,
    )
  return text
}

/** Text of a locale object; one language falls back to the other. */
function textIn(value: unknown): Text | undefined {
  if (!isObject(value)) return undefined
  const [zh = '', en = ''] = [value.zh, value.en].map((text) => (typeof text === 'string' && hasText(text) ? text : ''))
  if (!zh && !en) return undefined
  return en ? {zh: zh || en, en} : {zh}
}

/**
 * Replaces each locale object of a query result by its value in a language, with Chinese as fallback, else by null: the
 * block's shape reports it. A list loses such an item. Fills the tokens of claims' statements, as only here the units of both
 * languages are at hand.
 *
 * @example localize({title: {_type: 'localeString', zh: '关于', en: 'About'}}, 'en') // {title: 'About'}
 */
export function localize<T>(value: T, locale: Locale): Localized<T>
export function localize(value: unknown, locale: Locale): unknown {
  if (typeof value === 'string') return withWholeMeasures(withoutControls(value))
  if (Array.isArray(value)) {
    return value.map((item) => localize<unknown>(item, locale)).filter((item, index) => item !== null || !value[index])
  }
  if (!isObject(value)) return value
  if (isLocaleObject(value)) {
    const text = localize<unknown>([value[locale], value.zh].find(hasText) ?? null, locale)
    return value._type === 'localeString' && typeof text === 'string' ? text.replace(/[\t\r\n]+/g, ' ') : text
  }
  const whole = value._type === 'claim' ? withFilledStatement(value) : value
  return Object.fromEntries(Object.entries(whole).map(([key, item]) => [key, localize<unknown>(item, locale)]))
}

/** Removes characters that no HTML document can hold, where hydration would fail, and those that turn the text beside them. */
function withoutControls(text: string): string {
  return text.toWellFormed().replace(controls, '')
}
