/** Queries the content API: published content, cached, or drafts in draft mode. */
import 'server-only'
import {type ClientPerspective, createClient, type ResponseQueryOptions} from '@sanity/client'
import {PHASE_PRODUCTION_BUILD} from 'next/constants'
import {cookies, draftMode} from 'next/headers'
import {cache} from 'react'
import {previewLinkCookie} from '../lib/constants.ts'
import {readSiteEnv} from '../lib/env.ts'
import {type GuardedPage, nextVisibilityChange} from '../lib/visibility.ts'
import {buildsFromSeed} from './buildContent.ts'
import {ContentError} from './ContentError.ts'
import {draftPerspective} from './draftPerspective.ts'
import {readContentSource, serverConnection, serverRequest} from './env.ts'
import {openPreviewLink, type PreviewLink, previewLinkId} from './previewLinks.ts'
import {querySeed} from './querySeed.ts'
import {withoutPlaceholders} from './withoutPlaceholders.ts'

export const source = readContentSource(process.env)

/** A build queries all pages at once on a busy machine, and one late response ends it. In milliseconds. */
const buildTimeout = 60_000

const {contentTimeout} = readSiteEnv(process.env)

/** Queries published documents. Bypasses the CDN: a page is fetched once after a change, and must be current then. */
const client = createClient({
  ...serverConnection(source),
  useCdn: false,
  perspective: 'published',
  timeout: process.env.NEXT_PHASE === PHASE_PRODUCTION_BUILD ? Math.max(buildTimeout, contentTimeout) : contentTimeout,
  maxRetries: 2,
  stega: {enabled: false, studioUrl: source.studioUrl},
})

/**
 * Who looks at drafts: an editor, or somebody with a link to the preview of one page, which may have ended meanwhile.
 * Undefined for visitors.
 */
export type Preview =
  | {by: 'editor'; perspective: ClientPerspective}
  | {by: 'guest'; perspective: ClientPerspective; endsAt: string}
  | {by: 'lateGuest'}

/** Returns the preview that a request is for. The server in front has checked its cookies. */
export const currentPreview = cache(async (): Promise<Preview | undefined> => {
  if (!(await draftMode()).isEnabled || !readSiteEnv(process.env).readToken) return undefined
  const jar = await cookies()
  const name = jar.get(previewLinkCookie)?.value
  if (name === undefined) {
    return {by: 'editor', perspective: draftPerspective(jar.get('sanity-preview-perspective')?.value)}
  }
  const link = await findPreviewLink(name)
  if (!link) return {by: 'lateGuest'}
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

const uncached = {cache: 'no-store'} as const satisfies ResponseQueryOptions

/** Seconds. A safety net for changes whose webhook was lost. */
const revalidate = 3600

interface Query<Result> {
  query: string
  params?: Record<string, string>
  tags: string[]
  /** Pages in the result whose visibility may change with time: the result is cached until then at most. */
  guardedIn: (result: Result) => readonly GuardedPage[] | null | undefined
}

/** Fetches drafts in draft mode, else published content, cached. */
export async function fetchContent<Result>(query: Query<Result>): Promise<{result: Result; isDraft: boolean}> {
  const preview = await currentPreview()
  if (!preview || preview.by === 'lateGuest') return {result: await fetchPublished(query), isDraft: false}
  // Only editors need to get from a text to its field, and its name and address with it.
  const stega = {enabled: preview.by === 'editor', studioUrl: source.studioUrl}
  const {readToken: token} = readSiteEnv(process.env)
  const drafts = client.withConfig({...(token && {token}), perspective: preview.perspective, stega})
  const result = await attempt(() => drafts.fetch<Result>(query.query, query.params ?? {}, uncached))
  return {result: preview.by === 'editor' ? result : withoutPlaceholders(result), isDraft: true}
}

/** Fetches published content, cached. Editors' drafts alone keep their placeholders. */
export async function fetchPublished<Result>({query, params = {}, tags, guardedIn}: Query<Result>): Promise<Result> {
  const fetchFor = (seconds: number) =>
    buildsFromSeed(process.env)
      ? querySeed<Result>({query, params, tags, revalidate: seconds})
      : attempt(() => client.fetch<Result>(query, params, {next: {tags, revalidate: seconds}}))
  const result = withoutPlaceholders(await fetchFor(revalidate))
  const change = nextVisibilityChange(guardedIn(result) ?? [], Date.now())
  if (change === undefined) return result
  // The same request again, from the cache: a page is revalidated after the shortest time of its requests.
  return withoutPlaceholders(await fetchFor(Math.min(revalidate, Math.ceil((change - Date.now()) / 1000))))
}

/** Fetches published content, bypassing every cache. */
export async function fetchUncached<Result>(query: string): Promise<Result> {
  return withoutPlaceholders(await attempt(() => client.fetch<Result>(query, {}, uncached)))
}

async function attempt<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    throw ContentError.unreachable(source, error)
  }
}

/** Returns whether the content API answers within a second. */
export async function contentAnswers(): Promise<boolean> {
  try {
    await client.withConfig({timeout: 1000, maxRetries: 0}).fetch('count(*[_id == "siteSettings"])', {}, uncached)
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
