import {expect, type Page, test} from '@playwright/test'
import {chunkTimeout, reloadGuard} from '../../lib/constants.ts'
import {emulateConnection} from '../support/emulateConnection.ts'
import {homeLink} from '../support/headerLinks.ts'
import {holdRequests, isPageFetch} from '../support/holdRequests.ts'
import {untilInteractive} from '../support/untilInteractive.ts'

declare global {
  interface Window {
    becomeIdle: () => void
  }
}

/** Opens a page, and counts full page loads from then on. */
async function open(page: Page, path: string): Promise<() => string[]> {
  await page.goto(path, {waitUntil: 'networkidle'})
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  return () => loads
}

/**
 * Makes the demo's walkthrough fail to load: the chunk that it loads once the browser is idle, which is when the returned
 * function is called.
 */
async function breakWalkthrough(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const waiting: IdleRequestCallback[] = []
    window.requestIdleCallback = (callback) => waiting.push(callback)
    window.becomeIdle = () => {
      for (const callback of waiting.splice(0)) callback({didTimeout: false, timeRemaining: () => 50})
    }
  })
  let isIdle = false
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isIdle = false
  })
  await page.route('**/*.js', (route) => (isIdle ? route.abort() : route.continue()))
  return async () => {
    isIdle = true
    await page.evaluate(() => window.becomeIdle())
  }
}

test('a chunk that fails to load reloads the page, but not again within the guard’s time', async ({page}) => {
  await page.clock.install()
  const becomeIdle = await breakWalkthrough(page)
  const loads = await open(page, '/h5/en/demo')
  /** Until the page loads again, which the clock does not hold up. */
  const untilReloaded = async (count: number) => {
    const reloaded = page.waitForEvent('load')
    await expect(async () => {
      await becomeIdle()
      await expect.poll(loads, {timeout: 500}).toHaveLength(count)
    }).toPass()
    await reloaded
  }
  const article = page.locator('[data-before="article"]')
  await expect(article).toBeHidden()
  await untilReloaded(1)

  // Now the article takes its place.
  await expect(async () => {
    await becomeIdle()
    await expect(article).toBeVisible({timeout: 500})
  }).toPass()
  expect(loads()).toEqual(['/h5/en/demo'])

  await page.clock.fastForward(reloadGuard)
  await page.reload()
  await untilReloaded(3)
})

test('a navigation that has not ended by the chunk timeout becomes a full page load', async ({page}) => {
  await emulateConnection(page, {saveData: true})
  await page.clock.install()
  const loads = await open(page, '/h5/en/about')
  await untilInteractive(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await holdRequests(page, isPageFetch)
  await homeLink(page).click()
  await page.clock.runFor(chunkTimeout - 1)
  expect(loads()).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(loads).toEqual(['/h5/en'])
  await expect(page).toHaveURL(/\/h5\/en$/)
})
