import {evaluateSync, parse} from 'groq-js'
import type {z} from 'zod'
import {locales} from '../../lib/locales.ts'
import {pageId, routes} from '../../lib/routes.ts'
import {blockShapes} from '../blocks/blocks.generated.ts'
import {localize} from '../localize.ts'
import {pageProjection} from '../projections/page.ts'
import {documentFindings} from './documentFindings.ts'
import {type ContentDocument, isObject} from './documents.ts'
import type {Finding} from './Finding.ts'
import {worldOf} from './World.ts'

const query = parse(`*[_type == "page" && _id in $ids]{${pageProjection}}`)

/** A page as the site's own query would bring it, in both languages. */
interface RenderedPage {
  _id: string
  blocks: readonly unknown[]
}

/** What the site would get for some pages if these documents were all that is published. */
function renderedPages(ids: readonly string[], documents: readonly ContentDocument[]): RenderedPage[] {
  const byId = new Map(documents.map((document) => [document._id, completed(document)]))
  const value = evaluateSync(query, {
    dataset: [...byId.values()],
    params: {ids},
    dereference: ({_ref}: {_ref: string}) => byId.get(_ref),
  })
  const pages: unknown = value.type === 'array' ? value.data : []
  return (Array.isArray(pages) ? pages : []).map(({_id, blocks}) => ({
    _id,
    blocks: Array.isArray(blocks) ? blocks : [],
  }))
}

/** Import files leave out what the content lake adds; the shapes ask for it. */
function completed(document: ContentDocument) {
  return {_rev: 'none', _updatedAt: '1970-01-01T00:00:00Z', ...document}
}

const shapes: ReadonlyMap<unknown, z.ZodType> = new Map(Object.entries(blockShapes))

/** A block that the site would leave out of the page, and what is wrong with it. */
interface RejectedBlock {
  path: string
  type: string
  /** `items.0.title: expected string, received null`, as the site's log has it. */
  problems: string[]
}

/** The blocks of a page that do not fit their shape in one language or the other. */
function rejectedBlocks({blocks}: RenderedPage): RejectedBlock[] {
  return blocks.flatMap((block, index) => {
    const {_key, _type: type} = isObject(block) ? block : {}
    const problems = problemsOf(block, type)
    const path = typeof _key === 'string' ? `blocks[_key=="${_key}"]` : `blocks[${index}]`
    return problems.length > 0 ? [{path, type: String(type), problems}] : []
  })
}

function problemsOf(block: unknown, type: unknown): string[] {
  const shape = shapes.get(type)
  if (!shape) return ['there is no such block']
  const issues = locales.flatMap((locale) => shape.safeParse(localize(block, locale)).error?.issues ?? [])
  return [...new Set(issues.map(({path, message}) => `${path.map(String).join('.') || 'block'}: ${message}`))]
}

/**
 * Hosted Sanity's limit of attributes for the whole dataset on its smallest plan; the next one has 10,000. From
 * https://www.sanity.io/docs/content-lake/technical-limits, read in November 2026.
 */
export const attributeLimit = 2000

/**
 * How many attributes a dataset has, counted as hosted Sanity does: each path with each kind of value once, however many
 * documents have it. Positions in a list are one path, and the list counts besides what it holds.
 */
export function attributeCount(documents: readonly unknown[]): number {
  const found = new Set<string>()
  const collect = (value: unknown, path: string): void => {
    if (path) found.add(`${path} ${kindOf(value)}`)
    if (Array.isArray(value)) for (const item of value) collect(item, `${path}[]`)
    else if (typeof value === 'object' && value !== null) {
      for (const [field, item] of Object.entries(value)) collect(item, path ? `${path}.${field}` : field)
    }
  }
  for (const document of documents) collect(document, '')
  return found.size
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float'
  return typeof value
}

/** From this share of the limit on there is a warning. */
const near = 0.8

const pageIds: ReadonlySet<string> = new Set(routes.map(pageId))

/** Everything that is to be said of a dataset, as of one moment: errors first, then document by document. */
export function datasetFindings(documents: readonly ContentDocument[], now: Date): Finding[] {
  const world = worldOf(documents, now)
  const findings = [
    ...pageSetFindings(documents),
    ...documents.flatMap((document) => documentFindings(document, world)),
    ...rejections(documents),
    ...attributeFindings(attributeCount(documents)),
  ]
  return findings.toSorted((one, other) => rank(one) - rank(other))
}

function rank({severity}: Finding): number {
  return severity === 'error' ? 0 : 1
}

function pageSetFindings(documents: readonly ContentDocument[]): Finding[] {
  const ids = new Set(documents.filter(({_type}) => _type === 'page').map(({_id}) => _id))
  const missing = routes.filter((route) => !ids.has(pageId(route)))
  return [
    ...missing.map((route): Finding => ({check: 'missingPage', severity: 'error', detail: route})),
    ...[...ids]
      .filter((id) => !pageIds.has(id))
      .map((id): Finding => ({check: 'strayPage', severity: 'warning', document: {id, type: 'page'}})),
  ]
}

/** The blocks that the site would leave out, for every page or for some. */
export function rejections(documents: readonly ContentDocument[], ids: readonly string[] = [...pageIds]): Finding[] {
  return renderedPages(ids, documents).flatMap((page) =>
    rejectedBlocks(page).map(({path, type, problems}) => ({
      ...{check: 'rejectedBlock', severity: 'error', path, detail: `${type}: ${problems.join('; ')}`},
      document: {id: page._id, type: 'page'},
    })),
  )
}

function attributeFindings(count: number): Finding[] {
  if (count <= attributeLimit * near) return []
  const detail = `${count} / ${attributeLimit}`
  return [{check: 'attributes', severity: count > attributeLimit ? 'error' : 'warning', detail}]
}
