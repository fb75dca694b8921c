import {watchIdle} from './lib/idle'
import {startNavigation} from './lib/navigation'

watchIdle()

/** Next calls this when a navigation within the site begins. */
export function onRouterTransitionStart(url: string): void {
  startNavigation(url)
}
