import {expect, type Page, test} from '@playwright/test'
import {progressBar} from '../../lib/constants.ts'
import {emulateConnection} from '../support/emulateConnection.ts'
import {failPages} from '../support/failPages.ts'
import {contactLink, homeLink} from '../support/headerLinks.ts'
import {holdRequests, isRouterRequest} from '../support/holdRequests.ts'
import {untilHydrated} from '../support/untilHydrated.ts'

const {startDelay, duration, hideDelay, tick} = progressBar

/** Opens a page with a paused clock, to check the bar by the millisecond. */
async function openOnStoppedClock(page: Page) {
  await emulateConnection(page, {saveData: true})
  await page.clock.install()
  await page.goto('/h5/en/about', {waitUntil: 'networkidle'})
  await untilHydrated(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const bar = page.locator('[data-progress]')
  await expect(bar).toHaveAttribute('data-progress', 'hidden')
  return bar
}

const widthOf = (percent: number) => new RegExp(`scaleX\\(${percent / 100}\\)`)

test('the bar appears after the start delay, grows by ticks within its duration, and disappears after the hide delay', async ({
  page,
}) => {
  const bar = await openOnStoppedClock(page)
  const held = await holdRequests(page, isRouterRequest)
  await homeLink(page).click()
  await page.clock.runFor(startDelay - 1)
  await expect(bar).toHaveAttribute('data-progress', 'hidden')
  await page.clock.runFor(1)
  await expect(bar).toHaveAttribute('data-progress', 'loading')
  await page.clock.runFor(tick)
  await expect(bar).toHaveAttribute('style', widthOf((100 * tick) / duration))
  await page.clock.runFor(duration - tick)
  await expect(bar).toHaveAttribute('style', widthOf(100))
  held.release()
  await expect(page).toHaveURL(/\/h5\/en$/)
  await page.clock.runFor(hideDelay - 1)
  await expect(bar).toHaveAttribute('data-progress', 'loading')
  await page.clock.runFor(1)
  await expect(bar).toHaveAttribute('data-progress', 'hidden')
})

test('a page that loads at once shows no bar', async ({page}) => {
  const bar = await openOnStoppedClock(page)
  await homeLink(page).click()
  await expect(page).toHaveURL(/\/h5\/en$/)
  await page.clock.runFor(startDelay)
  await expect(bar).toHaveAttribute('data-progress', 'hidden')
})

test('the bar shows the failure when the page is an error', async ({page}) => {
  const bar = await openOnStoppedClock(page)
  await failPages(page, '17')
  await contactLink(page).click()
  await expect(bar).toHaveAttribute('data-progress', 'failed')
  await page.clock.runFor(hideDelay)
  await expect(bar).toHaveAttribute('data-progress', 'hidden')
})
