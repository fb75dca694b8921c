import {isObject} from '../lib/json.ts'
import type {PicturePart} from '../lib/urls.ts'
import {type ContentSource, serverRequest} from './env.ts'
import {objectsIn} from './health/contentDocuments.ts'
import {photoRatio, photoRect, shareRatio} from './photoRect.ts'

/** Finds all parts of a picture that any document shows, published or draft. Rejects if the content API does not answer. */
export type FindParts = (assetId: string) => Promise<PicturePart[]>

/** Queries the content API for the documents that use an asset, and how each crops it. */
export function findParts(source: ContentSource, readToken: string | undefined): FindParts {
  return async (assetId) => {
    const query = new URLSearchParams({
      query: '*[references($id)]',
      $id: JSON.stringify(assetId),
      perspective: readToken ? 'raw' : 'published',
    })
    const {url, headers} = serverRequest(source, `/data/query/${source.dataset}?${query}`)
    const response = await fetch(url, {
      headers: {...headers, ...(readToken && {Authorization: `Bearer ${readToken}`})},
      signal: AbortSignal.timeout(3000),
    })
    if (!response.ok) throw new Error(`The content API answered ${response.status}`)
    const answer: unknown = await response.json()
    return isObject(answer) ? (partsByPicture(answer.result).get(assetId) ?? []) : []
  }
}

/** All parts of each picture that these documents show, by asset id. */
export function partsByPicture(documents: unknown): ReadonlyMap<string, PicturePart[]> {
  const parts = new Map<string, PicturePart[]>()
  for (const {value} of objectsIn(documents)) {
    const {asset, crop, hotspot} = value
    if (!isObject(asset) || typeof asset._ref !== 'string') continue
    const [, width, height] = (/-(\d+)x(\d+)-/.exec(asset._ref) ?? []).map(Number)
    if (!width || !height) continue
    const picture = {asset: {width, height}, crop: numbersOf(crop, cropped), hotspot: numbersOf(hotspot, point)}
    const known = parts.get(asset._ref) ?? []
    parts.set(asset._ref, [...known, photoRect(picture, photoRatio), photoRect(picture, shareRatio)])
  }
  return parts
}

const cropped = {top: 0, bottom: 0, left: 0, right: 0}
const point = {x: 0.5, y: 0.5}

/** Numbers of an unvalidated object; `otherwise` for any that is missing. */
function numbersOf<Fields extends Record<string, number>>(value: unknown, otherwise: Fields): Fields {
  if (!isObject(value)) return otherwise
  const given = Object.keys(otherwise).filter((name) => typeof value[name] === 'number')
  return {...otherwise, ...Object.fromEntries(given.map((name) => [name, value[name]]))}
}
