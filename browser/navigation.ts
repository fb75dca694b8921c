import {basePath, chunkTimeout, connectionCheck} from '../lib/constants.ts'
import {createProgressBar} from './progressBar.ts'
import {reloadForChunk} from './reloadGuard.ts'

/** The progress bar of this tab. */
export const bar = createProgressBar()

type NavigationType = 'push' | 'replace' | 'traverse'

/** The current pathname; undefined until the first page is rendered. */
let current: string | undefined
/** The target of the pending navigation; undefined while none is pending. */
let destination: URL | undefined
/** The type of the pending or last navigation; undefined on the first page. */
let type: NavigationType | undefined
let watchdog: ReturnType<typeof setTimeout> | undefined
let offline = false
let stalled = false
const listeners = new Set<() => void>()

/** Starts the bar and the watchdog of a navigation; within a page there is nothing to wait for. */
export function startNavigation(url: string, begun: NavigationType): void {
  type = begun
  const address = addressOf(url)
  if (address.pathname === current) {
    arrive()
    return
  }
  destination = address
  stalled = false
  load(address)
}

/** Next passes links without the base path, and the current address with it. */
function addressOf(url: string): URL {
  return new URL(url.startsWith('/') ? basePath + url.replace(/^\/$/, '') : url, window.location.href)
}

function load(address: URL): void {
  clearTimeout(watchdog)
  bar.start()
  // Next reports a lost connection with a render that the pending navigation can hold up; the browser knows at once.
  watchdog =
    offline || !navigator.onLine
      ? setTimeout(stall, connectionCheck)
      : setTimeout(() => reloadForChunk(() => window.location.assign(address)) || bar.fail(), chunkTimeout)
  notify()
}

/** Did a link lead to the page being rendered? After `traverse` and on the first page the browser restores the scroll. */
export function cameByLink(): boolean {
  return type === 'push' || type === 'replace'
}

/** The page of the current address is rendered. */
export function arrive(): void {
  current = window.location.pathname
  destination = undefined
  stalled = false
  clearTimeout(watchdog)
  bar.finish()
  notify()
}

/** Stalls the pending navigation when the connection is lost, and resumes it when it is back. */
export function setOffline(now: boolean): void {
  offline = now
  if (!destination) return
  if (offline) {
    stall()
    return
  }
  stalled = false
  load(destination)
}

/** A page that was not prefetched cannot load offline: the visitor stays on the current one. */
function stall(): void {
  clearTimeout(watchdog)
  stalled = true
  bar.fail()
  notify()
}

/** Is a navigation waiting for the connection? */
export function isStalled(): boolean {
  return stalled
}

/** Retries on the visitor's request: Next listens to the `online` event and checks the connection. */
export function retryNavigation(): void {
  if (destination) load(destination)
  window.dispatchEvent(new Event('online'))
}

/** Notifies on every change of `isStalled`. Returns an unsubscribe function. */
export function subscribeToStall(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}
