/** Queries the content API: published content, cached, or drafts in draft mode. */
import 'server-only'
import {createClient, type ResponseQueryOptions} from '@sanity/client'
import {PHASE_PRODUCTION_BUILD} from 'next/constants'
import {cookies, draftMode} from 'next/headers'
import {readSiteEnv} from '../lib/env.ts'
import {type GuardedPage, nextVisibilityChange} from '../lib/visibility.ts'
import {buildsFromSeed} from './buildContent.ts'
import {ContentError} from './ContentError.ts'
import {draftPerspective} from './draftPerspective.ts'
import {readContentSource, serverConnection, serverRequest} from './env.ts'
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

/** The client for a draft request: the perspective that the editor chose, and stega in strings. */
async function draftClient() {
  const token = readSiteEnv(process.env).readToken
  if (!token) return undefined
  const perspective = draftPerspective((await cookies()).get('sanity-preview-perspective')?.value)
  return client.withConfig({token, perspective, stega: {enabled: true, studioUrl: source.studioUrl}})
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
  const {isEnabled} = await draftMode()
  const draft = isEnabled ? await draftClient() : undefined
  if (!draft) return {result: await fetchPublished(query), isDraft: false}
  return {
    result: await attempt(() => draft.fetch<Result>(query.query, query.params ?? {}, uncached)),
    isDraft: true,
  }
}

/** Fetches published content, cached. Drafts alone keep their placeholders. */
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
