import {pageId, routes} from '../../lib/routes.ts'
import {attributeCount, attributeLimit} from './attributeCount.ts'
import type {ContentDocument} from './ContentDocument.ts'
import {documentFindings} from './documentFindings.ts'
import type {Finding} from './Finding.ts'
import {rejectedBlocks} from './rejectedBlocks.ts'
import {renderedPages} from './renderedPages.ts'
import {worldOf} from './World.ts'

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
