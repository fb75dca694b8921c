import {expect, test} from '@playwright/test'
import {content} from '../support/content.ts'
import {discardDraft} from '../support/discardDraft.ts'
import {openPreview} from '../support/openPreview.ts'
import {StudioPage} from '../support/StudioPage.ts'

test.use({viewport: {width: 1600, height: 1000}})

const pageId = 'page-about'

const draftBlocks = () =>
  content.fetch<{_key: string; _type: string}[]>(
    '*[_id == $pageId][0].blocks[]{_key, _type}',
    {pageId},
    {perspective: 'drafts'},
  )

/** Inserts a block that is not filled in, as the button for adding blocks does. */
async function addEmptyBlock(): Promise<void> {
  const [first] = await draftBlocks()
  const insert = {after: `blocks[_key=="${first?._key}"]`, items: [{_type: 'comparison', _key: 'unfinished'}]}
  await content.action({
    actionType: 'sanity.action.document.edit',
    draftId: `drafts.${pageId}`,
    publishedId: pageId,
    patch: {insert},
  })
}

test.afterEach(() => discardDraft(pageId))

test('an incomplete block is a card in the preview, which says what is missing; visitors see nothing of it', async ({
  page,
  request,
}) => {
  await addEmptyBlock()
  const preview = await openPreview(new StudioPage(page), '/h5/about')
  const card = preview.locator('[data-incomplete]')
  await expect(card).toContainText('版本对比')
  await expect(card.getByRole('listitem').first()).toBeVisible()
  const html = await (await request.get('/h5/about')).text()
  expect(html).not.toMatch(/data-(incomplete|sanity)/)

  const field = page.getByTestId(/^field-blocks\[_key=="unfinished"\]/).first()
  await expect(async () => {
    await page.mouse.move(0, 0)
    await card.hover({position: {x: 6, y: 6}})
    await card.click({position: {x: 6, y: 6}})
    await expect(field).toBeVisible({timeout: 10_000})
  }).toPass()
})
