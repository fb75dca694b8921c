/** Reads content: published content from memory, kept in step with the content API, or drafts in draft mode. */
import 'server-only'
import {type ClientPerspective, createClient, type ResponseQueryOptions} from '@sanity/client'
import {unstable_cache} from 'next/cache'
import {PHASE_PRODUCTION_BUILD} from 'next/constants'
import {workAsyncStorage} from 'next/dist/server/app-render/work-async-storage.external.js'
import {cookies, draftMode} from 'next/headers'
import {cache} from 'react'
import {draftCookie, previewLinkCookie} from '../lib/constants.ts'
import {readSiteEnv} from '../lib/env.ts'
import {nextVisibilityChange} from '../lib/visibility.ts'
import {buildsFromSeed} from './buildContent.ts'
import {ContentError} from './ContentError.ts'
import {draftPerspective} from './draftPerspective.ts'
import {readContentSource, serverConnection, serverRequest} from './env.ts'
import {type Documents, PublishedDocuments, type Wanted} from './PublishedDocuments.ts'
import {withoutPlaceholders} from './presentContent.ts'
import {openPreviewLink, type PreviewLink, previewLinkId} from './previewLinks.ts'
import {readSeedDocuments} from './querySeed.ts'
import {Snapshot} from './Snapshot.ts'

export const source = readContentSource(process.env)

/** A build queries all pages at once on a busy machine, and one late response ends it. In milliseconds. */
const buildTimeout = 60_000

const {contentTimeout} = readSiteEnv(process.env)

/** Queries published documents. Bypasses the CDN: a change is fetched once, and must be current then. */
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
  | {by: 'expiredGuest'}

/** Returns the preview that a request is for. The server in front has checked its cookies. */
export const currentPreview = cache(async (): Promise<Preview | undefined> => {
  if (!(await draftMode()).isEnabled || !readSiteEnv(process.env).readToken) return undefined
  const jar = await cookies()
  // Next shows no cookies to a route that is static by force: whoever asks there may be a guest.
  if (!jar.has(draftCookie)) return undefined
  const name = jar.get(previewLinkCookie)?.value
  if (name === undefined) {
    return {by: 'editor', perspective: draftPerspective(jar.get('sanity-preview-perspective')?.value)}
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

const uncached = {cache: 'no-store'} as const satisfies ResponseQueryOptions

/** Seconds. A safety net for changes whose webhook was lost. */
const revalidate = 3600

interface DraftQuery {
  query: string
  params?: Record<string, unknown>
  /** Texts as they are stored: the result is not for showing. */
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
  // Only editors need to get from a text to its field, and its name and address with it.
  const stega = {enabled: preview.by === 'editor' && !isPlain, studioUrl: source.studioUrl}
  const {readToken: token} = readSiteEnv(process.env)
  const drafts = client.withConfig({...(token && {token}), perspective: preview.perspective, stega})
  const result = await attempt(() => drafts.fetch<Result>(query, params, uncached))
  // Editors' drafts alone keep their placeholders.
  return {result: preview.by === 'editor' ? result : withoutPlaceholders(result)}
}

declare global {
  /** Global, because Next bundles pages and route handlers apart, and all must see the same. */
  var sitePublished: {documents: PublishedDocuments; snapshot?: Snapshot} | undefined
}

function published() {
  globalThis.sitePublished ??= {
    documents: new PublishedDocuments((query, params) =>
      // Outside of the rendering that happens to ask: Next would take a page for dynamic.
      workAsyncStorage.exit(() => attempt(() => client.fetch(query, params, uncached))),
    ),
  }
  return globalThis.sitePublished
}

function snapshotOf(documents: Documents): Snapshot {
  const kept = published()
  if (kept.snapshot?.documents !== documents) kept.snapshot = kept.snapshot?.next(documents) ?? new Snapshot(documents)
  return kept.snapshot
}

/** Asks the content API for what has changed. Resolves with what is published at some time after the call. */
export async function updatePublished(wanted: Wanted): Promise<Snapshot> {
  const {documents} = published()
  const updated = await documents.update(wanted)
  // A later update may have ended already.
  return snapshotOf(documents.documents ?? updated)
}

/** Milliseconds. A webhook reports each publish; if one is lost, the first rendering after this time finds the change. */
const freshFor = 60_000

/**
 * Returns what is published, the same throughout a rendering, so that a page is never a mixture. Older than a minute, it
 * is compared with the content API first; should that be away, it is good for as long as a page.
 */
export const currentSnapshot = cache(async (): Promise<Snapshot> => {
  if (buildsFromSeed(process.env)) return snapshotOf(readSeedDocuments())
  const {documents} = published()
  const age = performance.now() - documents.updatedAt
  if (documents.documents && age < freshFor) return snapshotOf(documents.documents)
  const updated = await documents.update({compareAll: true}).catch((error: unknown) => {
    if (documents.documents && age < revalidate * 1000) return documents.documents
    throw error
  })
  return snapshotOf(documents.documents ?? updated)
})

/** Returns what is published, and renders the page again once one of the tags is revalidated or a page's time comes. */
export async function readPublished(tags: string[]): Promise<Snapshot> {
  const snapshot = await currentSnapshot()
  const now = Date.now()
  const change = nextVisibilityChange(snapshot.site.guarded, now)
  const seconds = change === undefined ? revalidate : Math.min(revalidate, Math.ceil((change - now) / 1000))
  // A page takes its tags from a cache entry: this one holds nothing, so nothing in it can be old.
  await unstable_cache(() => Promise.resolve(null), tags, {tags, revalidate: seconds})()
  return snapshot
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
