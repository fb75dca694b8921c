import {expect, type FrameLocator, type Page, test} from '@playwright/test'
import {content} from '../support/content.ts'
import {testProduct} from '../support/testProduct.ts'

test.use({viewport: {width: 1440, height: 900}})

async function openPreview(page: Page, path: string): Promise<FrameLocator> {
  await page.goto(
    `${testProduct.studioUrl}/presentation?preview=${encodeURIComponent(`${testProduct.siteUrl}${path}`)}`,
  )
  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('heading', {level: 1})).toBeVisible({timeout: 45_000})
  return preview
}

test('clicking a text in the preview opens its field, and the preview follows each keystroke', async ({
  page,
  request,
}) => {
  const published = await content.fetch<string>('*[_id == "page-advp"][0].title.zh')
  const preview = await openPreview(page, '/h5/advp')
  const heading = preview.getByRole('heading', {level: 1})
  await heading.hover()
  await heading.click()
  const input = page.getByTestId('field-title.zh').locator('input')
  await expect(input).toBeVisible()
  await input.fill('预览里先看到的标题')
  await expect(heading).toContainText('预览里先看到的标题')

  expect(await (await request.get('/h5/advp')).text()).not.toContain('预览里先看到的标题')
  await content.action({actionType: 'sanity.action.document.discard', draftId: 'drafts.page-advp'})
  await expect(heading).toContainText(published)
})

test('drafts are shown to nobody without the Studio’s secret', async ({request}) => {
  expect((await request.get('/h5/api/draft-mode/events')).status()).toBe(403)
  const forged = await request.get(
    '/h5/api/draft-mode/enable?sanity-preview-secret=guessed&sanity-preview-pathname=/h5/advp',
  )
  expect(forged.status()).toBe(401)
})
