import type {Page} from '@playwright/test'
import {isRouterRequest} from './holdRequests.ts'

/** Lets every page that the router fetches fail on the server, with this digest of the error. */
export async function failPages(page: Page, digest: string): Promise<void> {
  // The watch of the page's freshness, which every page has.
  const part = /^([0-9a-f]+):\["\$","\$L[0-9a-f]+",null,\{"payload":.*$/m
  await alterPages(page, (body) => body.replace(part, `$1:E{"digest":"${digest}"}`))
}

/** Lets every page that the router fetches ask for page code which the server does not have, as after a new deployment. */
export async function loseChunks(page: Page): Promise<void> {
  await alterPages(page, (body) =>
    body.replace(/^([0-9a-f]+:I\[\d+,\[)[^\]]*(\],"PageTransition"\])/m, '$1"/h5/_next/static/chunks/gone.js"$2'),
  )
}

async function alterPages(page: Page, alter: (body: string) => string): Promise<void> {
  await page.route(isRouterRequest, async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    const altered = alter(body)
    if (altered === body) throw new Error(`There is nothing to alter in ${route.request().url()}`)
    await route.fulfill({response, body: altered})
  })
}
