// Comes with the first piece of code: what follows links, which every page has, and the error page, which must be there when another
// piece fails to come. In pieces of their own they would be larger, and the latter there three times.
import './components/ErrorView'
import './components/HiddenView'
import './components/navigation/LinkBehaviour'
import {watchEngagement} from './browser/aheadOfClick'
import {watchIdle} from './browser/idle'
import {startNavigation} from './browser/navigation'
import {rememberLanguage} from './browser/rememberLanguage'
import {loadMenu} from './components/site/loadMenu'

// What needs no component listens on the document, before the page is made interactive and on every page after it.
loadMenu()
rememberLanguage()
watchEngagement()
watchIdle()

/** Next calls this when a navigation within the site begins. */
export function onRouterTransitionStart(url: string, type: 'push' | 'replace' | 'traverse'): void {
  startNavigation(url, type)
}
