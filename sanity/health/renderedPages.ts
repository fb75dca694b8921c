import {evaluateSync, parse} from 'groq-js'
import {pageProjection} from '../projections/page.ts'
import type {ContentDocument} from './ContentDocument.ts'

const query = parse(`*[_type == "page" && _id in $ids]{${pageProjection}}`)

/** A page as the site's own query would bring it, in both languages. */
export interface RenderedPage {
  _id: string
  blocks: readonly unknown[]
}

/** What the site would get for some pages if these documents were all that is published. */
export function renderedPages(ids: readonly string[], documents: readonly ContentDocument[]): RenderedPage[] {
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
