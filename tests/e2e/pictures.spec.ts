import {expect, test} from '@playwright/test'
import sharp from 'sharp'
import {content, publishEdit} from '../support/contentClient.ts'
import {discardDraft} from '../support/discardDraft.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {testProduct} from '../support/testProduct.ts'

test.use({locale: 'zh-CN', viewport: {width: 1440, height: 900}})

const pageId = 'page-privacy'
const uploaded: string[] = []

async function upload(filename: string, background: string, width = 1200): Promise<string> {
  const picture = await sharp({create: {width, height: 600, channels: 3, background}})
    .png()
    .toBuffer()
  const {_id} = await content.assets.upload('image', picture, {filename})
  uploaded.push(_id)
  return _id
}

const reference = (_ref: string) => ({_type: 'image', asset: {_type: 'reference', _ref}})
const alt = {_type: 'localeString', zh: '红色试验台', en: 'A red bench'}

test.afterEach(async () => {
  await discardDraft(pageId)
  for (const id of uploaded.splice(0)) await content.delete(id).catch(() => undefined)
})

test('the library finds a picture, gives it a text, replaces it everywhere, takes that back, and deletes what is unused', async ({
  page,
}) => {
  const red = await upload('red-bench.png', '#c21')
  const blue = await upload('blue-bench.png', '#12c')
  const draft = `drafts.${pageId}`
  await content.action({
    actionType: 'sanity.action.document.edit',
    draftId: draft,
    publishedId: pageId,
    patch: {set: {'seo.image': {...reference(red), alt}}},
  })
  const studio = await StudioPage.at(page)
  await studio.visit(`${testProduct.studioUrl}/structure/media`)
  const library = page.getByTestId('media')
  await library.getByRole('searchbox', {name: '查找图片'}).fill('bench privacy')
  await expect(library.getByRole('button', {name: /bench\.png/})).toHaveText([/red-bench\.png.*用在 1 份文档/s])
  await library.getByRole('searchbox').fill('bench')
  await library.getByRole('button', {name: /blue-bench/}).click()
  const dialog = page.getByTestId('picture')
  await dialog.getByRole('textbox', {name: /中文/}).fill('蓝色试验台')
  await dialog.getByRole('textbox', {name: /English/}).fill('A blue bench')
  await dialog.getByRole('button', {name: '保存默认替代文字'}).click()
  await expect
    .poll(() => content.fetch('*[_id == $blue][0].alternative', {blue}))
    .toEqual({_type: 'localeString', zh: '蓝色试验台', en: 'A blue bench'})
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await library.getByRole('button', {name: /red-bench/}).click()
  await expect(dialog).toContainText('用在 1 处')
  await dialog.getByRole('button', {name: '到处换成另一张…'}).click()
  await dialog.getByRole('searchbox', {name: '查找图片'}).fill('蓝色 bench')
  await dialog.getByRole('button', {name: 'blue-bench.png'}).click()
  await expect(dialog.getByRole('button', {name: '换 1 份文档'})).toBeInViewport()
  await dialog.getByRole('button', {name: '换 1 份文档'}).click()
  const inDraft = () => content.fetch('*[_id == $draft][0].seo.image', {draft})
  await expect.poll(inDraft).toEqual({...reference(blue), alt})
  await expect(dialog).toBeHidden()
  await page.getByTestId('undo-offer').click()
  await expect(page.getByText('已撤销', {exact: true})).toBeVisible()
  expect(await inDraft()).toEqual({...reference(red), alt})

  await library.getByRole('button', {name: /red-bench/}).click()
  await dialog.getByRole('button', {name: '到处换成另一张…'}).click()
  await dialog.getByRole('button', {name: 'blue-bench.png'}).click()
  await dialog.getByRole('button', {name: '换 1 份文档'}).click()
  await expect.poll(inDraft).toEqual({...reference(blue), alt})
  await expect(dialog).toBeHidden()

  await library.getByRole('combobox', {name: '筛选'}).selectOption('没有用到的')
  await library.getByRole('button', {name: /red-bench/}).click()
  await dialog.getByRole('button', {name: '删除…'}).click()
  await page.getByRole('dialog', {name: '删除 1 张图片'}).getByRole('button', {name: '删除'}).click()
  await expect(library.getByRole('button', {name: /red-bench/})).toHaveCount(0)
  await expect.poll(() => content.getDocument(red)).toBeUndefined()
})

test('a picture that is chosen brings its default text to an empty field', {tag: '@long'}, async ({page}) => {
  const green = await upload('green-bench.png', '#2a4')
  await content.patch(green, {set: {alternative: {...alt, zh: '绿色试验台'}}}).commit()
  const studio = await StudioPage.at(page)
  const path = encodeURIComponent('seo.image')
  await studio.visit(`${testProduct.studioUrl}/intent/edit/id=${pageId};type=page;path=${path}/`)
  await page.getByTestId('image-input').getByRole('button', {name: '选择'}).click()
  const picker = page.getByRole('dialog', {name: '选择图片'})
  await picker.getByRole('searchbox').fill('绿色')
  await picker.getByRole('button', {name: 'green-bench.png'}).click()
  await expect
    .poll(() => content.fetch('*[_id == $draft][0].seo.image.alt', {draft: `drafts.${pageId}`}))
    .toEqual({_type: 'localeString', zh: '绿色试验台', en: 'A red bench'})
})

test('a sharing image is cropped to the shape in which links show it', {tag: '@long'}, async ({request, baseURL}) => {
  const tall = await upload('tall.png', '#963', 400)
  const crop = {_type: 'sanity.imageCrop', top: 0.5, bottom: 0, left: 0, right: 0}
  const before = await content.getDocument(pageId)
  await publishEdit(pageId, {'seo.image': {...reference(tall), alt, crop}})
  try {
    const image = async () => {
      const html = await (await request.get('/h5/en/privacy')).text()
      return /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    }
    await expect.poll(image).toContain('rect')
    const {pathname, search} = new URL(await image())
    const answer = await request.get(`${baseURL}${pathname}${search}`)
    expect(answer.status()).toBe(200)
    const {width = 0, height = 1} = await sharp(await answer.body()).metadata()
    expect(width / height).toBeCloseTo(1200 / 630, 1)
  } finally {
    await (before?.seo ? publishEdit(pageId, {seo: before.seo}) : publishEdit(pageId, {}, ['seo.image']))
  }
})
