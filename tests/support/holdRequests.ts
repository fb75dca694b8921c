import type {Page} from '@playwright/test'

/** Holds requests back until `release` lets them go, those that came and those to come. */
export async function holdRequests(page: Page, matches: (url: URL) => boolean) {
  const {promise, resolve} = Promise.withResolvers<void>()
  await page.route(matches, async (route) => {
    await promise
    // The page may have moved on meanwhile.
    await route.continue().catch(() => undefined)
  })
  return {release: resolve}
}

/** A page's content as the router fetches it on a click. */
export const isRouterRequest = (url: URL): boolean => url.searchParams.has('_rsc')
