import {expect, type Page, type Request, test} from '@playwright/test'
import en from '../../i18n/messages/en.json' with {type: 'json'}
import zh from '../../i18n/messages/zh.json' with {type: 'json'}
import {emulateConnection} from '../support/emulateConnection.ts'
import {contactLink, homeLink} from '../support/headerLinks.ts'
import {isPageFetch} from '../support/holdRequests.ts'
import {untilInteractive} from '../support/untilInteractive.ts'

/** Opens a page that prefetches nothing, and goes offline. */
async function openThenLose(page: Page, path: string): Promise<void> {
  await emulateConnection(page, {saveData: true})
  await page.goto(path, {waitUntil: 'networkidle'})
  await untilInteractive(page)
  await page.context().setOffline(true)
}

/**
 * Counts failures of the progress bar from now on. Counted in the browser, as a failure is shown for `hideDelay` only,
 * which is shorter than the polling interval of an expectation.
 */
async function countFailures(page: Page): Promise<() => Promise<number>> {
  const counter = await page.locator('[data-progress]').evaluateHandle((bar) => {
    const seen = {failures: 0}
    new MutationObserver(() => {
      if (bar.getAttribute('data-progress') === 'failed') seen.failures += 1
    }).observe(bar, {attributeFilter: ['data-progress']})
    return seen
  })
  return () => counter.evaluate((seen) => seen.failures)
}

/** Returns whether a path has been prefetched and, since the last look, nothing else has been asked for. */
function watchPrefetches(page: Page, path: string): () => boolean {
  const asked = new Set<Request>()
  const pending = new Set<Request>()
  page.on('request', (request) => {
    if (!isPageFetch(request)) return
    asked.add(request)
    pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  let before = 0
  return () => {
    const isQuiet = pending.size === 0 && asked.size === before
    before = asked.size
    return isQuiet && [...asked].some((request) => new URL(request.url()).pathname === path)
  }
}

for (const [path, {notices}] of [
  ['/h5/about', zh],
  ['/h5/en/about', en],
] as const) {
  test(`from ${path}: a link followed offline leaves the visitor on the page, with a retry button`, async ({
    page,
    context,
  }) => {
    await openThenLose(page, path)
    const heading = await page.getByRole('heading', {level: 1}).textContent()
    const region = page.getByRole('status')
    await expect(region.getByText(notices.offline)).toBeVisible()
    const bar = page.locator('[data-progress]')
    const failures = await countFailures(page)
    await contactLink(page).click()
    await expect.poll(failures).toBe(1)
    await expect(region.getByText(notices.waiting)).toBeVisible()
    await expect(page.getByRole('heading', {level: 1})).toHaveText(heading ?? '')
    await expect(page).toHaveURL(new RegExp(`${path}$`))

    const retry = region.getByRole('button', {name: notices.retry})
    await expect(bar).toHaveAttribute('data-progress', 'hidden')
    await retry.click()
    await expect.poll(failures).toBe(2)
    await expect(retry).toBeVisible()

    await context.setOffline(false)
    await expect(page).toHaveURL(/\/contact(\?|$)/)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(region.getByText(notices.waiting)).toBeHidden()
  })
}

test('a prefetched page opens offline', async ({page, context}) => {
  await page.setViewportSize({width: 1280, height: 800})
  const isPrefetched = watchPrefetches(page, '/h5/en')
  await page.goto('/h5/en/about', {waitUntil: 'networkidle'})
  await untilInteractive(page)
  const link = homeLink(page)
  await link.hover()
  await expect.poll(isPrefetched, {intervals: [1000]}).toBe(true)
  await context.setOffline(true)
  await link.click()
  await expect(page).toHaveURL(/\/h5\/en$/)
  await expect(page.getByRole('status').getByText(en.notices.waiting)).toBeHidden()
})

test('a server that does not answer counts as a lost connection, and a retry loads the page', async ({page}) => {
  await emulateConnection(page, {saveData: true})
  await page.goto('/h5/en/about', {waitUntil: 'networkidle'})
  await untilInteractive(page)
  await page.route('**/*', (route) => route.abort('connectionrefused'))
  await contactLink(page).click()
  const notice = page.getByRole('status').getByText(en.notices.waiting)
  await expect(notice).toBeVisible()
  await page.unrouteAll({behavior: 'wait'})
  await page.getByRole('status').getByRole('button', {name: en.notices.retry}).click()
  await expect(page).toHaveURL(/\/contact(\?|$)/)
})
