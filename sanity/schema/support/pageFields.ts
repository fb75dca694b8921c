import {
  type ConditionalPropertyCallbackContext,
  type CustomValidatorResult,
  defineArrayMember,
  defineField,
  type FieldDefinition,
  getPublishedId,
  type SanityDocumentLike,
  type ValidationContext,
} from 'sanity'
import {isObject} from '../../../lib/json.ts'
import {isRoute, pageId, routes} from '../../../lib/routes.ts'
import {apiVersion} from '../../env.ts'
import {isFixedDocument} from '../../fixedDocuments.ts'
import {perspectiveBeside} from '../../health/contentDocuments.ts'
import {parseSection} from '../../projections/section.ts'
import {type Ability, hasAbility} from '../../roles/abilities.ts'
import {hint, label} from './bilingual.ts'

/** `readOnly` of types whose documents are fixed: a stray document, reached by a hand-made URL, cannot be edited. */
export function readOnlyIfStray({document}: Pick<ConditionalPropertyCallbackContext, 'document'>): boolean {
  return document !== undefined && !isFixedDocument(document._type, getPublishedId(document._id))
}

/** `readOnly` of fields that need an ability. The lake enforces the same. */
export function readOnlyUnless(ability: Ability) {
  return ({currentUser}: Pick<ConditionalPropertyCallbackContext, 'currentUser'>): boolean =>
    !hasAbility(currentUser, ability)
}

interface RouteFieldOptions {
  name?: string
  title: string
  description: string
  required?: boolean
  readOnly?: boolean
  group?: string
}

/** Options of every route field. `studio/inputs/withInputs.ts` recognizes route fields by this very array. */
export const routeList = [...routes]

const missing = hint('请从列表中选择一个页面。', 'Choose a page from the list.')

/** A page of the site, chosen from the list of routes. */
export function routeField({name = 'route', required, ...field}: RouteFieldOptions): FieldDefinition {
  return defineField({
    ...field,
    name,
    type: 'string',
    options: {list: routeList, layout: 'dropdown'},
    validation: (rule) => (required ? rule.required().error(missing) : rule),
  })
}

interface NamedStep {
  scenario?: {_ref?: string}
  step?: number
}

const countQuery = `count(*[_id == $id][0].steps)`

/** Rule for a link's step, for `.warning()`: the scenario has so many, as it will be with the document's release and all drafts. */
async function stepExists(
  demo: NamedStep | undefined,
  {parent, document, getClient}: Pick<ValidationContext, 'parent' | 'document' | 'getClient'>,
): Promise<CustomValidatorResult> {
  const {scenario, step} = demo ?? {}
  if (!isObject(parent) || parent.route !== '/demo' || scenario?._ref === undefined || step === undefined) return true
  const count = await getClient({apiVersion}).fetch<number | null>(
    countQuery,
    {id: scenario._ref},
    {perspective: perspectiveBeside(document?._id)},
  )
  if (count === null || step <= count) return true
  const message = hint(
    `这个场景只有 ${count} 步，链接会打开最后一步：请改步数。`,
    `This scenario has ${count} steps, and the link opens the last one: change the number.`,
  )
  return {message, path: ['step']}
}

/** A step of the demo, for links to the demo page. */
export const demoField = defineField({
  name: 'demo',
  title: label('演示的哪一步', 'Step of the demo'),
  type: 'demoStep',
  description: hint(
    '链接承诺什么，就打开哪一步；不选则打开演示页。',
    'The step that the link promises; without one the demo page opens at its start.',
  ),
  // A step left from a link to the demo is checked, too: an error must not stand where nobody can mend it.
  hidden: ({parent, value}) => parent?.route !== '/demo' && !value,
  validation: (rule) => rule.custom(stepExists).warning(),
})

/** A section of the page that a link opens, chosen by its heading (`studio/inputs/SectionInput.tsx`). */
export const sectionField = defineField({
  name: 'section',
  title: label('页面里的哪一段', 'Section of the page'),
  type: 'string',
  description: hint(
    '点击后直接翻到这一段，之后移动它、改它的标题都不影响；不选则从页首打开。',
    'The page opens at this section, wherever it is moved and however it is headed later; without one it opens at its top.',
  ),
  // The demo has steps instead.
  hidden: ({parent}) => !parent?.route || parent.route === '/demo',
  validation: (rule) => rule.custom(sectionExists).warning(),
})

const sectionGone = hint(
  '页面上没有这一段，链接会从页首打开：请重新选择，或选空白。',
  'The page has no such section, and the link opens it at its top: choose another, or the empty entry.',
)

const blocksQuery = `*[_type == "page" && route == $route][0].blocks[]{_key}`

/** Rule for a section: it is on the page to which the link leads, as that will be with the document's release and all drafts. */
async function sectionExists(
  section: string | undefined,
  {parent, document, getClient}: Pick<ValidationContext, 'parent' | 'document' | 'getClient'>,
): Promise<CustomValidatorResult> {
  const route = isObject(parent) ? parent.route : undefined
  if (section === undefined || typeof route !== 'string' || route === '/demo') return true
  const target = parseSection(section)
  if (target?.route !== route) return sectionGone
  const isOwn = document?._type === 'page' && document.route === route
  const blocks = isOwn
    ? document.blocks
    : await getClient({apiVersion}).fetch<unknown>(
        blocksQuery,
        {route},
        {perspective: perspectiveBeside(document?._id)},
      )
  const isThere = Array.isArray(blocks) && blocks.some((block) => isObject(block) && block._key === target.key)
  return isThere ? true : sectionGone
}

const message = hint(
  '这份文档不属于任何页面，不能发布。请在左侧列表中打开要修改的页面。',
  'This document belongs to no page and cannot be published. Open the page that you want to change from the list on the left.',
)

/** Rule for page documents: the id is that of the route, so that each route has exactly one page. */
export function routeMatchesId(document: SanityDocumentLike | undefined): CustomValidatorResult {
  if (document === undefined) return true
  const {route} = document
  const fits = typeof route === 'string' && isRoute(route) && pageId(route) === getPublishedId(document._id)
  return fits ? true : {message, path: ['route']}
}

const hasEmbargo = (document: Record<string, unknown> | undefined): boolean =>
  Array.isArray(document?.middleware) && document.middleware.includes('embargo')

const isOpen = hint(
  '这个时间已经过去，所以访客现在看得到这个页面。',
  'This time has passed, so visitors see the page now.',
)

const isToCome = (time: unknown): boolean => typeof time !== 'string' || Date.parse(time) > Date.now()

/** The page's middleware and its settings. */
export const middlewareFields = [
  defineField({
    name: 'middleware',
    title: label('访问限制', 'Access'),
    type: 'array',
    group: 'settings',
    description: hint(
      '“定时公开”：到指定时间之前，访客看到的是“找不到这个页面”，站点地图和其他页面的链接也不包含它；到时间自动公开，不必再发布。预览不受影响。由审核人或开发人员开关。',
      '“Embargo”: until the date below visitors get “This page could not be found”, and neither the sitemap nor links on other pages lead here. It opens by itself, without another publish. Previews are not affected. Reviewers and developers turn it on and off.',
    ),
    of: [defineArrayMember({type: 'string'})],
    options: {list: [{title: label('定时公开', 'Embargo'), value: 'embargo'}], layout: 'grid'},
    readOnly: readOnlyUnless('middleware'),
    validation: (rule) => rule.unique(),
  }),
  defineField({
    name: 'embargoUntil',
    title: label('公开时间', 'Embargo until'),
    type: 'datetime',
    group: 'settings',
    description: hint('按您电脑所在的时区填写。', 'In the time zone of your computer.'),
    readOnly: readOnlyUnless('middleware'),
    hidden: ({document}) => !hasEmbargo(document),
    validation: (rule) => [
      rule.custom((value, {document}) =>
        hasEmbargo(document) && !value ? hint('请填写公开时间。', 'Say when the page opens.') : true,
      ),
      rule.custom((value, {document}) => !hasEmbargo(document) || isToCome(value) || isOpen).warning(),
    ],
  }),
]
