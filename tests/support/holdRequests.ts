import type {Page, Request} from '@playwright/test'
import {isPage} from './siteUrls.ts'

/** Holds matching requests until `release` is called. */
export async function holdRequests(page: Page, matches: (request: Request) => boolean) {
  const {promise, resolve} = Promise.withResolvers<void>()
  await page.route('**/*', async (route) => {
    if (matches(route.request())) await promise
    // The page may have navigated meanwhile.
    await route.fallback().catch(() => undefined)
  })
  return {release: resolve}
}

/** Is this the site's module asking for a page, ahead of a click or after it? */
export function isPageFetch(request: Request): boolean {
  return request.resourceType() === 'fetch' && isPage(new URL(request.url()))
}
