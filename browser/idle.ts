import {idleTimeout} from '../lib/constants.ts'

interface Connection extends EventTarget {
  saveData?: boolean
  effectiveType?: string
}

/** Returns whether there is a connection that allows prefetching: not 2g, no data-saver. */
export function canSpare(): boolean {
  const connection = connectionOf(navigator)
  return navigator.onLine && !connection?.saveData && !/2g$/.test(connection?.effectiveType ?? '')
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

/** The browser's connection; undefined in Safari and Firefox. */
export function connectionOf(browser: Navigator & {connection?: Connection}): Connection | undefined {
  return browser.connection
}
