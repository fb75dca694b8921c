import {pictureDelay} from '../../lib/constants.ts'
import type {Route} from '../../lib/routes.ts'
import type {PageState} from '../../sanity/dependencies.ts'
import type {PageStates} from './affectedRoutes.ts'
import {renewInProxy} from './renewInProxy.ts'
import {rememberServed} from './servedStates.ts'
import {siteRequests} from './siteRequests.ts'
import {partsOf, picturesOf, targetsOf} from './targetsOf.ts'
import {beginTurn, untilQuiet} from './turns.ts'
import {type Target, verifyPages} from './verifyPages.ts'

interface Refresh {
  routes: readonly Route[]
  expected: PageStates
  origin: string
  /** Where a proxy in front of the site fetches anew what it is asked for, if there is one. */
  proxy: string | undefined
  /** Signs the requests of the site to itself. */
  secret: string
  loadExpected(): Promise<ReadonlyMap<Route, PageState>>
}

/**
 * Sees to it that pages that were marked stale are new before a visitor asks for them, and says which could not be. Then
 * come the pictures for sharing, as a crawler keeps the first that it gets: one at a time, and not while more is being
 * published.
 */
export async function refreshPages({routes, expected, origin, proxy, secret, loadExpected}: Refresh): Promise<void> {
  const site = siteRequests(origin)
  const {isTakenOver} = beginTurn(routes)
  const verify = (targets: Target[], states: PageStates) =>
    verifyPages({
      targets,
      expected: states,
      ask: site.ask,
      loadExpected,
      isTakenOver,
      revalidateAgain: (stale) => site.revalidateAgain(stale, secret),
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      now: () => performance.now(),
    })
  const outcome = await verify([...targetsOf(routes, origin), ...partsOf(routes, origin, expected)], expected)
  report(outcome.failed)
  const failed = new Set(outcome.failed.map(({route}) => route))
  const isDone = (route: Route) => !failed.has(route) && !isTakenOver(route)
  for (const route of routes.filter(isDone)) {
    const state = outcome.expected.get(route)
    if (state) rememberServed(route, state)
  }
  if (proxy) await renewInProxy(routes.filter(isDone), proxy)
  for (const picture of picturesOf(routes, origin)) {
    await untilQuiet(pictureDelay)
    if (isDone(picture.route)) report((await verify([picture], outcome.expected)).failed)
  }
}

function report(failed: Target[]): void {
  if (failed.length === 0) return
  console.error(`Still old after a minute: ${failed.map(({url}) => url).join(' ')}`)
}
