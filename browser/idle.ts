import {idleTimeout} from '../lib/constants.ts'

interface Connection extends EventTarget {
  saveData?: boolean
  effectiveType?: string
}

let idle = false
const listeners = new Set<() => void>()

/** Returns whether the browser has been idle once, or the idle timeout has passed, on a connection that allows prefetching. */
export function mayPrefetch(): boolean {
  return idle && canSpare()
}

/** Returns whether the connection allows prefetching: not 2g, no data-saver. */
export function canSpare(): boolean {
  const connection = connectionOf(navigator)
  return !connection?.saveData && !/2g$/.test(connection?.effectiveType ?? '')
}

/** Subscribes to changes that allow more prefetching. Returns an unsubscribe function. */
export function subscribeToPrefetch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Notifies subscribers that more may be prefetched. */
export function notifyPrefetch(): void {
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
}

/** `requestIdleCallback` with the site's timeout, and that timeout alone in Safari, which lacks it. Returns a cancel function. */
export function whenIdle(callback: () => void): () => void {
  if (window.requestIdleCallback) {
    const id = window.requestIdleCallback(callback, {timeout: idleTimeout})
    return () => window.cancelIdleCallback(id)
  }
  const timer = setTimeout(callback, idleTimeout)
  return () => clearTimeout(timer)
}

function connectionOf(browser: Navigator & {connection?: Connection}): Connection | undefined {
  return browser.connection
}
