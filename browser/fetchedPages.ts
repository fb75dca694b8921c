/** Pages as HTML documents: fetched, kept for a while, and checked whether they may take the current page's place. */
import {freshnessInterval, keptDocuments} from '../lib/constants.ts'
import {lightMarkOf, pageModeName} from '../lib/pageMode.ts'
import {loadStylesAhead} from './swapPage.ts'

export interface PageDocument {
  /** Undefined if the browser has to load the page: an error, a redirect, a page of another build or one that needs React. */
  html: string | undefined
  /** Whether the response was an error. */
  failed: boolean
}

interface Kept {
  /** When it was asked for, by `Date.now()`. */
  at: number
  page: Promise<PageDocument>
  /** Aborts the request. */
  signal: AbortSignal | null | undefined
  /** The result, once there is one. */
  result?: PageDocument
}

const kept = new Map<string, Kept>()

/** Returns whether the current document is a preview. */
export const isDraft = () => modeMark()?.content === 'draft'

const modeMark = () => document.querySelector<HTMLMetaElement>(`meta[name="${pageModeName}"]`)

/** The build of the current page; only light ones name it. */
const ownBuild = () => modeMark()?.dataset.build

/** Returns whether other pages can take the current page's place. */
export const canSwap = () => ownBuild() !== undefined

/** Fetches a page, or returns what was fetched lately. Rejects without a connection, or when aborted. */
export function fetchDocument(url: string, {fresh = false, ...init}: RequestInit & {fresh?: boolean} = {}) {
  const key = keyOf(url)
  const known = kept.get(key)
  if (known && !fresh && isRecent(known)) return known.page
  const entry: Kept = {at: Date.now(), signal: init.signal, page: load(key, init)}
  kept.delete(key)
  kept.set(key, entry)
  for (const oldest of kept.keys()) if (kept.size > keptDocuments) kept.delete(oldest)
  const forget = () => {
    if (kept.get(key) === entry) kept.delete(key)
  }
  entry.page.then((page) => {
    entry.result = page
    // The caller can no longer abort it.
    entry.signal = undefined
    if (page.failed) forget()
  }, forget)
  return entry.page
}

/** The page if it has been fetched lately, without waiting. */
export function keptDocument(url: string): PageDocument | undefined {
  const known = kept.get(keyOf(url))
  return known && isRecent(known) ? known.result : undefined
}

/** Forgets all fetched pages. */
export function forgetDocuments(): void {
  kept.clear()
}

/** A clock that was set back makes nothing recent; `performance.now` would not count the time that a device sleeps. */
const isRecent = ({at, signal}: Kept) => Math.abs(Date.now() - at) < freshnessInterval && !signal?.aborted

/** Pages do not depend on the search: the contact form reads it in the browser. */
const keyOf = (url: string) => new URL(url, location.href).pathname

async function load(path: string, init: RequestInit): Promise<PageDocument> {
  // Revalidated, never taken from the browser's cache unasked: a publish is on the next page at once.
  const response = await fetch(path, {cache: 'no-cache', ...init})
  const failed = !response.ok
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  if (failed || response.redirected || !isPage) {
    await response.body?.cancel()
    return {html: undefined, failed}
  }
  const html = await response.text()
  const build = ownBuild()
  if (!build || !html.includes(lightMarkOf(build))) return {html: undefined, failed}
  loadStylesAhead(html)
  return {html, failed}
}
