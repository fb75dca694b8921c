import {expect, test} from '@playwright/test'
import {content} from '../support/content.ts'
import {discardDraft} from '../support/discardDraft.ts'
import {openPreview} from '../support/openPreview.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {withoutBreaks} from '../support/siteUrls.ts'
import {textsWithoutField} from '../support/textsWithoutField.ts'

test.use({viewport: {width: 1440, height: 900}})

/** After so long an editor clicks again. */
const soon = {timeout: 30_000}

test('clicking a text in the preview opens its field, and the preview follows each keystroke', async ({
  page,
  request,
}) => {
  const published = await content.fetch<string>('*[_id == "page-advp"][0].title.zh')
  const preview = await openPreview(await StudioPage.at(page), '/h5/advp')
  const heading = preview.getByRole('heading', {level: 1})
  const input = page.getByTestId('field-title.zh').locator('input')
  // The page may be shown before a click on it leads anywhere.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await heading.hover()
    await heading.click()
    await expect(input).toBeVisible(soon)
  }).toPass()
  await input.fill('预览里先看到的标题')
  await expect(heading).toContainText('预览里先看到的标题')

  // Only what is saved can be discarded.
  await expect.poll(() => content.fetch('*[_id == "drafts.page-advp"][0].title.zh')).toBe('预览里先看到的标题')
  expect(withoutBreaks(await (await request.get('/h5/advp')).text())).not.toContain('预览里先看到的标题')
  await discardDraft('page-advp')
  await expect(heading).toContainText(published)
})

test('the preview shows phone width first, changes language and page, and keeps its place while it follows', async ({
  page,
}) => {
  const studio = await StudioPage.at(page)
  const preview = await openPreview(studio, '/h5/ui')
  const frame = page.locator('iframe')
  await expect.poll(async () => (await frame.boundingBox())?.width).toBeLessThan(430)

  // Clicks again while the old page is still shown, as an editor would.
  await expect(async () => {
    await page.getByTestId('preview-en').click()
    await expect(preview.locator('html')).toHaveAttribute('lang', /^en/, soon)
  }).toPass()
  const scrolled = () => preview.locator('html').evaluate((html) => html.scrollTop)
  // Until the Studio has matched the page, it may navigate there again and scroll to the top.
  // The page scrolls to the field that gets the focus, and from then on stays where the editor has scrolled it.
  await page.getByTestId('field-title.en').locator('input').click()
  await expect(page.getByRole('switch').or(page.getByRole('checkbox')).first()).toBeEnabled()
  const isMarked = () =>
    preview.locator('html').evaluate(() => document.getAnimations().some(({id}) => id === 'edited-field'))
  await expect.poll(isMarked).toBe(true)
  await expect(async () => {
    await preview.locator('html').evaluate(() => window.scrollTo(0, 400))
    expect(await scrolled()).toBe(400)
  }).toPass()
  const loadedAt = () => preview.locator('html').evaluate(() => performance.timeOrigin)
  const before = await loadedAt()
  await page.getByTestId('field-title.en').locator('input').fill('Written while the page is scrolled')
  await expect(preview.getByRole('heading', {level: 1})).toContainText('Written while the page is scrolled')
  expect(await scrolled()).toBe(400)
  expect(await loadedAt(), 'no reload').toBe(before)

  await expect(async () => {
    await page.getByTestId('site-map-page-odoo').getByRole('button').click()
    await expect(preview.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/h5\/en\/odoo$/, soon)
  }).toPass()
  await expect(page.getByTestId('field-title.en').locator('input')).toBeVisible()
  await discardDraft('page-ui')
})

test('every text of the content, on a page with each kind of block, leads to its field', async ({page}) => {
  test.setTimeout(900_000)
  await openPreview(await StudioPage.at(page), '/h5')
  const draft = await page.context().cookies()
  expect(draft.map(({name}) => name)).toContain('__prerender_bypass')
  expect(await textsWithoutField(page.request)).toEqual([])
})

test('drafts are shown to nobody without the Studio’s secret', async ({request}) => {
  expect((await request.get('/h5/api/draft-mode/events')).status()).toBe(403)
  const forged = await request.get(
    '/h5/api/draft-mode/enable?sanity-preview-secret=guessed&sanity-preview-pathname=/h5/advp',
  )
  expect(forged.status()).toBe(401)
})
