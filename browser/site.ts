/**
 * The browser code of every page, loaded as a module of its own (`site.bundle`): a page whose markup never changes
 * needs nothing else. Listeners are on the document or window, so they outlive every page.
 */
import {showConnection} from './connection.ts'
import {loadElementModules} from './elementModules.ts'
import {handleNavigations} from './followLinks.ts'
import {watchFreshness} from './freshness.ts'
import {rememberLanguage} from './links.ts'
import {attachMenu} from './menu.ts'
import {trackEngagement, trackIdle} from './prefetch.ts'
import {showProgress} from './progressBar.ts'
import {attachSearch} from './search.ts'

rememberLanguage()
trackEngagement()
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, {once: true})
else start()

function start(): void {
  showProgress()
  attachMenu()
  attachSearch()
  showConnection()
  watchFreshness()
  loadElementModules()
  handleNavigations()
  trackIdle()
}
