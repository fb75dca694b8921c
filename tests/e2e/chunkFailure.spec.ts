import {expect, type Page, test} from '@playwright/test'
import {chunkTimeout, reloadGuard} from '../../lib/constants.ts'
import {DemoStage} from '../support/demoStage.ts'
import {emulateConnection} from '../support/emulateConnection.ts'
import {homeLink} from '../support/headerLinks.ts'
import {holdRequests, isPageFetch} from '../support/holdRequests.ts'
import {untilInteractive} from '../support/untilInteractive.ts'

/** Opens a page, and counts full page loads from then on. */
async function open(page: Page, path: string): Promise<() => string[]> {
  await page.goto(path, {waitUntil: 'networkidle'})
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  return () => loads
}

/** Begins to walk, as often as it takes the page to notice. */
async function walk(page: Page, outcome: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await new DemoStage(page).touch()
    await outcome()
  }).toPass()
}

const quickly = {timeout: 500}

test('a chunk that fails to load reloads the page, but not again within the guard’s time', async ({page}) => {
  await page.clock.install()
  // What the demo loads once a visitor begins to walk.
  await page.route(/\/mountWalkthrough[^/]*\.js$/, (route) => route.abort())
  const loads = await open(page, '/h5/en/demo')
  const article = page.locator('[data-before="article"]')
  await expect(article).toBeHidden()
  await walk(page, () => expect.poll(loads, quickly).toHaveLength(1))

  // Now the article takes its place.
  await walk(page, () => expect(article).toBeVisible(quickly))
  expect(loads()).toEqual(['/h5/en/demo'])

  await page.clock.fastForward(reloadGuard)
  await page.reload()
  await walk(page, () => expect.poll(loads, quickly).toHaveLength(3))
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
