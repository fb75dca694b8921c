import {expect, type Page, test} from '@playwright/test'
import sharp from 'sharp'
import {content} from '../support/contentClient.ts'
import {discardDraft} from '../support/discardDraft.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {testProduct} from '../support/testProduct.ts'

test.use({viewport: {width: 1440, height: 900}})
test.afterEach(() => discardDraft(pageId))

const pageId = 'page-privacy'
const block = 'blocks[_type == "prose"][0]'

test('a photograph is uploaded, its hotspot set, and the site shows it cropped around that', {tag: '@long'}, async ({
  page,
  request,
}) => {
  const before = await content.fetch(`*[_id == $pageId][0]{"key": ${block}._key}`, {pageId})
  const path = `blocks[_key=="${before.key}"].photo`
  const studio = await StudioPage.at(page)
  await studio.visit(`${testProduct.studioUrl}/intent/edit/id=${pageId};type=page;path=${encodeURIComponent(path)}/`)
  const form = page.getByRole('dialog').last()
  await expect(form.getByTestId('image-input')).toBeVisible()
  const picture = {name: 'bench.png', mimeType: 'image/png', buffer: await leftRedRightBlue()}
  await form.getByTestId('image-input').locator('input[type="file"]').first().setInputFiles(picture)
  const photo = () => content.fetch(`*[_id == $draft][0].${block}.photo`, {draft: `drafts.${pageId}`})
  await expect.poll(async () => (await photo())?.asset?._ref).toMatch(/^image-/)

  await form.getByTestId('options-menu-edit-details').click()
  const {x, y, width, height} = await toolPlace(page)
  const drag = async (from: number, to: number, downwards: boolean) => {
    await page.mouse.move(x + width * from, y + height * (downwards ? from : 0.5))
    await page.mouse.down()
    await page.mouse.move(x + width * to, y + height * (downwards ? to : 0.5), {steps: 8})
    await page.mouse.up()
  }
  // The circle covers the picture, so it is resized before it is moved.
  await drag(0.5 + Math.SQRT1_2 / 2, 0.6, true)
  await expect.poll(async () => (await photo())?.hotspot?.width).toBeLessThan(1)
  await drag(0.5, 0.8, false)
  await expect.poll(async () => (await photo())?.hotspot?.x).toBeGreaterThan(0.65)
  await page.keyboard.press('Escape')

  await content
    .patch(`drafts.${pageId}`)
    .set({[`${path}.alt`]: {_type: 'localeString', zh: '试验台照片', en: 'A test bench'}})
    .commit()
  await content.action({actionType: 'sanity.action.document.publish', draftId: `drafts.${pageId}`, publishedId: pageId})
  await expect.poll(async () => (await request.get('/h5/en/privacy')).text()).toContain('A test bench')
  await page.goto('/h5/en/privacy')
  const shown = page.getByRole('img', {name: 'A test bench'})
  await expect(shown).toBeVisible()
  const gapAbove = await shown.evaluate((image) => {
    const isBefore = (text: Element) =>
      (text.compareDocumentPosition(image) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && text.checkVisibility()
    const text = [...document.querySelectorAll('main :is(h2, p, li)')].filter(isBefore).at(-1)
    return image.getBoundingClientRect().top - (text?.getBoundingClientRect().bottom ?? 0)
  })
  expect(gapAbove, 'the photograph keeps its distance from the text above').toBeGreaterThanOrEqual(16)
  const source = await shown.evaluate((image) =>
    image instanceof HTMLImageElement ? image.currentSrc || image.src : '',
  )
  expect(new URL(source).pathname).toBe('/h5/_next/image')
  const answer = await request.get(source, {headers: {accept: 'image/avif,image/webp'}})
  expect(answer.headers()['content-type']).toBe('image/avif')
  const {data, info} = await sharp(await answer.body())
    .raw()
    .toBuffer({resolveWithObject: true})
  expect(info.width / info.height).toBeCloseTo(1.5, 1)
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  expect(data[middle + 2], 'blue is in the middle').toBeGreaterThan(200)
  expect(data[middle]).toBeLessThan(60)
  await content.action([
    {
      actionType: 'sanity.action.document.edit',
      draftId: `drafts.${pageId}`,
      publishedId: pageId,
      patch: {unset: [path]},
    },
    {actionType: 'sanity.action.document.publish', draftId: `drafts.${pageId}`, publishedId: pageId},
  ])
})

/** Returns the box of the picture in the hotspot tool. */
async function toolPlace(page: Page): Promise<{x: number; y: number; width: number; height: number}> {
  const tool = page.getByRole('dialog').last().locator('svg:not([data-sanity-icon])').last()
  await expect.poll(async () => (await tool.boundingBox())?.width ?? 0).toBeGreaterThan(100)
  const place = await tool.boundingBox()
  if (!place) throw new Error('The hotspot cannot be set')
  return place
}

/** Its middle is the edge between the colours: only a crop around the hotspot shows blue there. */
async function leftRedRightBlue(): Promise<Buffer> {
  const half = {width: 800, height: 500, channels: 3 as const}
  const blue = await sharp({create: {...half, background: '#0000ff'}})
    .png()
    .toBuffer()
  return sharp({create: {...half, width: 1600, background: '#ff0000'}})
    .composite([{input: blue, left: 800, top: 0}])
    .png()
    .toBuffer()
}
