import {expect, type Page, test} from '@playwright/test'
import {idleTimeout} from '../../lib/constants.ts'
import {emulateConnection} from '../support/emulateConnection.ts'
import {homeLink} from '../support/headerLinks.ts'
import {isPageFetch} from '../support/holdRequests.ts'
import {untilInteractive} from '../support/untilInteractive.ts'

declare global {
  interface Window {
    becomeIdle: () => void
    idleTimeout: number | undefined
  }
}

/** Opens a page in a browser that becomes idle when the test says so. */
async function open(page: Page, connection: Parameters<typeof emulateConnection>[1]): Promise<() => string[]> {
  await emulateConnection(page, connection)
  await page.addInitScript(() => {
    const waiting: IdleRequestCallback[] = []
    window.requestIdleCallback = (callback, options) => {
      if (options?.timeout !== undefined) window.idleTimeout ??= options.timeout
      return waiting.push(callback)
    }
    window.becomeIdle = () => {
      for (const callback of waiting.splice(0)) callback({didTimeout: false, timeRemaining: () => 50})
    }
  })
  const ahead: string[] = []
  page.on('request', (request) => {
    if (isPageFetch(request)) ahead.push(new URL(request.url()).pathname)
  })
  await page.goto('/h5/en/lims', {waitUntil: 'networkidle'})
  return () => ahead
}

test('links in the viewport are prefetched once the browser is idle, not before', async ({page}) => {
  const ahead = await open(page, {effectiveType: '4g'})
  expect(ahead()).toEqual([])
  await expect.poll(() => page.evaluate(() => window.idleTimeout)).toBe(idleTimeout)
  await page.evaluate(() => window.becomeIdle())
  await expect.poll(ahead).toContain('/h5/en')
})

for (const connection of [{saveData: true}, {effectiveType: '2g'}, {effectiveType: 'slow-2g'}]) {
  test(`nothing is prefetched on ${JSON.stringify(connection)}, and links work`, async ({page}) => {
    const ahead = await open(page, connection)
    await page.evaluate(() => window.becomeIdle())
    await untilInteractive(page)
    await homeLink(page).hover()
    expect(ahead()).toEqual([])
    // Only the clicked page is fetched.
    await homeLink(page).click()
    await expect(page).toHaveURL(/\/h5\/en$/)
    expect(new Set(ahead())).toEqual(new Set(['/h5/en']))
  })
}

test('without JavaScript links are plain links', async ({browser, baseURL}) => {
  const context = await browser.newContext({baseURL, javaScriptEnabled: false})
  const page = await context.newPage()
  await page.goto('/h5/en/lims')
  await homeLink(page).click()
  await expect(page).toHaveURL(/\/h5\/en$/)
  await context.close()
})
