import {isObject} from '../lib/json.ts'
import type {Locale} from '../lib/locales.ts'
import {withFilledStatement} from './claims/claimSentence.ts'

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

/**
 * Replaces each locale object of a query result by its value in a language, with Chinese as fallback, else by null: the
 * block's shape reports it. Fills the tokens of claims' statements, as only here the units of both languages are at hand.
 *
 * @example localize({title: {_type: 'localeString', zh: '关于', en: 'About'}}, 'en') // {title: 'About'}
 */
export function localize<T>(value: T, locale: Locale): Localized<T>
export function localize(value: unknown, locale: Locale): unknown {
  if (typeof value === 'string') return withoutControls(value)
  if (Array.isArray(value)) return value.map((item) => localize<unknown>(item, locale))
  if (!isObject(value)) return value
  if (isLocaleObject(value)) return localize<unknown>(firstFilled(value[locale], value.zh), locale)
  const whole = value._type === 'claim' ? withFilledStatement(value) : value
  return Object.fromEntries(Object.entries(whole).map(([key, item]) => [key, localize<unknown>(item, locale)]))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
const controls = /[\0-\x08\v\f\x0e-\x1f\x7f]/g

/** Removes characters that no HTML document can hold: browsers replace them, and hydration would fail. */
function withoutControls(text: string): string {
  return text.toWellFormed().replace(controls, '')
}

const localeNames: ReadonlySet<unknown> = new Set<LocaleName>(['localeString', 'localeText', 'localeBlocks'])

/** Returns whether a value is one text in both languages. */
export function isLocaleObject(value: object): boolean {
  return '_type' in value && localeNames.has(value._type)
}

function firstFilled(...values: unknown[]): unknown {
  return values.find((value) => (typeof value === 'string' || Array.isArray(value) ? value.length > 0 : false)) ?? null
}
