/** Which pages may be prefetched, and when. */
import {initialPrefetches} from '../lib/constants.ts'
import {canSpare, connectionOf, whenIdle} from './idle.ts'

let idle = false
const listeners = new Set<() => void>()

/** Returns whether the browser has been idle once, or the idle timeout has passed, on a connection that allows prefetching. */
export function mayPrefetch(): boolean {
  return idle && canSpare()
}

/** Subscribes to changes that allow more prefetching. Returns an unsubscribe function. */
export function subscribeToPrefetch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Notifies subscribers that more may be prefetched. */
function notifyPrefetch(): void {
  for (const listener of listeners) listener()
}

/** Waits for the first idle moment after load. Call once, at startup. */
export function trackIdle(): void {
  const becomeIdle = () => {
    idle = true
    notifyPrefetch()
  }
  const wait = () => whenIdle(becomeIdle)
  // Browsers are idle, too, while they wait for the page's own files, which deferred work must not delay.
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, {once: true})
  connectionOf(navigator)?.addEventListener?.('change', notifyPrefetch)
  addEventListener('online', notifyPrefetch)
}

/** Events that show engagement. */
const signs = ['scroll', 'pointermove', 'pointerdown', 'keydown'] as const

let engaged = false
let first: ReadonlySet<string> | undefined

/** Returns whether a page may be prefetched. Until the visitor does something, only the first links in the viewport may. */
export function mayPrefetchPage(path: string): boolean {
  if (!mayPrefetch()) return false
  first ??= firstInViewport()
  return engaged || first.has(path)
}

/** Listens for the visitor's first interaction. Call once, at startup. */
export function trackEngagement(): void {
  const engage = () => {
    engaged = true
    notifyPrefetch()
  }
  for (const sign of signs) addEventListener(sign, engage, {once: true, passive: true})
}

function firstInViewport(): ReadonlySet<string> {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].filter((link) => {
    const {top, bottom, width} = link.getBoundingClientRect()
    return width > 0 && bottom > 0 && top < innerHeight
  })
  return new Set([...new Set(links.map(({pathname}) => pathname))].slice(0, initialPrefetches))
}
