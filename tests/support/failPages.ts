import type {Page} from '@playwright/test'
import {isRouterRequest} from './holdRequests.ts'

/** Makes every page that the router fetches fail with a server error of this digest. */
export async function failPages(page: Page, digest: string): Promise<void> {
  // The component that checks for changes, which every page has.
  const part = /^([0-9a-f]+):\["\$","\$L[0-9a-f]+",null,\{"payload":.*$/m
  await alterPages(page, (body) => body.replace(part, `$1:E{"digest":"${digest}"}`))
}

/** Makes every page that the router fetches refer to a chunk that does not exist, as after a deployment. */
export async function breakChunks(page: Page): Promise<void> {
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
