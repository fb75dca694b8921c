import {expect, test} from '@playwright/test'
import {content} from '../support/contentClient.ts'
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

test('an incomplete block is a card in the preview, which says what is missing; visitors see nothing of it', {
  tag: '@long',
}, async ({page, request}) => {
  await addEmptyBlock()
  const preview = await openPreview(await StudioPage.at(page), '/h5/about')
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

test('a draft with values that do not fit their fields is shown without them, with a way to each', async ({page}) => {
  const [first] = await draftBlocks()
  await content.action({
    actionType: 'sanity.action.document.edit',
    draftId: `drafts.${pageId}`,
    publishedId: pageId,
    patch: {
      set: {
        description: 'No text in two languages',
        [`blocks[_key=="${first?._key}"]`]: {...first, heading: 7, body: {}},
      },
      insert: {after: 'blocks[-1]', items: ['not a block']},
    },
  })
  const preview = await openPreview(await StudioPage.at(page), '/h5/about')
  const card = preview.locator('[data-invalid-values]')
  const lead = card.getByRole('listitem').filter({hasText: /^页面 · .+ › 导语$/})
  await expect(lead).toBeVisible()
  await expect(card).toContainText('内容块 1 › 正文 › 小标题')
  await expect(card).not.toContainText(/page-about|description|blocks/)
  await expect(preview.getByRole('contentinfo')).toBeVisible()
  await lead.click()
  await expect(page.getByText('Invalid property value').first()).toBeInViewport()
})

test('a new block is whole in the preview at once; its samples are refused on publishing, with a way to each', async ({
  page,
  request,
}) => {
  const studio = await StudioPage.at(page)
  await studio.open(pageId, 'page')
  await (await studio.pickBlock('points')).click()
  const added = () => draftBlocks().then((blocks) => blocks.at(-1)?._type)
  await expect.poll(added).toBe('points')
  const english = page.getByRole('dialog').locator('[data-testid$=".heading.en"] input')
  await expect(english).toHaveValue('[Sample] Write the heading of this section')
  await expect(page.getByRole('dialog').getByTestId('input-validation-icon-error').first()).toBeVisible()
  // In a hurry: the mark goes, the rest stays.
  await english.fill('Write the heading of this section')
  await expect
    .poll(() => content.fetch('*[_id == $id][0].blocks[-1].heading.en', {id: `drafts.${pageId}`}))
    .toBe('Write the heading of this section')
  await page.keyboard.press('Escape')
  await studio.publishButton.click()
  const refused = page.getByTestId('publish-refuse')
  await expect(refused.getByText('This is sample text: replace it.')).toHaveCount(16)
  await expect(refused).toContainText('Heading › English')
  await page.getByRole('button', {name: 'Back', exact: true}).click()

  const preview = await openPreview(studio, '/h5/about')
  await expect(preview.getByRole('heading', {name: '【示例】在这里写这一段的小标题'})).toBeVisible()
  await expect(preview.getByText('【示例】第三条用一两句话说清楚。')).toBeVisible()
  await expect(preview.locator('[data-incomplete]')).toHaveCount(0)
  expect(await (await request.get('/h5/about')).text()).not.toContain('【示例')
})
