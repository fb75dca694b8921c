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

/** Keeps a page's browser busy. The returned function lets it be idle, as long as it takes the page to notice. */
async function stayBusy(page: Page): Promise<(outcome: () => Promise<void>) => Promise<void>> {
  await page.addInitScript(() => {
    const waiting: IdleRequestCallback[] = []
    window.requestIdleCallback = (callback) => waiting.push(callback)
    window.becomeIdle = () => {
      for (const callback of waiting.splice(0)) callback({didTimeout: false, timeRemaining: () => 50})
    }
  })
  return (outcome) =>
    expect(async () => {
      await page.evaluate(() => window.becomeIdle())
      await outcome()
    }).toPass()
}

const quickly = {timeout: 500}

test('a chunk that fails to load reloads the page, but not again within the guard’s time', async ({page}) => {
  await page.clock.install()
  const becomeIdle = await stayBusy(page)
  await page.goto('/h5/en/demo', {waitUntil: 'networkidle'})
  // What the demo loads once the browser is idle: the walkthrough.
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(request.url())
  })
  await becomeIdle(() => expect.poll(() => asked, quickly).toHaveLength(1))
  const [chunk = ''] = asked
  await page.route(chunk, (route) => route.abort())

  const article = page.locator('[data-before="article"]')
  const loads = await open(page, '/h5/en/demo')
  await expect(article).toBeHidden()
  const reloaded = page.waitForEvent('load')
  await becomeIdle(() => expect.poll(loads, quickly).toHaveLength(1))
  await reloaded

  // Now the article takes its place.
  await becomeIdle(() => expect(article).toBeVisible(quickly))
  expect(loads()).toEqual(['/h5/en/demo'])

  await page.clock.fastForward(reloadGuard)
  await page.reload()
  await becomeIdle(() => expect.poll(loads, quickly).toHaveLength(3))
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
