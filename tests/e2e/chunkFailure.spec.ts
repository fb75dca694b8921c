import {expect, type Page, test} from '@playwright/test'
import {chunkTimeout, reloadGuard} from '../../lib/constants.ts'
import {emulateConnection} from '../support/emulateConnection.ts'
import {breakChunks} from '../support/failPages.ts'
import {homeLink} from '../support/headerLinks.ts'
import {holdRequests, isRouterRequest} from '../support/holdRequests.ts'
import {untilInteractive} from '../support/untilInteractive.ts'

/** Opens a page with a fake clock, and counts full page loads from then on. */
async function open(page: Page): Promise<() => string[]> {
  await emulateConnection(page, {saveData: true})
  await page.clock.install()
  await page.goto('/h5/en/about', {waitUntil: 'networkidle'})
  await page.waitForLoadState()
  await untilInteractive(page)
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  return () => loads
}

const about = (page: Page) => page.getByRole('contentinfo').getByRole('link', {name: /about/i}).first()

test('a chunk that fails to load reloads the page, but not again within the guard’s time', async ({page}) => {
  const loads = await open(page)
  await breakChunks(page)
  // The old page has a footer, too.
  const reloaded = page.waitForEvent('load')
  await homeLink(page).click()
  await expect.poll(loads).toEqual(['/h5/en'])
  await reloaded
  await expect(page.getByRole('contentinfo')).toBeVisible()

  await page.waitForLoadState('networkidle')
  await about(page).click()
  await expect(page.getByRole('link', {name: 'Go back to home'})).toBeVisible()
  expect(loads()).toEqual(['/h5/en'])

  await page.goto('/h5/en', {waitUntil: 'networkidle'})
  await untilInteractive(page)
  await page.clock.fastForward(reloadGuard)
  await about(page).click()
  await expect.poll(loads).toEqual(['/h5/en', '/h5/en', '/h5/en/about'])
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('a navigation that has not ended by the chunk timeout becomes a full page load', async ({page}) => {
  const loads = await open(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await holdRequests(page, isRouterRequest)
  await homeLink(page).click()
  await page.clock.runFor(chunkTimeout - 1)
  expect(loads()).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(loads).toEqual(['/h5/en'])
  await expect(page).toHaveURL(/\/h5\/en$/)
})
