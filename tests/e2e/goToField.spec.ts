import {expect, type Locator, type Page, test} from '@playwright/test'
import {content} from '../support/contentClient.ts'
import {discardDraft} from '../support/discardDraft.ts'
import {openPreview} from '../support/openPreview.ts'
import {StudioPage} from '../support/StudioPage.ts'

test.use({viewport: {width: 1440, height: 900}})

const pageId = 'page-about'

interface Nested {
  block: string
  item: string
}

/** The last block of the page with a list of titled items, and the last of these: both far from the top. */
async function lastTitledItem(): Promise<Nested> {
  const blocks = await content.fetch<Nested[]>(
    '*[_id == $pageId][0].blocks[defined(items[0].title.zh)]{"block": _key, "item": items[-1]._key}',
    {pageId},
  )
  const last = blocks.at(-1)
  if (!last) throw new Error(`${pageId} has no block with titled items`)
  return last
}

/** Takes away the English title of a list item, in a draft. Returns the field's path. */
async function leaveUntranslated({block, item}: Nested): Promise<string> {
  const path = `blocks[_key=="${block}"].items[_key=="${item}"].title.en`
  const draftId = `drafts.${pageId}`
  const patch = {unset: [path]}
  await content.action({actionType: 'sanity.action.document.edit', draftId, publishedId: pageId, patch})
  return path
}

/** The English heading of one of the page's blocks, by which its row in the form is named. */
async function headingOf(index: 0 | 1): Promise<string> {
  const headings = await content.fetch<string[]>('*[_id == $pageId][0].blocks[].heading.en', {pageId})
  return headings[index] ?? ''
}

const inputOf = (page: Page, path: string): Locator =>
  page.getByTestId(`field-${path}`).locator('input, textarea').first()

test.afterEach(() => discardDraft(pageId))

test('Go there, in the publish dialog, ends with the caret in the field, also while another block is open', async ({
  page,
}) => {
  const path = await leaveUntranslated(await lastTitledItem())
  const studio = await StudioPage.at(page)
  await studio.open(pageId, 'page')
  await studio.form.getByRole('button', {name: await headingOf(0)}).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await studio.publishButton.click()
  await page.getByTestId('publish-ask').getByRole('link', {name: 'Go there'}).first().click()
  await expect(inputOf(page, path)).toBeFocused()
  await expect(inputOf(page, path)).toBeInViewport()
})

test('an untranslated text in the list above the form leads to its field, ready for typing', {tag: '@long'}, async ({
  page,
}) => {
  const {block, item} = await lastTitledItem()
  const path = await leaveUntranslated({block, item})
  const studio = await StudioPage.at(page)
  await studio.open(pageId, 'page')
  await studio.form.getByTestId('document-completeness').getByRole('link').first().click()
  await expect(inputOf(page, path)).toBeFocused()
  await expect(inputOf(page, path)).toBeInViewport()
  await page.keyboard.type('Typed at once')
  await expect(inputOf(page, path)).toHaveValue('Typed at once')
})

test('in Preview it keeps the width of the page and the site map', {tag: '@long'}, async ({page}) => {
  const path = await leaveUntranslated(await lastTitledItem())
  await openPreview(await StudioPage.at(page), '/h5/about')
  const width = async () => (await page.locator('iframe').boundingBox())?.width
  await expect.poll(width).toBeLessThan(430)
  await page.getByTestId('document-completeness').getByRole('link').first().click()
  await expect(inputOf(page, path)).toBeFocused()
  expect(await width()).toBeLessThan(430)
  await expect(page.getByTestId('site-map-page-odoo')).toBeVisible()
  expect(page.url()).toContain('/presentation')
})

test('from the health check it ends with the caret in the field', {tag: '@long'}, async ({page}) => {
  const path = await leaveUntranslated(await lastTitledItem())
  const studio = await StudioPage.at(page)
  await studio.open(pageId, 'page')
  await page.getByRole('link', {name: 'Health', exact: true}).first().click()
  await page.getByRole('button', {name: 'With all drafts'}).click()
  const title = await content.fetch<string>('*[_id == $pageId][0].title.en', {pageId})
  await page
    .getByTestId(/^health-/)
    .getByRole('link', {name: title})
    .first()
    .click()
  await expect(inputOf(page, path)).toBeFocused()
})
