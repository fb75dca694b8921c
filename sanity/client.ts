/** Requests to the content API, and whose preview a request is for. */
import 'server-only'
import {type ClientPerspective, createClient, type ResponseQueryOptions} from '@sanity/client'
import {PHASE_PRODUCTION_BUILD} from 'next/constants'
import {cookies, draftMode} from 'next/headers'
import {cache} from 'react'
import {draftCookie, perspectiveCookie, previewLinkCookie} from '../lib/constants.ts'
import {readSiteEnv} from '../lib/env.ts'
import {ContentError} from './ContentError.ts'
import {draftPerspective} from './draftPerspective.ts'
import {readContentSource, serverConnection, serverRequest} from './env.ts'
import {withoutPlaceholders} from './presentContent.ts'
import {openPreviewLink, type PreviewLink, previewLinkId} from './previewLinks.ts'
import {withStega} from './withStega.ts'

export const source = readContentSource(process.env)

/** Milliseconds. A build queries all pages at once on a busy machine, and one late response ends it. */
const buildTimeout = 60_000

const {contentTimeout} = readSiteEnv(process.env)

/** Queries published documents. Bypasses the CDN: a change is fetched once, and must be current then. */
const client = createClient({
  ...serverConnection(source),
  useCdn: false,
  perspective: 'published',
  timeout: process.env.NEXT_PHASE === PHASE_PRODUCTION_BUILD ? Math.max(buildTimeout, contentTimeout) : contentTimeout,
  maxRetries: 2,
  stega: false,
})

/**
 * Who looks at drafts: an editor, or somebody with a link to the preview of one page, which may have ended meanwhile.
 * Undefined for visitors.
 */
export type Preview =
  | {by: 'editor'; perspective: ClientPerspective}
  | {by: 'guest'; perspective: ClientPerspective; endsAt: string}
  | {by: 'expiredGuest'}

/** Returns the preview that a request is for. The server in front has checked its cookies. */
export const currentPreview = cache(async (): Promise<Preview | undefined> => {
  if (!(await draftMode()).isEnabled || !readSiteEnv(process.env).readToken) return undefined
  const jar = await cookies()
  // Next hides cookies from a route that is static by force: the request may be that of a guest.
  if (!jar.has(draftCookie)) return undefined
  const name = jar.get(previewLinkCookie)?.value
  if (name === undefined) {
    return {by: 'editor', perspective: draftPerspective(jar.get(perspectiveCookie)?.value)}
  }
  const link = await findPreviewLink(name)
  if (!link) return {by: 'expiredGuest'}
  return {by: 'guest', perspective: draftPerspective(link.perspective.join()), endsAt: link.endsAt}
})

/** Finds the preview link of a name. Undefined if there is none that is still good, or no token to read it with. */
export async function findPreviewLink(name: string): Promise<PreviewLink | undefined> {
  const token = readSiteEnv(process.env).readToken
  if (!token) return undefined
  const reader = client.withConfig({token, perspective: 'raw'})
  const find = () => reader.fetch<unknown>('*[_id == $id][0]', {id: previewLinkId(name)}, uncached)
  return openPreviewLink(await attempt(find), Date.now())
}

/**
 * Matches a secret that the Studio has stored within the last hour. The library also accepts the secret of Sanity's own
 * sharing, which never expires. This Studio makes none, and a removed editor could come back with one that they had
 * written.
 */
const secretQuery = `count(*[_type == "sanity.previewUrlSecret" && secret == $secret
  && dateTime(_updatedAt) > dateTime(now()) - 3600]) > 0`

/** Returns whether the Studio has stored a secret to open previews with. */
export async function isPreviewSecret(secret: string): Promise<boolean> {
  const reader = client.withConfig({token: readSiteEnv(process.env).readToken, perspective: 'raw'})
  return attempt(() => reader.fetch<boolean>(secretQuery, {secret}, uncached))
}

const uncached = {cache: 'no-store'} as const satisfies ResponseQueryOptions

interface DraftQuery {
  query: string
  params?: Record<string, unknown>
  /** Keeps texts as they are stored, without stega: the result is not displayed. */
  isPlain?: boolean
}

/** Fetches drafts in draft mode. Undefined for visitors, who see what is published. */
export async function fetchDrafts<Result>({
  query,
  params = {},
  isPlain = false,
}: DraftQuery): Promise<{result: Result} | undefined> {
  const preview = await currentPreview()
  if (!preview || preview.by === 'expiredGuest') return undefined
  const isEditor = preview.by === 'editor'
  // Only editors need stega, which leads from a text to its field and holds the Studio's address.
  const hasStega = isEditor && !isPlain
  const {readToken: token} = readSiteEnv(process.env)
  const drafts = client.withConfig({...(token && {token}), perspective: preview.perspective})
  const {result, resultSourceMap} = await attempt(async () => {
    const response = await drafts.fetch<Result>(query, params, {
      ...uncached,
      filterResponse: false,
      resultSourceMap: hasStega && 'withKeyArraySelector',
    })
    return {...response, result: readable(response.result)}
  })
  if (hasStega) return {result: withStega(result, resultSourceMap, source.studioUrl)}
  // Only editors' drafts keep their placeholders.
  return {result: isEditor ? result : withoutPlaceholders(result)}
}

/** Fetches from what is published. */
export function fetchPublished(query: string, params: Record<string, unknown>): Promise<unknown> {
  return attempt(() => client.fetch(query, params, uncached))
}

async function attempt<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return readable(await request())
  } catch (error) {
    throw ContentError.unreachable(source, error)
  }
}

/** Throws if there is no result, as the client has none of an answer that was cut off, or is a proxy's page: in JSON it would be null. */
function readable<Result>(result: Result): Result {
  if (result === undefined) throw new Error('its answer cannot be read')
  return result
}

/** Returns whether the content API answers within a second. */
export async function contentAnswers(): Promise<boolean> {
  const quick = client.withConfig({timeout: 1000, maxRetries: 0})
  try {
    await attempt(() => quick.fetch<number>('count(*[_id == "siteSettings"])', {}, uncached))
    return true
  } catch {
    return false
  }
}

/** Opens the stream of all changes, drafts included. Undefined if the content API does not answer or no token is set. */
export async function openDraftEvents(signal: AbortSignal): Promise<ReadableStream<Uint8Array> | undefined> {
  const token = readSiteEnv(process.env).readToken
  if (!token) return undefined
  const {url, headers} = serverRequest(source, `/data/live/events/${source.dataset}?includeDrafts=true`)
  const authorized = {...headers, Accept: 'text/event-stream', Authorization: `Bearer ${token}`}
  try {
    const response = await fetch(url, {headers: authorized, signal, cache: 'no-store'})
    return response.ok ? (response.body ?? undefined) : undefined
  } catch {
    return undefined
  }
}
