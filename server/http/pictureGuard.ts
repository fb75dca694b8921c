import type {IncomingMessage, ServerResponse} from 'node:http'
import {setTimeout} from 'node:timers/promises'
import {LRUCache} from 'lru-cache'
import {type PicturePart, pathOf, picturePath, pictureWidths, sitePicture, withBasePath} from '../../lib/urls.ts'
import type {ContentSource} from '../../sanity/env.ts'
import {type FindParts, partsByPicture} from '../../sanity/pictureParts.ts'

/** A requested picture: asset id and part. */
interface WantedPicture {
  assetId: string
  part: PicturePart | undefined
}

/** Size of the cache, in pictures. */
const knownLimit = 1000
/** Milliseconds: the shortest interval between two queries about one picture; made-up parts cost no more. */
const askAgainAfter = 1000
/** Most concurrent queries: only made-up pictures would need more. */
const askingLimit = 64

const textOf = ({left, top, width, height}: PicturePart) => [left, top, width, height].join()

/** Parses a URL of `sitePicture`; undefined for any other, however slightly it differs. */
function readPicture(url: string, source: ContentSource): WantedPicture | undefined {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const folder = `${source.imageHost}/images/${source.projectId}/${source.dataset}/`
  const inner = query.get('url') ?? ''
  const width = pictureWidths.find((known) => String(known) === query.get('w'))
  const [, name = '', ending = '', rect] =
    /^([0-9a-f]{40}-\d{1,6}x\d{1,6})\.([a-z0-9]{2,4})\?(?:rect=((?:\d{1,6},){3}\d{1,6})&)?w=/.exec(
      inner.startsWith(folder) ? inner.slice(folder.length) : '',
    ) ?? []
  if (!name || !width) return undefined
  const [left = 0, top = 0, partWidth = 0, height = 0] = (rect ?? '').split(',').map(Number)
  const part = rect === undefined ? undefined : {left, top, width: partWidth, height}
  // One picture has one URL: any other would be optimized and stored once more.
  if (url !== sitePicture(`${folder}${name}.${ending}`, width, part)) return undefined
  return {assetId: `image-${name}-${ending}`, part}
}

const partsOfDocuments = new WeakMap<object, ReadonlyMap<string, PicturePart[]>>()

/** Parts of a picture that the published documents in memory show, collected once for each state of the documents. */
function publishedParts(assetId: string): PicturePart[] {
  const documents = globalThis.sitePublished?.documents.documents
  if (!documents) return []
  const parts = partsOfDocuments.get(documents) ?? partsByPicture([...documents.values()])
  partsOfDocuments.set(documents, parts)
  return parts.get(assetId) ?? []
}

/** Whether Next might route this to its image optimizer. */
function asksForPicture(url: string): boolean {
  const path = pathOf(url)
  const spellings = [path, decoded(path), decoded(decoded(path))]
  return spellings
    .flatMap((spelling) => [spelling, withoutDots(spelling)])
    .some((spelling) => /_next[\\/.]+image/i.test(spelling.replace(/[\t\r\n]/g, '')))
}

function withoutDots(path: string): string {
  return URL.parse(path.replace(/^[\\/]+/, '/'), 'http://site')?.pathname ?? path
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Which parts of pictures are shown, as the content API says and as far as it was asked. */
class ShownParts {
  readonly #find: FindParts
  /** Of pictures that are shown; made-up ones would push these out. */
  readonly #known = new LRUCache<string, Set<string>>({max: knownLimit})
  /** When each picture was last asked for, by `performance.now()`. */
  readonly #askedAt = new LRUCache<string, number>({max: knownLimit})
  readonly #asking = new Map<string, Promise<void>>()

  constructor(find: FindParts) {
    this.#find = find
  }

  /** Undefined if there are too many concurrent queries. */
  async has(assetId: string, part: PicturePart): Promise<boolean | undefined> {
    if (this.#isKnown(assetId, part)) return true
    // Published ones are at hand whatever else is being asked for, and while the content API is away.
    if (publishedParts(assetId).some((shown) => textOf(shown) === textOf(part))) return true
    const underway = this.#asking.get(assetId)
    if (!underway && this.#asking.size >= askingLimit) return undefined
    const answer = underway ?? this.#learn(assetId).finally(() => this.#asking.delete(assetId))
    this.#asking.set(assetId, answer)
    await answer
    return this.#isKnown(assetId, part)
  }

  #isKnown(assetId: string, part: PicturePart): boolean {
    return this.#known.get(assetId)?.has(textOf(part)) ?? false
  }

  async #learn(assetId: string): Promise<void> {
    const askedAt = this.#askedAt.get(assetId) ?? Number.NEGATIVE_INFINITY
    // Waits rather than refuses: an editor may have moved the hotspot just now.
    const wait = askedAt + askAgainAfter - performance.now()
    if (wait > 0) await setTimeout(wait)
    const found = await this.#find(assetId)
    this.#askedAt.set(assetId, performance.now())
    // Parts are only ever added: a page from before an edit may still be open.
    const parts = this.#known.get(assetId) ?? new Set()
    for (const part of found) parts.add(textOf(part))
    if (parts.size > 0) this.#known.set(assetId, parts)
  }
}

/**
 * Refuses pictures that no page shows, before Next optimizes them; resolves with whether it did. Without it, anybody could
 * have the server render arbitrary sizes and parts.
 */
export function pictureGuard(source: ContentSource, find: FindParts) {
  const parts = new ShownParts(find)
  return async ({url = ''}: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if (!asksForPicture(url)) return false
    const wanted = readPicture(url, source)
    if (!wanted) return refuse(response, 404)
    if (!wanted.part) return false
    try {
      const isShown = await parts.has(wanted.assetId, wanted.part)
      if (isShown === undefined) return refuse(response, 503)
      return isShown ? false : refuse(response, 404)
    } catch {
      // With the embedded lake its pictures are away, too, and Next serves what it has. A hosted project would still give
      // them out: whoever made its API refuse could have any part rendered.
      return source.embedded ? false : refuse(response, 503)
    }
  }
}

function refuse(response: ServerResponse, status: 404 | 503): true {
  const headers = {'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store'}
  response.writeHead(status, {...headers, ...(status === 503 && {'Retry-After': '2'})})
  response.end(status === 503 ? 'Service Unavailable' : `No page shows this picture at ${withBasePath(picturePath)}`)
  return true
}
