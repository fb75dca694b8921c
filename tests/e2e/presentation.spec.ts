import {expect, type FrameLocator, type Request, test} from '@playwright/test'
import {stegaClean} from '@sanity/client/stega'
import {content} from '../support/contentClient.ts'
import {discardDraft} from '../support/discardDraft.ts'
import {holdRequests} from '../support/holdRequests.ts'
import {clickInPreview, openPreview} from '../support/openPreview.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {withoutBreaks} from '../support/siteUrls.ts'
import {textsWithoutField} from '../support/textsWithoutField.ts'

test.use({viewport: {width: 1440, height: 900}})

/** After so long an editor clicks again. */
const soon = {timeout: 30_000}

/** Whether the page marks the field that has the focus. */
const isMarked = (preview: FrameLocator) =>
  preview.locator('html').evaluate(() => document.getAnimations().some(({id}) => id === 'edited-field'))

test('clicking a text in the preview opens its field, and the preview follows each keystroke', async ({
  page,
  request,
}) => {
  const published = await content.fetch<string>('*[_id == "page-advp"][0].title.zh')
  const preview = await openPreview(await StudioPage.at(page), '/h5/advp')
  const heading = preview.getByRole('heading', {level: 1})
  const input = page.getByTestId('field-title.zh').locator('input')
  // A second time, too, when Presentation has nothing new to tell the form.
  for (const _time of [1, 2]) {
    await clickInPreview(heading, () => expect(input).toBeFocused({timeout: 10_000}))
    await input.blur()
  }
  await input.fill('预览里先看到的标题')
  await expect(heading).toContainText('预览里先看到的标题')

  // Only what is saved can be discarded.
  await expect.poll(() => content.fetch('*[_id == "drafts.page-advp"][0].title.zh')).toBe('预览里先看到的标题')
  expect(withoutBreaks(await (await request.get('/h5/advp')).text())).not.toContain('预览里先看到的标题')
  await discardDraft('page-advp')
  await expect(heading).toContainText(published)
})

test('the preview shows phone width first, changes language and page, and keeps its place while it follows', {
  tag: '@long',
}, async ({page}) => {
  const studio = await StudioPage.at(page)
  const preview = await openPreview(studio, '/h5/ui')
  const frame = page.locator('iframe')
  await expect.poll(async () => (await frame.boundingBox())?.width).toBeLessThan(430)

  await page.getByTestId('preview-en').click()
  await expect(preview.locator('html')).toHaveAttribute('lang', /^en/)
  const scrolled = () => preview.locator('html').evaluate((html) => html.scrollTop)
  // Until the Studio has matched the page, it may navigate there again and scroll to the top.
  // The page scrolls to the field that gets the focus, and from then on stays where the editor has scrolled it.
  await page.getByTestId('field-title.en').locator('input').click()
  await expect(page.getByRole('switch').or(page.getByRole('checkbox')).first()).toBeEnabled()
  await expect.poll(() => isMarked(preview)).toBe(true)
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

  await page.getByTestId('site-map-page-odoo').getByRole('button').click()
  await expect(preview.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/h5\/en\/odoo$/)
  await expect(page.getByTestId('field-title.en').locator('input')).toBeVisible()
  await discardDraft('page-ui')
})

test('what is typed is on the page before the server has rendered it, and gives way to its rendering', async ({
  page,
}) => {
  const published = await content.fetch<string>('*[_id == "page-java"][0].title.zh')
  const studio = await StudioPage.at(page)
  const preview = await openPreview(studio, '/h5/java')
  const field = (locale: string) => page.getByTestId(`field-title.${locale}`).locator('input')
  const heading = preview.getByRole('heading', {level: 1})
  const said = async () => stegaClean((await heading.textContent()) ?? '')
  await field('zh').click()
  await studio.untilIdle()
  // The page may be shown before it listens to the Studio.
  await expect(async () => {
    await field('en').click()
    await field('zh').click()
    await expect.poll(() => isMarked(preview), soon).toBe(true)
  }).toPass()
  const isRendering = (request: Request) => request.headers().rsc !== undefined
  const held = await holdRequests(page, isRendering)
  await page.keyboard.press('End')
  await page.keyboard.type('，边写边看')
  await expect.poll(said).toBe(`${published}，边写边看`)

  // In formatted text, too. At its end by the click itself: the editor may not have taken over the caret of a click yet.
  const paragraph = preview.locator('p', {hasText: '总是一起变的两件事'})
  await paragraph.click()
  const body = page.getByTestId('field-blocks[_key=="prose1"].body.zh').last()
  const editor = body.locator('[contenteditable=true]').first()
  const last = editor.locator('> *').last()
  const {width, height} = (await last.boundingBox()) ?? {width: 0, height: 0}
  await last.click({position: {x: width - 1, y: height - 1}})
  await expect(editor).toBeFocused()
  await page.keyboard.type('所以分开。')
  await expect(paragraph).toContainText('所以分开。')
  await page.keyboard.press('Escape')
  held.release()
  // Another field has the focus: nothing but the server's rendering can show the text for long.
  await field('en').click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await expect.poll(said).toBe(`${published}，边写边看`)
  await discardDraft('page-java')
  await expect.poll(said).toBe(published)
})

test('every text of the content, on a page with each kind of block, leads to its field', {tag: '@long'}, async ({
  page,
}) => {
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
