import {ClientError, type SanityClient} from '@sanity/client'
import {type CustomValidatorResult, defineArrayMember, defineField, type ValidationContext} from 'sanity'
import {isObject} from '../../../lib/json.ts'
import {locales} from '../../../lib/locales.ts'
import {apiVersion} from '../../env.ts'
import {publishedId, releaseNameOf} from '../../health/contentDocuments.ts'
import {copyMarkPaths, markCopy, nameFields} from '../../health/placeholders.ts'
import {anchorPattern, reservedAnchors, uniqueAnchor} from '../../projections/anchor.ts'
import {refusedField} from '../../roles/uniqueFields.ts'
import {splitCells} from '../../splitCells.ts'
import {hint, label} from './bilingual.ts'
import {editorLanguageFirst} from './previews.ts'

const single = hint(
  '只有一个选择就不是选择：再加一个，或全部删去。',
  'A single choice is no choice: add another, or remove it.',
)
const deadEnd = hint(
  '至少要有一个能通过的做法，否则访客走不下去。',
  'At least one must be accepted, or the visitor is stuck.',
)

/** Rule for a step's choices: none, or several of which at least one is accepted. */
export function choicesCanContinue(choices: unknown): CustomValidatorResult {
  if (!Array.isArray(choices) || choices.length === 0) return true
  if (choices.length === 1) return single
  return choices.some((choice: {outcome?: string}) => choice.outcome === 'accepted') ? true : deadEnd
}

const rowMissing = hint(
  '画面里没有这一行：请改行数，或留空。',
  'The screen has no such row: change the number or leave it empty.',
)
const periodMissing = hint(
  '请填排程里有的时段，先后顺序也要对；别的画面请留空。',
  'Enter periods of the schedule, the earlier one first; leave them empty for other pictures.',
)

interface PlacedStep {
  picture?: {kind?: string; columns?: {zh?: string}; rows?: unknown[]; lanes?: unknown[]}[]
  choices?: {_key: string; row?: number; from?: number; to?: number}[]
}

/** Rule for a step: its choices stand in rows and periods that its screen has. */
export function choicesFitScreen(step: PlacedStep | undefined): CustomValidatorResult {
  const [picture] = step?.picture ?? []
  const isSchedule = picture?.kind === 'schedule'
  const rows = (isSchedule ? picture?.lanes : picture?.rows)?.length ?? 0
  const periods = isSchedule ? splitCells(picture?.columns?.zh).length : 0
  for (const {_key, row = 0, from, to = from} of step?.choices ?? []) {
    if (row > rows) return {message: rowMissing, path: ['choices', {_key}, 'row']}
    const isPeriod = from === undefined ? to === undefined : from <= (to ?? from) && (to ?? from) <= periods
    if (!isPeriod) return {message: periodMissing, path: ['choices', {_key}, 'from']}
  }
  return true
}

const malformed = hint(
  '请用小写英文字母开头，只含小写字母和数字，24 个以内。',
  'Begin with a lower-case letter; lower-case letters and digits only, 24 at most.',
)

/** A scenario's anchor in links to its steps: `#lims-3`. */
export const anchorField = defineField({
  name: 'anchor',
  title: label('链接名', 'Name in links'),
  type: 'string',
  description: hint(
    '出现在每一步的链接里，如 #lims-3；每个场景不同。改名以后，旧链接仍然打开这个场景，旧名字不能再给别的场景用。数字是第几步：调整顺序后，它指向排在那里的一步。',
    'Stands in the link of each step, such as #lims-3; different for each scenario. After a change old links still open this scenario, and no other may take the old name. The number counts steps: after a reorder it leads to the step that is there now.',
  ),
  validation: (rule) => [rule.required().regex(anchorPattern).error(malformed), rule.custom(anchorIsFree)],
})

/** Anchors under which the scenario was published before. The form adds them (`ScenarioInput`). */
export const formerAnchorsField = defineField({
  name: 'formerAnchors',
  title: label('以前的链接名', 'Former names in links'),
  type: 'array',
  of: [defineArrayMember({type: 'string'})],
  description: hint(
    '自动记下；带这些名字的旧链接仍然打开这个场景。',
    'Kept automatically: old links with these names still open this scenario.',
  ),
  readOnly: true,
  hidden: ({value}) => !Array.isArray(value) || value.length === 0,
})

const holdersQuery = `*[_type == "scenario" && (anchor == $anchor || $anchor in formerAnchors)]{_id, title}`

interface Holder {
  _id: string
  title?: {zh?: string; en?: string}
}

/** Rule: no other scenario, published, as a draft or in the same release, has or had the anchor. */
async function anchorIsFree(
  anchor: string | undefined,
  {document, getClient}: Pick<ValidationContext, 'document' | 'getClient'>,
): Promise<true | string> {
  if (anchor === undefined || !document || !anchorPattern.test(anchor)) return true
  if (reservedAnchors.has(anchor)) {
    return hint(
      `“${anchor}”是页面本身的链接：请另取一个。`,
      `“${anchor}” is a link of the page itself: choose another.`,
    )
  }
  // Both the published scenario and its draft hold their names, so no perspective shows all.
  const holders = await getClient({apiVersion}).fetch<Holder[]>(holdersQuery, {anchor}, {perspective: 'raw'})
  const own = releaseNameOf(document._id)
  const holder = holders.find(({_id}) => {
    const release = releaseNameOf(_id)
    return publishedId(_id) !== publishedId(document._id) && (release === undefined || release === own)
  })
  if (!holder) return true
  const title =
    editorLanguageFirst(holder.title?.zh, holder.title?.en)[0] ?? label('没有标题的场景', 'a scenario without a title')
  return hint(
    `“${anchor}”是或曾经是“${title}”的链接名，别人保存的链接指向它：请另取一个。`,
    `“${anchor}” is, or was, the name of “${title}”, and saved links lead there: choose another.`,
  )
}

interface OwnPlace {
  /** Of scenarios and modules: after all others; for a module, after those of its product. */
  order?: number
  /** Of scenarios. */
  anchor?: string
}

/** Returns the position after all others of a type, drafts included; of modules, those of one product. */
export async function nextOrder(client: SanityClient, type: string, product?: string): Promise<number> {
  const query = /* groq */ `*[_type == $type && defined(order) && (_type != "productModule" || product._ref == $product)]
    | order(order desc)[0].order`
  const params = {type, product: product ?? null}
  return ((await client.fetch<number | null>(query, params, {perspective: 'raw'})) ?? 0) + 1
}

/**
 * Returns an anchor like the wanted one that a new scenario can be published with: none of another scenario or draft, past
 * ones included, and none that the embedded lake keeps for a scenario that was deleted.
 */
export async function freeAnchor(client: SanityClient, wanted: string): Promise<string> {
  const query = /* groq */ `*[_type == "scenario"]{anchor, formerAnchors}`
  const scenarios = await client.fetch<{anchor: unknown; formerAnchors: unknown}[]>(query, {}, {perspective: 'raw'})
  const names = scenarios.flatMap(({anchor, formerAnchors}) => [anchor, formerAnchors].flat())
  const taken = new Set(names.filter((name) => typeof name === 'string'))
  for (;;) {
    const anchor = uniqueAnchor(wanted, taken)
    if (!(await isKept(client, anchor))) return anchor
    taken.add(anchor)
  }
}

/** Asks by a dry run. Somebody who may not publish gets no answer: a kept name then shows when others publish. */
async function isKept(client: SanityClient, anchor: string): Promise<boolean> {
  const scenario = {_id: crypto.randomUUID(), _type: 'scenario', anchor}
  try {
    await client.create(scenario, {dryRun: true})
    return false
  } catch (error) {
    if (error instanceof ClientError) return refusedField(error) !== undefined
    throw error
  }
}

/** Finds the place of a copy of a document, if it has one. */
export async function placeOfCopy(client: SanityClient, {_type, product, anchor}: Fields): Promise<OwnPlace> {
  if (_type !== 'scenario' && _type !== 'productModule') return {}
  const productId = isObject(product) && typeof product._ref === 'string' ? product._ref : undefined
  const order = await nextOrder(client, _type, productId)
  return _type === 'scenario' ? {order, anchor: await freeAnchor(client, String(anchor ?? ''))} : {order}
}

interface Fields {
  _type: string
  [field: string]: unknown
}

const copyMarked = hint(
  '还带着副本的记号，访客会看到：请改写。',
  'Still marked as a copy, which visitors would read: reword it.',
)

/** Rule for the name of what can be duplicated: not that of a copy. */
export function noCopyMark(name: unknown): CustomValidatorResult {
  const [locale] = copyMarkPaths({name}).map((path) => path.replace('name.', ''))
  return locale === undefined ? true : {message: copyMarked, path: [locale]}
}

/** Marks each language of a copy's name, by which lists and visitors can tell it from the original. */
function nameOfCopy(name: unknown): unknown {
  if (!isObject(name)) return name
  const marked = {...name}
  for (const locale of locales) {
    const text = name[locale]
    if (typeof text === 'string' && text !== '') marked[locale] = markCopy(text, locale)
  }
  return marked
}

/**
 * Returns a copy of a document in its own place, its name marked, without the module's route and the names that the
 * scenario had.
 */
export function duplicateOf<Document extends Fields>(document: Document, place: OwnPlace): Document {
  const copy: Document = {...document, ...place}
  for (const field of nameFields) {
    if (field in document) Object.assign(copy, {[field]: nameOfCopy(document[field])})
  }
  if (document._type === 'productModule') delete copy.route
  if (document._type === 'scenario') delete copy.formerAnchors
  return copy
}
