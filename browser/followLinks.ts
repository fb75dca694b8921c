/**
 * Follows links: pages that need nothing but their markup take each other's place, by the Navigation API (WHATWG HTML,
 * 7.2.7). Everything else is the browser's: pages with React, errors, redirects, pages of another build, and all pages
 * in browsers without that API. A link followed without a connection waits for it in every case.
 */
import {chunkTimeout, connectionCheck, connectionRetry} from '../lib/constants.ts'
import {canSwap, fetchDocument, forgetDocuments, isDraft, keptDocument, type PageDocument} from './fetchedPages.ts'
import {whenIdle} from './idle.ts'
import {isPage, isPlainClick, leadsToPage, prefetchLinks} from './links.ts'
import {bar} from './progressBar.ts'
import {
  announcePage,
  carryInput,
  loadStyles,
  type PageContent,
  parseAhead,
  parsePage,
  replacePage,
  startEntering,
  stopTransition,
  trackHead,
  withTransition,
} from './swapPage.ts'

/** A followed link whose page is still being fetched; its history entry is made when the page has arrived. */
interface Pending {
  url: string
  abort?: AbortController
  /** Until a fetch takes too long, until a failure counts as a lost connection, or until the next attempt. */
  timer?: ReturnType<typeof setTimeout>
  failed?: boolean
}

/** Left pages by the id of their history entry, newest last: Back shows the same elements, in the same state. */
const leftPages = new Map<string, PageContent>()
const mostLeftPages = 10
/** Left pages that may be outdated: fetched again on the way back, and shown only if that fails. */
const outdatedPages = new WeakSet<PageContent>()

/** Path and search of the page that is shown. */
let shown = ''
let pending: Pending | undefined
let stalled = false
/** The URL that the browser has been told to load. */
let leavingFor: string | undefined
const stallListeners = new Set<() => void>()
const leaveListeners = new Set<() => void>()
const pageListeners = new Set<(restored: boolean) => void>()
let stopPrefetching = () => {}

/** Starts routing and prefetching. Call once, when the document is parsed. In previews Next's router navigates. */
export function handleNavigations(): void {
  shown = pathOf(location)
  trackHead()
  if ('navigation' in window) {
    navigation.addEventListener('navigate', onNavigate)
    // Cancelled by the visitor, as with Escape; or by `onNavigate`, which fetches the page first.
    navigation.addEventListener('navigateerror', () => {
      if (!pending) bar.finish()
    })
  } else document.addEventListener('click', onClick)
  addEventListener('online', () => pending?.failed && retryNavigation())
  addEventListener('pagehide', cancelNavigation)
  addEventListener('pageshow', () => {
    leavingFor = undefined
  })
  addEventListener('pageswap', keepStillOnTheWayBack)
  if (!isDraft()) prefetch()
}

/** Returns whether the visitor followed a link that waits for the connection. */
export function isStalled(): boolean {
  return stalled
}

/** Notifies on every change of `isStalled`. */
export function onStall(listener: () => void): void {
  stallListeners.add(listener)
}

/** Notifies before the page is replaced. */
export function onLeave(listener: () => void): void {
  leaveListeners.add(listener)
}

/** Notifies when another page, or a new version of the same one, is in place; `restored`: Back or Forward brought a left page. */
export function onPage(listener: (restored: boolean) => void): void {
  pageListeners.add(listener)
}

/** Fetches the pending page again, on the visitor's request or because the connection is back. */
export function retryNavigation(): void {
  if (!pending) return
  bar.start()
  fetchPending(pending)
}

/** Gives up the pending navigation: the visitor does something else. */
function cancelNavigation(): void {
  clearTimeout(pending?.timer)
  pending?.abort?.abort()
  pending = undefined
  setStalled(false)
}

/** Gives up the pending navigation, and ends the progress bar: nothing else loads in its place. */
export function giveUpNavigation(): void {
  if (!pending) return
  cancelNavigation()
  bar.finish()
}

/** Replaces the page by its current version, in place. Rejects if that cannot be fetched. */
export async function refreshPage(): Promise<void> {
  const path = shown
  const isLeft = () => shown !== path || pathOf(location) !== path
  const {html, failed} = await fetchDocument(path, {fresh: true})
  if (failed) throw new Error(`${path} failed`)
  if (isLeft()) return
  // The change may affect other pages, too.
  forgetDocuments()
  for (const page of leftPages.values()) outdatedPages.add(page)
  if (!html) {
    location.reload()
    return
  }
  const page = parsePage(html)
  await loadStyles(page)
  if (isLeft()) return
  const old = replace(page)
  carryInput(old, page)
  arrive()
}

function onNavigate(event: NavigateEvent): void {
  if (isDraft()) return
  const {destination, navigationType, hashChange, downloadRequest, formData, canIntercept, cancelable} = event
  const isHistoryApi = destination.sameDocument && navigationType !== 'traverse'
  if (isHistoryApi || hashChange || downloadRequest !== null) return
  const url = new URL(destination.url)
  if (cancelable && navigationType === 'push' && pending?.url === url.href && !pending.failed) {
    // Clicked again while it is being fetched.
    event.preventDefault()
    return
  }
  const isLeaving = leavingFor === url.href
  leavingFor = undefined
  cancelNavigation()
  if (navigationType === 'traverse') {
    // Another document is the browser's to load; entries of the same page, such as the menu's, need nothing.
    if (destination.sameDocument && canIntercept && pathOf(url) !== shown) traverse(event, url)
    else if (pathOf(url) === shown) bar.finish()
    return
  }
  if (!canIntercept || formData || navigationType === 'reload' || !isPage(url)) return
  const page = keptDocument(url.href)
  if (canSwap() && page?.html) swap(event, url, page.html)
  else if (!isLeaving && cancelable && !(page && navigator.onLine)) {
    // Fetched first: a page that fails to load must change neither the address nor the history.
    event.preventDefault()
    load(url.href)
  } else if (!isLeaving) {
    // A page that was fetched first has started the bar already, which may show a failure.
    bar.start()
  }
}

/** For browsers without the Navigation API. */
function onClick(event: MouseEvent): void {
  if (isDraft() || event.defaultPrevented || !isPlainClick(event)) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link) return
  if (!leadsToPage(link)) {
    if (!link.hash && !link.target) giveUpNavigation()
    return
  }
  event.preventDefault()
  load(link.href)
}

const pathOf = ({pathname, search}: Pick<URL, 'pathname' | 'search'>) => pathname + search

/** Shows the fetched page of a followed link. The same page in another language has what was typed in this one. */
function swap(event: NavigateEvent, url: URL, html: string): void {
  const left = currentEntry()
  const from = shown
  const isOvertaken = () => pathOf(location) !== pathOf(url)
  event.intercept({
    scroll: 'manual',
    focusReset: 'manual',
    async handler() {
      bar.start()
      await yieldToBrowser()
      const page = parsePage(html)
      const isStyled = await haveStyles(page)
      if (isOvertaken()) return
      if (!isStyled) return location.reload()
      await withTransition(() => {
        if (isOvertaken()) return
        // Scrolls to the top before anything changes, which costs no layout. The page stays there if the fragment names
        // nothing visible.
        scrollTo({top: 0, behavior: 'instant'})
        const isTranslation = document.querySelector<HTMLAnchorElement>('a[hreflang]')?.pathname === url.pathname
        const old = replace(page)
        if (isTranslation) carryInput(old, page)
        keep(shown === from ? left : undefined, old)
        startEntering({fromTop: !url.hash})
        if (url.hash && !event.signal.aborted) event.scroll()
        shown = pathOf(url)
      })
      if (!isOvertaken()) arrive()
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
  const left = currentEntry()
  const from = shown
  const {id} = event.destination
  const isOvertaken = () => pathOf(location) !== pathOf(url)
  const show = (page: PageContent, restored: boolean) => {
    stopTransition()
    keep(shown === from ? left : undefined, replace(page))
    shown = pathOf(url)
    if (!event.signal.aborted) event.scroll()
    arrive(page.focused, restored)
  }
  event.intercept({
    scroll: 'manual',
    focusReset: 'manual',
    async handler() {
      const kept = leftPages.get(id)
      if (kept && !outdatedPages.has(kept)) {
        // WebKit does not scroll before the entry is the current one, which it is not yet.
        await yieldToBrowser()
        if (!isOvertaken()) show(kept, true)
        return
      }
      bar.start()
      const signal = AbortSignal.timeout(chunkTimeout)
      const fetched = canSwap() ? await fetchDocument(url.href, {signal}).catch(() => undefined) : undefined
      if (isOvertaken()) return
      // An outdated page is better than none.
      if (!fetched && kept) return show(kept, true)
      if (!fetched?.html) return location.reload()
      const parsed = parsePage(fetched.html)
      const isStyled = await haveStyles(parsed)
      if (isOvertaken()) return
      if (!isStyled) return location.reload()
      if (kept) carryInput(kept, parsed)
      show(parsed, false)
    },
  })
}

/**
 * Loads a page's styles. Returns whether the page can be shown: offline, a page without some of them is better than
 * none. Otherwise the browser has to load it. The address is the page's own already, so this cannot loop and needs no
 * guard.
 */
function haveStyles(page: PageContent): Promise<boolean> {
  const late = new Promise((_, reject) => setTimeout(reject, chunkTimeout))
  return Promise.race([loadStyles(page), late]).then(
    () => true,
    () => !navigator.onLine,
  )
}

/**
 * Skips the transition on Back and Forward, as only links animate. For documents that the browser loads; `traverse`
 * handles all others.
 */
function keepStillOnTheWayBack(event: PageSwapEvent): void {
  if (event.activation?.navigationType !== 'traverse') return
  // Accessing a transition's promises means handling their rejections.
  const {viewTransition} = event
  viewTransition?.ready.catch(() => undefined)
  viewTransition?.skipTransition()
}

/** The id of the history entry that the shown page belongs to; undefined while another page is on its way. */
function currentEntry(): string | undefined {
  const entry = navigation.currentEntry
  return entry?.url && pathOf(new URL(entry.url)) === shown ? entry.id : undefined
}

function replace(page: PageContent): PageContent {
  for (const listener of leaveListeners) listener()
  return replacePage(page)
}

/** Keeps a page that was left. */
function keep(id: string | undefined, page: PageContent): void {
  if (!id) return
  leftPages.delete(id)
  leftPages.set(id, page)
  for (const oldest of leftPages.keys()) if (leftPages.size > mostLeftPages) leftPages.delete(oldest)
}

/** The page is in place. */
function arrive(focused?: HTMLElement, restored = false): void {
  // If another link was followed meanwhile, the bar is that link's.
  if (!pending) bar.finish()
  for (const listener of pageListeners) listener(restored)
  // Invisible work comes after the paint.
  requestAnimationFrame(() => requestAnimationFrame(() => announcePage(focused)))
  prefetch()
}

function prefetch(): void {
  stopPrefetching()
  stopPrefetching = whenIdle(() => {
    stopPrefetching = prefetchLinks((url, isReached) => {
      const parse = ({html}: PageDocument) => isReached && html && parseAhead(html)
      fetchDocument(url, {priority: 'low', signal: AbortSignal.timeout(chunkTimeout)}).then(parse, () => undefined)
    })
  })
}

/** Fetches a page, then follows the link to it again: in place, or by the browser. */
function load(url: string): void {
  if (pending?.url === url && !pending.failed) return
  cancelNavigation()
  pending = {url}
  retryNavigation()
}

function fetchPending(own: Pending): void {
  clearTimeout(own.timer)
  own.abort?.abort()
  const abort = new AbortController()
  const isOver = () => pending !== own || own.abort !== abort
  const fail = () => {
    if (isOver()) return
    clearTimeout(own.timer)
    own.failed = true
    own.timer = setTimeout(() => stall(own), connectionCheck)
  }
  own.abort = abort
  // A half-open connection never answers. A navigation that waits for the connection goes on waiting.
  own.timer = setTimeout(() => (stalled ? fail() : leaveFor(own.url)), chunkTimeout)
  // An entry without text is a page that only the browser can load. It does not tell whether there is a connection now.
  const known = keptDocument(own.url)
  const isAtHand = known?.html !== undefined && 'navigation' in window
  fetchDocument(own.url, {signal: abort.signal, fresh: known !== undefined && !isAtHand}).then(({html, failed}) => {
    if (isOver()) return
    if (failed) bar.fail()
    if (canSwap() && html && 'navigation' in window) {
      cancelNavigation()
      navigation.navigate(own.url)
    } else leaveFor(own.url)
  }, fail)
}

/** Without a connection the pending page cannot load: the visitor stays on the current one. */
function stall(own: Pending): void {
  bar.failLoading()
  setStalled(true)
  // Not every restored connection fires an event.
  own.timer = setTimeout(() => fetchPending(own), connectionRetry)
}

/** Lets the browser load the page. */
function leaveFor(url: string): void {
  cancelNavigation()
  leavingFor = url
  location.assign(url)
}

function setStalled(now: boolean): void {
  if (stalled === now) return
  stalled = now
  for (const listener of stallListeners) listener()
}
