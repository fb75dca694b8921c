import type {PageState} from '../../sanity/dependencies.ts'
import type {Route} from '../routes.ts'
import type {PageStates} from './affectedRoutes.ts'
import {rememberServed} from './servedStates.ts'
import {type SignedRequest, siteRequests} from './siteRequests.ts'
import {targetsOf} from './targetsOf.ts'
import {verifyPages} from './verifyPages.ts'

interface Refresh {
  routes: readonly Route[]
  expected: PageStates
  origin: string
  webhook: SignedRequest
  loadExpected(): Promise<ReadonlyMap<Route, PageState>>
}

/** Sees to it that pages that were marked stale are new before a visitor asks for them, and says which could not be. */
export async function refreshPages({routes, expected, origin, webhook, loadExpected}: Refresh): Promise<void> {
  const site = siteRequests(origin)
  const outcome = await verifyPages({
    targets: targetsOf(routes, origin),
    expected,
    ask: site.ask,
    loadExpected,
    revalidateAgain: (stale) => site.revalidateAgain(stale, webhook),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    now: () => performance.now(),
  })
  const failed = new Set(outcome.failed.map(({route}) => route))
  for (const route of routes) {
    const state = outcome.expected.get(route)
    if (state && !failed.has(route)) rememberServed(route, state)
  }
  if (failed.size > 0) {
    console.error(`These pages are still old after a minute: ${outcome.failed.map(({url}) => url).join(' ')}`)
  }
}
