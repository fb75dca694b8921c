import {expect, type Page, test} from '@playwright/test'
import {freshnessInterval} from '../../lib/constants.ts'
import {content, publishEdit} from '../support/contentClient.ts'
import {contentVersion, textOf} from '../support/siteUrls.ts'

const path = '/h5/en/web'
const payload = '/h5/payloads/en/web.json'
const isPayload = (url: URL): boolean => url.pathname === payload
const notice = (page: Page) => page.getByRole('status')
const heading = (page: Page) => page.getByRole('heading', {level: 1})

/** Returns to the tab. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

/** Returns to the tab until the page has requested its payload, as it checks only once the browser is idle. */
async function untilLooked(page: Page): Promise<void> {
  const looked = page.waitForResponse((response) => isPayload(new URL(response.url())))
  await expect(async () => {
    await comeBack(page)
    await Promise.race([looked, page.waitForRequest((request) => isPayload(new URL(request.url())), {timeout: 500})])
  }).toPass()
  await looked
}

test('new content is offered when the visitor returns, and loads without losing the scroll position', async ({
  page,
  request,
}) => {
  await page.goto(path, {waitUntil: 'networkidle'})
  const title = await content.fetch('*[_id == "page-web"][0].title')
  await page.evaluate(() => window.scrollTo({top: 400, behavior: 'instant'}))
  const changed = 'A title that was changed while it was read'
  await publishEdit('page-web', {'title.en': changed})
  try {
    const html = async () => (await request.get(path)).text()
    // Not any other version: what an earlier test restored may arrive only now.
    await expect.poll(async () => textOf(await html(), 'h1')).toBe(changed)
    const isSame = async () => (await (await request.get(payload)).json()).version === contentVersion(await html())
    await expect.poll(isSame).toBe(true)
    await untilLooked(page)
    await expect(notice(page).getByText('This page has changed')).toBeVisible()
    await expect(heading(page)).toHaveText(title.en)
    await page.getByRole('button', {name: 'Show the new version'}).click()
    await expect(heading(page)).toHaveText(changed)
    await expect(page.getByText('This page has changed')).toBeHidden()
    expect(await page.evaluate(() => Math.round(window.scrollY))).toBe(400)
  } finally {
    await publishEdit('page-web', {title})
  }
})

test('an error keeps what is shown and offers a retry', async ({page}) => {
  await page.goto(path, {waitUntil: 'networkidle'})
  const shown = await heading(page).textContent()
  await page.route(isPayload, (route) => route.fulfill({status: 503, body: ''}))
  await untilLooked(page)
  await expect(notice(page).getByText('Could not check this page for changes')).toBeVisible()
  await expect(heading(page)).toHaveText(shown ?? '')
  await page.unrouteAll({behavior: 'wait'})
  await notice(page).getByRole('button', {name: 'Try again'}).click()
  await expect(page.getByText('Could not check this page for changes')).toBeHidden()
  await expect(heading(page)).toHaveText(shown ?? '')
})

test('the page revalidates when the connection is back, and at an interval', async ({page, context}) => {
  await page.clock.install()
  await page.goto(path, {waitUntil: 'networkidle'})
  await untilLooked(page)
  let looks = 0
  page.on('response', (response) => {
    if (isPayload(new URL(response.url()))) looks += 1
  })
  /** Waits for one more look; longer than a busy machine pauses. */
  const looksAgain = (before: number) => expect.poll(() => looks, {timeout: 12_000}).toBeGreaterThan(before)
  // Repeated requests are deduplicated for a while, so each try is ten seconds later. All must end long before
  // `freshnessInterval`, after which the page checks anyway.
  await expect(async () => {
    await page.clock.runFor(10_000)
    const before = looks
    await context.setOffline(true)
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
    await context.setOffline(false)
    await looksAgain(before)
  }).toPass({timeout: 120_000})
  await expect(async () => {
    await page.clock.runFor(10_000)
    const before = looks
    await page.clock.runFor(freshnessInterval)
    await looksAgain(before)
  }).toPass()
})
