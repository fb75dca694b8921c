import {basePath, chunkTimeout, connectionCheck} from '../lib/constants.ts'
import {createProgressBar} from './progressBar.ts'
import {reloadGuarded} from './reloadGuard.ts'

/** The bar of this tab. */
export const bar = createProgressBar()

/** Where the visitor is; unknown until the first page is in place. */
let place: string | undefined
/** Where the visitor is going; undefined when there. */
let destination: URL | undefined
let watchdog: ReturnType<typeof setTimeout> | undefined
let offline = false
/** Does a navigation wait for the connection? */
let stalled = false
const listeners = new Set<() => void>()

/** How the navigation that is under way, or was last, began; undefined while the first page is shown. */
let way: Way | undefined

type Way = 'push' | 'replace' | 'traverse'

/** A navigation begins. Within a page there is nothing to wait for. */
export function startNavigation(url: string, begun: Way): void {
  way = begun
  const address = addressOf(url)
  if (address.pathname === place) {
    arrive()
    return
  }
  destination = address
  stalled = false
  load(address)
}

/** Next names links without the base path, and the present address with it. */
function addressOf(url: string): URL {
  return new URL(url.startsWith('/') ? basePath + url.replace(/^\/$/, '') : url, window.location.href)
}

function load(address: URL): void {
  clearTimeout(watchdog)
  bar.start()
  watchdog = offline
    ? setTimeout(stall, connectionCheck)
    : setTimeout(() => reloadForCode(() => window.location.assign(address)) || bar.fail(), chunkTimeout)
  notify()
}

/** Did a link lead to the page that is being drawn, rather than the browser or its history? Those look for the reader's place. */
export function cameByLink(): boolean {
  return way === 'push' || way === 'replace'
}

/** The page of the present address is in place. */
export function arrive(): void {
  place = window.location.pathname
  destination = undefined
  stalled = false
  clearTimeout(watchdog)
  bar.finish()
  notify()
}

/** The connection is lost, or is there again: a navigation that is under way waits for it and then goes on. */
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

/** A page that was not fetched before cannot come: the visitor stays where they are. */
function stall(): void {
  clearTimeout(watchdog)
  stalled = true
  bar.fail()
  notify()
}

/** Does a page wait for the connection, as the visitor has been told? */
export function isStalled(): boolean {
  return stalled
}

/** Tries at the visitor's wish whether the connection is back; Next listens to the event and looks. */
export function retryNavigation(): void {
  if (destination) load(destination)
  window.dispatchEvent(new Event('online'))
}

/** Tells of every change of `isStalled`. */
export function subscribeToStall(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}

/** Page code did not come: loads the page whole, unless that was tried a moment ago. Says whether it does. */
export function reloadForCode(load = () => window.location.reload()): boolean {
  // Without a connection, loading would take away even what can still be read.
  return navigator.onLine && reloadGuarded(load, () => window.sessionStorage, Date.now())
}
