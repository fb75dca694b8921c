import type {ContentSourceMap, ContentSourceMapParsedPath} from '@sanity/client'
import {getPublishedId, getVersionFromId, jsonPathToStudioPath, studioPath} from '@sanity/client/csm'
import {stegaEncodeSourceMap} from '@sanity/client/stega'
import {vercelStegaCombine} from '@vercel/stega'
import {isObject} from '../lib/json.ts'
import {splitStega} from './splitStega.ts'

/** The content of a text's stega, which the overlays of the preview read. Version documents have a perspective. */
export interface StegaField {
  /** Tells Sanity's stega from that of others. */
  origin: 'sanity.io'
  baseUrl: string
  id: string
  type: string
  /** In the Studio's notation. */
  path: string
  perspective?: string
}

/**
 * Adds stega to the texts of a query's result to which `@sanity/client` would add it, in place, and returns the result.
 * The client's own says everything twice, in a URL, and each character becomes four invisible ones, which are sent
 * twice and laid out. This one is half as long.
 */
export function withStega<Result>(result: Result, sourceMap: ContentSourceMap | undefined, studioUrl: string): Result {
  stegaEncodeSourceMap(result, sourceMap, {
    enabled: true,
    studioUrl,
    filter: (text) => {
      if (text.filterDefault(text)) {
        const {_id: id, _type: type} = text.sourceDocument
        const version = getVersionFromId(id)
        const field: StegaField = {
          origin: 'sanity.io',
          baseUrl: studioUrl,
          id: getPublishedId(id),
          type,
          path: studioPath.toString(jsonPathToStudioPath(text.sourcePath)),
          ...(version && {perspective: version}),
        }
        setAt(result, text.resultPath, vercelStegaCombine(text.value, field, false))
      }
      // Keeps the client from adding its own.
      return false
    },
  })
  return result
}

/**
 * Returns a result that was computed again from documents, with the stega of the query's own result behind each text that is the
 * same there. Items of lists are found by their keys, as some may be missing.
 */
export function carryStega<Result>(marked: unknown, result: Result): Result
export function carryStega(marked: unknown, result: unknown): unknown {
  if (typeof result === 'string')
    return typeof marked === 'string' && splitStega(marked).cleaned === result ? marked : result
  if (Array.isArray(result)) {
    const items = Array.isArray(marked) ? marked : []
    const byKey = new Map(items.map((item) => [keyOf(item), item]))
    return result.map((item, index) => {
      const key = keyOf(item)
      return carryStega(key === undefined ? items[index] : byKey.get(key), item)
    })
  }
  if (!isObject(result)) return result
  const from = isObject(marked) ? marked : {}
  return Object.fromEntries(Object.entries(result).map(([name, value]) => [name, carryStega(from[name], value)]))
}

const keyOf = (item: unknown): unknown => (isObject(item) ? (item._key ?? item._id) : undefined)

function setAt(root: unknown, path: ContentSourceMapParsedPath, text: string): void {
  const keys = path.map((segment) => (typeof segment === 'object' ? segment._index : segment))
  const last = keys.pop()
  const parent = keys.reduce<unknown>((at, key) => (isContainer(at) ? Reflect.get(at, key) : undefined), root)
  if (last !== undefined && isContainer(parent)) Reflect.set(parent, last, text)
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null
