import type {SanityClient} from '@sanity/client'
import {freshAnchor} from '../../projections/anchor.ts'

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
