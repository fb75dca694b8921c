import {expect, type Page, test} from '@playwright/test'
import {progressBar} from '../../lib/constants.ts'
import {emulateConnection} from '../support/emulateConnection.ts'
import {failPages} from '../support/failPages.ts'
import {contactLink, homeLink} from '../support/headerLinks.ts'
import {holdRequests, isPageFetch} from '../support/holdRequests.ts'
import {untilInteractive} from '../support/untilInteractive.ts'

declare global {
  interface Window {
    recordProgress: (progress: string | null | undefined) => void
  }
}

const {startDelay, duration, hideDelay, tick} = progressBar

/** Waits until the home page has taken the place of the one that links to it. */
async function untilHome(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/h5\/en$/)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/h5\/en$/)
}

/** Opens a page with a paused clock, to check the bar by the millisecond. */
async function openOnStoppedClock(page: Page) {
  await emulateConnection(page, {saveData: true})
  await page.clock.install()
  await page.goto('/h5/en/about', {waitUntil: 'networkidle'})
  await untilInteractive(page)
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
  const held = await holdRequests(page, isPageFetch)
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
  await untilHome(page)
  await page.clock.runFor(hideDelay - 1)
  await expect(bar).toHaveAttribute('data-progress', 'loading')
  await page.clock.runFor(1)
  await expect(bar).toHaveAttribute('data-progress', 'hidden')
})

test('a page that loads at once shows no bar', async ({page}) => {
  const bar = await openOnStoppedClock(page)
  await homeLink(page).click()
  await untilHome(page)
  await page.clock.runFor(startDelay)
  await expect(bar).toHaveAttribute('data-progress', 'hidden')
})

test('the bar shows the failure when the page is an error, and disappears after the hide delay', async ({page}) => {
  await emulateConnection(page, {saveData: true})
  const seen: string[] = []
  // Recorded by the browser, as the failure is shown for a moment only, and on the error page again.
  await page.exposeFunction('recordProgress', (progress: string) => seen.push(progress))
  await page.addInitScript(() => {
    const record = () => window.recordProgress(document.querySelector('.progress-bar')?.getAttribute('data-progress'))
    new MutationObserver(record).observe(document, {attributeFilter: ['data-progress'], subtree: true})
  })
  await page.goto('/h5/en/about', {waitUntil: 'networkidle'})
  await untilInteractive(page)
  await failPages(page)
  await contactLink(page).click()
  await expect(page).toHaveURL(/\/contact(\?|$)/)
  await expect.poll(() => seen).toContain('failed')
  await expect.poll(() => seen.at(-1)).toBe('hidden')
})
