// In the first chunk: the error page, which must be there when another chunk fails to load, and the link behaviour that every
// page has. As chunks of their own they would be larger, and the error page there three times.
import './components/ErrorView'
import './components/navigation/LinkBehaviour'
import {trackIdle} from './browser/idle'
import {startNavigation} from './browser/navigation'
import {trackEngagement} from './browser/prefetch'
import {loadMenu} from './components/site/loadMenu'
import {languageCookieString} from './lib/languageCookie'
import {languageTags, locales} from './lib/locales'

// Document-level listeners: attached before hydration, they outlive every page.
loadMenu()
rememberLanguage()
trackEngagement()
trackIdle()

/** Next calls this at the start of every client-side navigation. */
export function onRouterTransitionStart(url: string, type: 'push' | 'replace' | 'traverse'): void {
  startNavigation(url, type)
}

/** Stores the language of a clicked language link. A cookie in a response would keep shared caches from storing the page. */
function rememberLanguage(): void {
  document.addEventListener('click', ({target}) => {
    const link = target instanceof Element ? target.closest('a[hreflang]') : null
    const locale = locales.find((candidate) => languageTags[candidate] === link?.getAttribute('hreflang'))
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and in older browsers
    if (locale) document.cookie = languageCookieString(locale)
  })
}
