import type {SanityClient} from '@sanity/client'
import {type CustomValidatorResult, defineArrayMember, defineField, type ValidationContext} from 'sanity'
import {apiVersion} from '../../env.ts'
import {publishedId} from '../../health/documents.ts'
import {anchorPattern, freshAnchor, reservedAnchors} from '../../projections/anchor.ts'
import {hint, label} from './bilingual.ts'
import {inEditorsOrder} from './previews.ts'

const single = hint('只有一个选择就不是选择：再加一个，或全部删去。', 'One choice is none: add another or remove it.')
const deadEnd = hint(
  '至少要有一个能通过的做法，否则访客走不下去。',
  'At least one must be accepted, or the visitor is stuck.',
)

/** A rule for a step's choices: there is something to choose, and a way on. */
export function choicesLeadOn(choices: unknown): CustomValidatorResult {
  if (!Array.isArray(choices) || choices.length === 0) return true
  if (choices.length === 1) return single
  return choices.some((choice: {outcome?: string}) => choice.outcome === 'accepted') ? true : deadEnd
}

const message = hint(
  '请选择谁来做这一步：图按角色分道。',
  'Choose who does this step: the picture has a lane for each role.',
)

/** A rule for a list of steps: each has a role. */
export function stepsHaveRoles(steps: unknown): CustomValidatorResult {
  const wrong = (Array.isArray(steps) ? steps : []).flatMap((step: {_key?: string; role?: unknown}, index) =>
    step.role ? [] : [{message, path: [step._key ? {_key: step._key} : index, 'role']}],
  )
  return wrong.length > 0 ? wrong : true
}

const malformed = hint(
  '请用小写英文字母开头，只含小写字母和数字，24 个以内。',
  'Begin with a lower-case letter; lower-case letters and digits only, 24 at most.',
)

/** The name by which links lead to a scenario's steps: `#lims-3`. */
export const anchorField = defineField({
  name: 'anchor',
  title: label('链接名', 'Name in links'),
  type: 'string',
  description: hint(
    '出现在每一步的链接里，如 #lims-3；每个场景不同。改名以后，旧链接仍然打开这个场景，旧名字不能再给别的场景用。数字是第几步：调整顺序后，它指向排在那里的一步。',
    'Stands in the link of each step, such as #lims-3; different for each scenario. After a change old links still open this scenario, and no other may take the old name. The number counts steps: after a reorder it leads to the step that is there now.',
  ),
  validation: (rule) => [rule.required().regex(anchorPattern).error(malformed), rule.custom(isFree)],
})

/** Names that the scenario had when it was published; the form keeps them. */
export const formerAnchorsField = defineField({
  name: 'formerAnchors',
  title: label('以前的链接名', 'Former names in links'),
  type: 'array',
  of: [defineArrayMember({type: 'string'})],
  description: hint(
    '自动记下；带这些名字的旧链接仍然打开这个场景。',
    'Kept by itself: old links with these names still open this scenario.',
  ),
  readOnly: true,
  hidden: ({value}) => !Array.isArray(value) || value.length === 0,
})

const holders = `*[_type == "scenario" && !(_id in [$id, "drafts." + $id]) && !(_id in path("versions.**"))
  && (anchor == $anchor || $anchor in formerAnchors)]{title}[0]`

interface Holder {
  title?: {zh?: string; en?: string}
}

/** No other scenario, published or draft, has the name or had it. */
async function isFree(
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
  const id = publishedId(document._id)
  const holder = await getClient({apiVersion}).fetch<Holder | null>(holders, {id, anchor}, {perspective: 'raw'})
  if (!holder) return true
  const title =
    inEditorsOrder(holder.title?.zh, holder.title?.en)[0] ?? label('没有标题的场景', 'a scenario without a title')
  return hint(
    `“${anchor}”是或曾经是“${title}”的链接名，别人保存的链接指向它：请另取一个。`,
    `“${anchor}” is, or was, the name of “${title}”, and saved links lead there: choose another.`,
  )
}

/** Where a copy of a document goes among its kind, and what it may not take over from the original. */
export interface FreePlaces {
  order: number
  /** Of scenarios: every name in links that is or was in use. */
  anchors: ReadonlySet<string>
}

/** The free places beside the documents of a type, drafts included; of modules, beside those of one product. */
export async function freePlaces(client: SanityClient, type: string, product?: string): Promise<FreePlaces> {
  const query = /* groq */ `{
    "last": *[_type == $type && defined(order) && (_type != "productModule" || product._ref == $product)] | order(order desc)[0].order,
    "anchors": *[_type == "scenario"]{anchor, formerAnchors}
  }`
  const {last, anchors} = await client.fetch<{
    last: number | null
    anchors: {anchor: unknown; formerAnchors: unknown}[]
  }>(query, {type, product: product ?? null}, {perspective: 'raw'})
  const names = anchors.flatMap(({anchor, formerAnchors}) => [anchor, formerAnchors].flat())
  return {order: (last ?? 0) + 1, anchors: new Set(names.filter((name) => typeof name === 'string'))}
}

/** The place of a new scenario: behind all others. */
export async function nextOrder(client: SanityClient): Promise<number> {
  return (await freePlaces(client, 'scenario')).order
}

/**
 * A copy that takes nothing from its original: the next place, a name in links of its own, and no page that presents the
 * original.
 */
export function asCopy<Document extends {_type: string; [field: string]: unknown}>(
  document: Document,
  {order, anchors}: FreePlaces,
): Document {
  const copy: Document = {...document, order}
  if (document._type === 'productModule') delete copy.route
  if (document._type !== 'scenario') return copy
  delete copy.formerAnchors
  return {...copy, anchor: freshAnchor(typeof document.anchor === 'string' ? document.anchor : '', anchors)}
}
