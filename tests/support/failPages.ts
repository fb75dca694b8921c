import type {Page} from '@playwright/test'
import {content, publishEdit} from './contentClient.ts'
import {isPage} from './siteUrls.ts'

/** Makes every page that the browser or the site's module asks for from now on an error. */
export async function failPages(page: Page): Promise<void> {
  await page.route(isPage, async (route) => {
    if (route.request().resourceType() === 'image') return route.fallback()
    const response = await route.fetch()
    return route.fulfill({response, status: 500})
  })
}

/** Changes the digest in the server's error documents, by which the error page tells what has happened. */
export async function changeDigest(page: Page, from: string, to: string): Promise<void> {
  await page.route(isPage, async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    // The document's policy allows the scripts as they were.
    const {'content-security-policy': _, ...headers} = response.headers()
    await route.fulfill({response, headers, body: body.replaceAll(from, to)})
  })
}

/** The digest of the error that `breakContactPage` causes. */
export const digestOfMiddleware = 'SITE_ERROR;unknownMiddleware;500;auth'

/** Makes the server fail to render the contact page, by a middleware that does not exist. */
export async function breakContactPage(): Promise<void> {
  await publishEdit('page-contact', {middleware: ['auth']})
}

/** Takes `breakContactPage` back. */
export async function mendContactPage(): Promise<void> {
  if (await content.fetch('defined(*[_id == "page-contact"][0].middleware)')) {
    await publishEdit('page-contact', {}, ['middleware'])
  }
}
