import {basePath, chunkTimeout} from './constants.ts'
import {createProgressBar} from './progressBar.ts'
import {reloadGuarded} from './reloadGuard.ts'

/** The bar of this tab. */
export const bar = createProgressBar()

/** Where the visitor is; unknown until the first page is in place. */
let place: string | undefined
let watchdog: ReturnType<typeof setTimeout> | undefined

/** A navigation begins. Within a page there is nothing to wait for. */
export function startNavigation(url: string): void {
  const address = addressOf(url)
  if (address.pathname === place) {
    arrive()
    return
  }
  bar.start()
  clearTimeout(watchdog)
  watchdog = setTimeout(() => reloadForCode(() => window.location.assign(address)) || bar.fail(), chunkTimeout)
}

/** Next names links without the base path, and the present address with it. */
function addressOf(url: string): URL {
  return new URL(url.startsWith('/') ? basePath + url.replace(/^\/$/, '') : url, window.location.href)
}

/** The page of the present address is in place. */
export function arrive(): void {
  place = window.location.pathname
  clearTimeout(watchdog)
  bar.finish()
}

/** Page code did not come: loads the page whole, unless that was tried a moment ago. Says whether it does. */
export function reloadForCode(load = () => window.location.reload()): boolean {
  return reloadGuarded(load, () => window.sessionStorage, Date.now())
}
