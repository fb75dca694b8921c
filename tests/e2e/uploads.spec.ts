import {globSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, type Route, test} from '@playwright/test'
import sharp from 'sharp'
import {content} from '../support/contentClient.ts'
import {discardDraft} from '../support/discardDraft.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {testProduct} from '../support/testProduct.ts'

test.use({viewport: {width: 1440, height: 900}})
test.afterEach(async () => {
  await discardDraft(pageId)
  // The Studio does not upload a picture that the lake has.
  await content.delete({
    query: '*[_type == "sanity.imageAsset" && originalFilename in ["cut.png", "good.png", "animated.webp"]]',
  })
})

const pageId = 'page-privacy'
const block = 'blocks[_type == "prose"][0]'

async function files() {
  const png = await sharp({create: {width: 800, height: 600, channels: 3, background: '#345'}})
    .png()
    .toBuffer()
  // Says that it is 12000 × 9000: to draw that many pixels takes many seconds.
  const large = await sharp({create: {width: 8, height: 8, channels: 3, background: '#345'}})
    .jpeg()
    .toBuffer()
  const frame = large.indexOf(Buffer.from([0xff, 0xc0]))
  large.writeUInt16BE(9000, frame + 5)
  large.writeUInt16BE(12_000, frame + 7)
  return [
    {name: 'damaged.png', mimeType: 'image/png', buffer: png.subarray(0, png.length / 2)},
    {name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')},
    {name: 'large.jpg', mimeType: 'image/jpeg', buffer: large},
    {name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')},
  ]
}

test('the built Studio holds nothing of exif-component, which is under the LGPL', () => {
  const folder = join(testProduct.dataDir, 'studio')
  const files = globSync('**/*.js', {cwd: folder})
  expect(files.length).toBeGreaterThan(10)
  const holds = (file: string) => readFileSync(join(folder, file), 'utf8').includes('Illegal byte order value')
  expect(files.filter(holds)).toEqual([])
})

const frame = (background: string) =>
  sharp({create: {width: 300, height: 200, channels: 3, background}})
    .png()
    .toBuffer()

const languages = [
  {
    locale: 'zh-CN',
    limits: '不超过 20 MB 和 1 亿像素',
    generic: /更多信息请查看控制台|此时无法完成上传/,
    told: {
      choose: '选择图片',
      title: (name: string) => `没有上传“${name}”`,
      animated: /^这是动图：网站上只显示第一帧/,
      reasons: ['已损坏', '这是 SVG 矢量图', '12000 × 9000 像素', '这是 HEIC 照片'],
    },
  },
  {
    locale: 'en-US',
    limits: 'up to 20 MB and 100 megapixels',
    generic: /See the console|could not be completed/,
    told: {
      choose: 'Choose a picture',
      title: (name: string) => `“${name}” was not uploaded`,
      animated: /^This picture is animated\. The site shows its first frame only/,
      reasons: ['is damaged', 'an SVG drawing', '12000 × 9000 pixels', 'an HEIC photograph'],
    },
  },
]

for (const {locale, limits, generic, told} of languages) {
  test.describe(locale, {tag: locale === 'zh-CN' ? [] : '@long'}, () => {
    test.use({locale})

    test('a refused picture comes with the reason and what to do', async ({page}, testInfo) => {
      const before = await content.fetch(`*[_id == $pageId][0]{"key": ${block}._key}`, {pageId})
      const path = `blocks[_key=="${before.key}"].photo`
      const studio = await StudioPage.at(page)
      await studio.visit(
        `${testProduct.studioUrl}/intent/edit/id=${pageId};type=page;path=${encodeURIComponent(path)}/`,
      )
      const form = page.getByRole('dialog').last()
      await expect(form.getByTestId('image-input')).toBeVisible()
      await expect(form).toContainText(limits)
      const input = form.getByTestId('image-input').locator('input[type="file"]').first()
      // Messages stay for half a minute; a slow machine needs that long to show all.
      for (const [index, file] of (await files()).entries()) {
        await input.setInputFiles(file)
        await expect(page.getByText(told.title(file.name)).first()).toBeVisible()
        await expect(page.getByText(told.reasons[index] ?? '').first()).toBeVisible()
      }
      await testInfo.attach('toasts', {
        body: await page.screenshot({path: testInfo.outputPath('toasts.png')}),
        contentType: 'image/png',
      })
      await expect(page.getByText(generic)).toHaveCount(0)

      // The line goes in the middle: the form stays in view, and says what happened.
      const held = Promise.withResolvers<Route>()
      await page.route('**/assets/images/**', (route) => held.resolve(route), {times: 1})
      await input.setInputFiles({name: 'cut.png', mimeType: 'image/png', buffer: await frame('#285')})
      const upload = await held.promise
      await expect(
        form.getByTestId('image-input').getByRole('progressbar').or(form.getByText('cut.png')).first(),
      ).toBeVisible()
      await expect(page.getByRole('dialog', {name: told.choose})).toHaveCount(0)
      await upload.abort()
      await expect(page.getByText(told.title('cut.png')).first()).toBeVisible()

      // The next upload works as usual; of an animated picture the form says that it stands still on the site.
      const frames = await Promise.all(['#285', '#852'].map(frame))
      const animated = await sharp(frames, {join: {animated: true}})
        .webp()
        .toBuffer()
      await input.setInputFiles({name: 'animated.webp', mimeType: 'image/webp', buffer: animated})
      const photo = () => content.fetch(`*[_id == $draft][0].${block}.photo`, {draft: `drafts.${pageId}`})
      await expect.poll(async () => (await photo())?.asset?._ref).toMatch(/^image-.*-300x200-webp$/)
      await expect(page.getByText(told.title('cut.png'))).toHaveCount(0)
      await expect(form.getByTestId('picture-animated')).toHaveText(told.animated)
    })

    test('the media page refuses one file and accepts the next', {tag: '@long'}, async ({page}, testInfo) => {
      const studio = await StudioPage.at(page)
      await studio.visit(`${testProduct.studioUrl}/structure/media`)
      await expect(page.getByTestId('media')).toContainText(limits)
      const good = await sharp({create: {width: 301, height: 200, channels: 3, background: '#852'}})
        .png()
        .toBuffer()
      const given = [...(await files()), {name: `good-${locale}.png`, mimeType: 'image/png', buffer: good}]
      await page.getByTestId('media-upload').setInputFiles(given)
      await Promise.all(told.reasons.map((reason) => page.getByText(reason).first().waitFor()))
      await expect(page.getByTestId('media').locator('img[src*="301x200"]').first()).toBeVisible()
      await testInfo.attach('media', {
        body: await page.screenshot({path: testInfo.outputPath('media.png')}),
        contentType: 'image/png',
      })
      await expect(page.getByText(generic)).toHaveCount(0)
    })
  })
}
