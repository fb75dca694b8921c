/**
 * Follows links: pages that need nothing but their markup take each other's place, by the Navigation API (WHATWG HTML,
 * 7.2.7). Everything else is the browser's: pages with React, errors, redirects, pages of another build, and all pages
 * in browsers without that API. A link followed without a connection waits for it in every case.
 */
import {chunkTimeout, connectionCheck} from '../lib/constants.ts'
import {canSwap, fetchDocument, keptDocument, pageMode} from './documents.ts'
import {whenIdle} from './idle.ts'
import {isPage, isPlainClick, leadsToPage, prefetchLinks} from './links.ts'
import {
  announcePage,
  loadStyles,
  type PageContent,
  parsePage,
  replacePage,
  startEntering,
  withTransition,
} from './page.ts'
import {bar} from './progressBar.ts'

interface Pending {
  url: string
  abort: AbortController
  watchdog?: ReturnType<typeof setTimeout>
}

/** Left pages by the id of their history entry, newest last: Back shows their very elements, with what is open in them. */
const leftPages = new Map<string, PageContent>()
const mostLeftPages = 10

/** Path and search of the page that is shown. */
let shown = ''
/** The page that is being fetched; its history entry is made when it has come. */
let pending: Pending | undefined
let stalled = false
/** The URL that the browser has been told to load. */
let leavingFor: string | undefined
const stallListeners = new Set<() => void>()
const pageListeners = new Set<() => void>()
let stopPrefetching = () => {}

/** Starts routing and prefetching. Call once, when the document is parsed. In previews Next's router navigates. */
export function handleNavigations(): void {
  if (pageMode() === 'draft') return
  shown = location.pathname + location.search
  if ('navigation' in window) navigation.addEventListener('navigate', onNavigate)
  else document.addEventListener('click', onClick)
  addEventListener('online', resume)
  prefetch()
}

/** Did the visitor follow a link that waits for the connection? */
export function isStalled(): boolean {
  return stalled
}

/** Notifies on every change of `isStalled`. */
export function onStall(listener: () => void): void {
  stallListeners.add(listener)
}

/** Notifies when another page, or a new version of the same one, is in place. */
export function onPage(listener: () => void): void {
  pageListeners.add(listener)
}

/** Fetches the pending page again, on the visitor's request. */
export function retryNavigation(): void {
  if (pending) load(pending.url)
}

/** Replaces the page by its current version, where it stands. Rejects without a connection. */
export async function refreshPage(): Promise<void> {
  const {href} = location
  const {html} = await fetchDocument(href, {fresh: true})
  if (location.href !== href) return
  if (!html) {
    location.reload()
    return
  }
  const page = parsePage(html)
  await loadStyles(page)
  if (location.href !== href) return
  replacePage(page)
  arrive()
}

function onNavigate(event: NavigateEvent): void {
  const {destination, navigationType, hashChange, downloadRequest, formData, canIntercept, cancelable} = event
  if (!canIntercept || hashChange || downloadRequest !== null || formData || navigationType === 'reload') return
  const url = new URL(destination.url)
  if (!isPage(url)) return
  if (navigationType === 'traverse') {
    // Another document is the browser's to load; entries of the same page, such as the menu's, need nothing.
    if (destination.sameDocument && pathOf(url) !== shown) traverse(event, url)
    return
  }
  // `history.pushState` and `replaceState`.
  if (destination.sameDocument) return
  const page = keptDocument(url.href)
  if (canSwap && page?.html) {
    cancelPending()
    swap(event, url, page.html)
  } else if (!page && leavingFor !== url.href && cancelable) {
    // A page that cannot come must change nothing, neither the address nor the history: it is fetched first.
    event.preventDefault()
    load(url.href)
  } else {
    bar.start()
  }
}

/** For browsers without the Navigation API. */
function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || !isPlainClick(event)) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || !leadsToPage(link)) return
  event.preventDefault()
  load(link.href)
}

const pathOf = ({pathname, search}: URL) => pathname + search

/** Shows a page at hand, which a link led to. */
function swap(event: NavigateEvent, url: URL, html: string): void {
  const left = currentEntry()
  event.intercept({
    scroll: 'manual',
    focusReset: 'manual',
    async handler() {
      await yieldToBrowser()
      const page = parsePage(html)
      await loadStyles(page)
      await withTransition(() => {
        if (location.href !== url.href) return
        // To the top before anything changes, which costs no layout.
        if (!url.hash) scrollTo({top: 0, behavior: 'instant'})
        startEntering()
        leave(left, replacePage(page))
        if (url.hash && !event.signal.aborted) event.scroll()
        shown = pathOf(url)
      })
      if (location.href === url.href) arrive()
    },
  })
}

/** Lets the browser answer the click first, which parsing and layout would delay. */
function yieldToBrowser(): Promise<unknown> {
  return 'scheduler' in window && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve))
}

/** Shows a page that the visitor goes back or forward to. */
function traverse(event: NavigateEvent, url: URL): void {
  cancelPending()
  const left = currentEntry()
  const {id} = event.destination
  event.intercept({
    scroll: 'manual',
    focusReset: 'manual',
    async handler() {
      let page = leftPages.get(id)
      if (!page) {
        bar.start()
        const fetched = canSwap ? await fetchDocument(url.href).catch(() => undefined) : undefined
        if (location.href !== url.href) return
        if (!fetched?.html) {
          location.reload()
          return
        }
        page = parsePage(fetched.html)
        await loadStyles(page)
        if (location.href !== url.href) return
      }
      leave(left, replacePage(page))
      shown = pathOf(url)
      if (!event.signal.aborted) event.scroll()
      arrive(page.focused)
    },
  })
}

/** The id of the history entry that the shown page belongs to; undefined while another page is on its way. */
function currentEntry(): string | undefined {
  const entry = navigation.currentEntry
  return entry?.url && pathOf(new URL(entry.url)) === shown ? entry.id : undefined
}

function leave(id: string | undefined, page: PageContent): void {
  if (!id) return
  leftPages.delete(id)
  leftPages.set(id, page)
  for (const oldest of leftPages.keys()) if (leftPages.size > mostLeftPages) leftPages.delete(oldest)
}

/** The page is in place. */
function arrive(focused?: HTMLElement): void {
  bar.finish()
  for (const listener of pageListeners) listener()
  // What nobody sees comes after the paint.
  requestAnimationFrame(() => requestAnimationFrame(() => announcePage(focused)))
  prefetch()
}

function prefetch(): void {
  stopPrefetching()
  const cancel = whenIdle(() => {
    stopPrefetching = prefetchLinks((url) => {
      fetchDocument(url, {priority: 'low'}).catch(() => undefined)
    })
  })
  stopPrefetching = cancel
}

/** Fetches a page, then follows the link to it again: in place, or by the browser. */
function load(url: string): void {
  cancelPending()
  const own: Pending = {url, abort: new AbortController()}
  pending = own
  bar.start()
  own.watchdog = setTimeout(() => leaveFor(url), chunkTimeout)
  fetchDocument(url, {signal: own.abort.signal}).then(
    ({html, failed}) => {
      if (pending !== own) return
      cancelPending()
      if (failed) bar.fail()
      if (canSwap && html && 'navigation' in window) navigation.navigate(url)
      else leaveFor(url)
    },
    () => {
      if (pending === own) own.watchdog = setTimeout(() => pending === own && stall(), connectionCheck)
    },
  )
}

/** Lets the browser load the page. */
function leaveFor(url: string): void {
  leavingFor = url
  location.assign(url)
}

/** The pending page cannot come without a connection: the visitor stays on the current one. */
function stall(): void {
  clearTimeout(pending?.watchdog)
  bar.fail()
  setStalled(true)
}

/** The connection is back. */
function resume(): void {
  if (stalled) retryNavigation()
}

function cancelPending(): void {
  clearTimeout(pending?.watchdog)
  pending?.abort.abort()
  pending = undefined
  setStalled(false)
}

function setStalled(now: boolean): void {
  if (stalled === now) return
  stalled = now
  for (const listener of stallListeners) listener()
}
