import {expect, type Page, test} from '@playwright/test'

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
const featureLink = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', {name: /Test orders/})
    .first()

test('a new route begins at the top; back and forward return to where the reader was', async ({page}) => {
  await page.goto('/h5/en/lims', {waitUntil: 'networkidle'})
  const link = featureLink(page)
  await link.scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollBy({top: 40, behavior: 'instant'}))
  const before = await scrolled(page)
  expect(before).toBeGreaterThan(100)
  await link.click()
  await expect(page).toHaveURL(/limsPages\/entrust$/)
  await expect.poll(() => scrolled(page)).toBe(0)
  await page.evaluate(() => window.scrollTo({top: 333, behavior: 'instant'}))
  await page.goBack()
  await expect(page).toHaveURL(/\/lims$/)
  await expect.poll(() => scrolled(page)).toBe(before)
  await page.goForward()
  await expect(page).toHaveURL(/limsPages\/entrust$/)
  await expect.poll(() => scrolled(page)).toBe(333)
})

test('a page opened by a link ends with the same layout as one that was loaded', async ({page}) => {
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  await page.goto('/h5/en/limsPages/entrust', {waitUntil: 'networkidle'})
  const loaded = await height()
  await page.goto('/h5/en/lims', {waitUntil: 'networkidle'})
  const link = featureLink(page)
  await link.click()
  await expect(page).toHaveURL(/limsPages\/entrust$/)
  await expect.poll(height).toBe(loaded)
  await expect(page.locator('[data-entering]')).toHaveCount(0)
})
