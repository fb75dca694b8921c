import {expect, type FrameLocator, test} from '@playwright/test'
import {content} from '../support/contentClient.ts'
import {clickInPreview, openPreview} from '../support/openPreview.ts'
import {StudioPage} from '../support/StudioPage.ts'

test.use({viewport: {width: 1440, height: 900}})

interface Block {
  key: string
  heading: string
}

/** Blocks of a page that have a heading, the last one first: it is far from the top. */
async function headedBlocks(pageId: string): Promise<Block[]> {
  const blocks = await content.fetch<Block[]>(
    '*[_id == $pageId][0].blocks[defined(heading.zh)]{"key": _key, "heading": heading.zh}',
    {pageId},
    {perspective: 'published'},
  )
  return blocks.toReversed()
}

declare global {
  interface Window {
    /** The texts of the places that were marked, or that they were out of view. */
    marks?: string[]
  }
}

/** Runs in each document before its scripts: a mark lasts a moment, and goes with the element that the page replaces. */
function recordMarks(): void {
  const marks: string[] = []
  window.marks = marks
  const {animate} = Element.prototype
  Element.prototype.animate = function (...args) {
    const animation = animate.apply(this, args)
    if (animation.id === 'edited-field') {
      const {top, bottom} = this.getBoundingClientRect()
      marks.push(bottom > 0 && top < window.innerHeight ? (this.textContent ?? '') : 'the mark is out of view')
    }
    return animation
  }
}

test.beforeEach(({context}) => context.addInitScript(recordMarks))

/** The text of the place that the preview has marked last, if it was in view. */
const markedText = (preview: FrameLocator): Promise<string> =>
  preview.locator('html').evaluate(() => window.marks?.at(-1) ?? 'nothing is marked')

/** Scrolls by hand, as far as the preview knows, and forgets what was marked. */
const scrollToTop = (preview: FrameLocator) =>
  preview.locator('html').evaluate(() => {
    window.scrollTo(0, 0)
    window.marks?.splice(0)
  })

test('the page scrolls to the field that gets the focus and marks it, each time and in the other language', async ({
  page,
}) => {
  const [last] = await headedBlocks('page-advp')
  if (!last) throw new Error('page-advp has no block with a heading')
  const preview = await openPreview(await StudioPage.at(page), '/h5/advp')
  const title = page.getByTestId('field-title.zh').locator('input')
  // The page may come late, after an error page: its title first.
  await expect(preview.getByRole('heading', {level: 1})).toContainText('ADVP')
  await title.click()
  await expect.poll(() => markedText(preview)).not.toMatch(/marked|out of view/)

  const field = (locale: string) =>
    page.getByTestId(`field-blocks[_key=="${last.key}"].heading.${locale}`).locator('input, textarea').first()
  const heading = preview.getByRole('heading', {level: 2}).last()
  await clickInPreview(heading, () => expect(field('zh')).toBeVisible({timeout: 10_000}))
  await expect.poll(() => markedText(preview)).toContain(last.heading.slice(-2))

  // The same place, from the field of the language that this page does not show.
  await scrollToTop(preview)
  await field('en').click()
  await expect.poll(() => markedText(preview)).toContain(last.heading.slice(-2))

  // The same field again, after the page was scrolled by hand.
  await scrollToTop(preview)
  await page.getByTestId('preview-zh').focus()
  await field('en').click()
  await expect.poll(() => markedText(preview)).toContain(last.heading.slice(-2))
})

test('Preview opens the page being edited, in the language being edited, and keeps its width from page to page', {
  tag: '@long',
}, async ({page}) => {
  const studio = await StudioPage.at(page)
  await studio.open('page-advp', 'page')
  await studio.input('title.en').click()
  await page.getByRole('link', {name: 'Preview', exact: true}).first().click()
  const preview = page.frameLocator('iframe')
  await expect(preview.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/h5\/en\/advp$/)

  const width = async () => (await page.locator('iframe').boundingBox())?.width
  await expect.poll(width).toBeLessThan(430)
  await page.getByTestId('preview-viewport-toggle').click()
  await expect.poll(width).toBeGreaterThan(430)
  await page.getByTestId('site-map-page-odoo').getByRole('button').click()
  await expect(preview.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/odoo$/)
  expect(await width()).toBeGreaterThan(430)
  await page.getByTestId('preview-viewport-toggle').click()
  await expect.poll(width).toBeLessThan(430)
})
