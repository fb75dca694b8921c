import type {Page} from '@playwright/test'

/** Holds matching requests until `release` is called. */
export async function holdRequests(page: Page, matches: (url: URL) => boolean) {
  const {promise, resolve} = Promise.withResolvers<void>()
  await page.route(matches, async (route) => {
    await promise
    // The page may have navigated meanwhile.
    await route.continue().catch(() => undefined)
  })
  return {release: resolve}
}

/** Is this a request of the router for a page's data? */
export const isRouterRequest = (url: URL): boolean => url.searchParams.has('_rsc')
