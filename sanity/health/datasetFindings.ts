import type {z} from 'zod'
import {isObject} from '../../lib/json.ts'
import {locales} from '../../lib/locales.ts'
import {pageId, routes} from '../../lib/routes.ts'
import {blockProjections, blockShapes} from '../blocks/blocks.generated.ts'
import {hasSample} from '../blocks/samples.ts'
import {evaluateQuery, localize, withoutPlaceholders} from '../presentContent.ts'
import {drawingProjection} from '../projections/drawing.ts'
import {scenarioProjection, scenarioShape} from '../projections/scenario.ts'
import type {ContentDocument} from './contentDocuments.ts'
import {checkContext, documentFindings} from './documentFindings.ts'
import type {Finding} from './Finding.ts'
import {launchFindings} from './launch.ts'

/** The pages to check, selected as `pageQuery` selects it. */
const query = /* groq */ `*[_type == "page" && _id in $ids]{
  _id, "picture": picture[0]{${drawingProjection}}, blocks[]{${blockProjections}},
  "scenarios": select(route == "/demo" => *[_type == "scenario"]{${scenarioProjection}}, [])
}`

/** A page in both languages. */
interface QueriedPage {
  _id: string
  blocks: readonly unknown[] | null
  picture: unknown
  scenarios: readonly {_id: string}[]
}

/** Queries pages as if the documents were all that is published. */
function queryPages(ids: readonly string[], documents: readonly ContentDocument[]): QueriedPage[] {
  const byId = new Map(documents.map((document) => [document._id, withSystemFields(document)]))
  return evaluateQuery<QueriedPage[]>(byId, query, {ids})
}

/** Adds the fields that the shapes require and import files lack. */
function withSystemFields(document: ContentDocument) {
  return {_rev: 'none', _updatedAt: '1970-01-01T00:00:00Z', ...document}
}

const shapes: ReadonlyMap<unknown, z.ZodType> = new Map(Object.entries(blockShapes))

/** Returns a finding for each block, and for the header's picture, that the site leaves out in at least one language. */
function blockFindings({_id, blocks, picture}: QueriedPage): Finding[] {
  const list = (blocks ?? []).map((block, index) => ({block, place: `blocks[${index}]`}))
  if (picture) list.unshift({block: picture, place: 'picture[0]'})
  return list.flatMap(({block, place}) => {
    const {_key, _type: type} = isObject(block) ? block : {}
    const path = typeof _key === 'string' && block !== picture ? `blocks[_key=="${_key}"]` : place
    return rejectionOf(block, shapes.get(type)).map(({isPlaceholder, problems}) => ({
      ...(isPlaceholder ? lostToPlaceholder : {check: 'rejectedBlock', severity: 'error'}),
      path,
      detail: `${String(type)}: ${problems}`,
      document: {id: _id, type: 'page'},
    }))
  })
}

/** Returns a finding for each scenario that the demo leaves out in at least one language. */
function scenarioFindings({scenarios}: QueriedPage): Finding[] {
  return scenarios.flatMap((scenario) =>
    rejectionOf(scenario, scenarioShape).map(({isPlaceholder, problems}) => ({
      ...(isPlaceholder ? lostToPlaceholder : {check: 'rejectedScenario', severity: 'error'}),
      detail: problems,
      document: {id: scenario._id, type: 'scenario'},
    })),
  )
}

const lostToPlaceholder = {check: 'lostToPlaceholder', severity: 'warning'} as const

/** Why content does not fit its shape. */
interface Rejection {
  /** It would fit, but for its placeholders. */
  isPlaceholder: boolean
  /** As in the site's log: `items.0.title: expected string, received null`. */
  problems: string
}

/** Returns why the site leaves a block or scenario out: at most one rejection. */
function rejectionOf(value: unknown, shape: z.ZodType | undefined): Rejection[] {
  const problems = problemsOf(value, shape)
  if (problems) return [{isPlaceholder: false, problems}]
  const shown = withoutPlaceholders(value)
  // Samples are removed, too, and are an error of their own.
  const lost = shown === value || hasSample(value) ? '' : problemsOf(shown, shape)
  return lost ? [{isPlaceholder: true, problems: lost}] : []
}

function problemsOf(value: unknown, shape: z.ZodType | undefined): string {
  if (!shape) return 'there is no such block'
  const issues = locales.flatMap((locale) => shape.safeParse(localize(value, locale)).error?.issues ?? [])
  return [...new Set(issues.map(({path, message}) => `${path.map(String).join('.') || 'block'}: ${message}`))].join(
    '; ',
  )
}

/**
 * Hosted Sanity's limit of attributes for the whole dataset on its smallest plan; the next one has 10,000. From
 * https://www.sanity.io/docs/content-lake/technical-limits, read in November 2026.
 */
export const attributeLimit = 2000

/**
 * Counts a dataset's attributes as hosted Sanity does: each path with each type of value once, in however many documents.
 * All items of a list share one path, and the list itself counts as well.
 */
export function attributeCount(documents: readonly unknown[]): number {
  const found = new Set<string>()
  const collect = (value: unknown, path: string): void => {
    if (path) found.add(`${path} ${typeNameOf(value)}`)
    if (Array.isArray(value)) for (const item of value) collect(item, `${path}[]`)
    else if (typeof value === 'object' && value !== null) {
      for (const [field, item] of Object.entries(value)) collect(item, path ? `${path}.${field}` : field)
    }
  }
  for (const document of documents) collect(document, '')
  return found.size
}

function typeNameOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float'
  return typeof value
}

/** Share of the limit from which on there is a warning. */
const warningShare = 0.8

const pageIds: ReadonlySet<string> = new Set(routes.map(pageId))

/** Returns all findings of a dataset at a given time, errors first. */
export function datasetFindings(documents: readonly ContentDocument[], now: Date): Finding[] {
  const context = checkContext(documents, now)
  const findings = [
    ...pageSetFindings(documents),
    ...documents.flatMap((document) => documentFindings(document, context)),
    ...documents.flatMap(launchFindings),
    ...rejectionFindings(documents),
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

/** Returns a finding for each block and scenario that the site would leave out of the given pages, by default of all. */
export function rejectionFindings(
  documents: readonly ContentDocument[],
  ids: readonly string[] = [...pageIds],
): Finding[] {
  return queryPages(ids, documents).flatMap((page) => [...blockFindings(page), ...scenarioFindings(page)])
}

function attributeFindings(count: number): Finding[] {
  if (count <= attributeLimit * warningShare) return []
  const detail = `${count} / ${attributeLimit}`
  return [{check: 'attributes', severity: count > attributeLimit ? 'error' : 'warning', detail}]
}
