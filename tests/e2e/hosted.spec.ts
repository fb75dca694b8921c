import {expect, test} from '@playwright/test'
import {hostedProduct, startHostedProduct} from '../support/hostedProduct.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {textOf} from '../support/siteUrls.ts'

let stopProduct: (() => Promise<void>) | undefined

test.beforeAll(async () => {
  test.setTimeout(1_800_000)
  stopProduct = await startHostedProduct()
})

test.afterAll(async () => {
  await stopProduct?.()
})

test('with a project id set, client, Studio and site work together under the project’s host name', {
  tag: '@long',
}, async ({page, request}) => {
  const path = `${hostedProduct.siteUrl}/h5/lqm`
  const visit = async () => textOf(await (await request.get(path)).text(), 'h1')
  expect(await visit()).not.toBe('')

  const asked = new Set<string>()
  page.on('request', (sent) => asked.add(new URL(sent.url()).host))
  const studio = await StudioPage.at(page)
  await studio.open('page-lqm', 'page', hostedProduct.projectUrl)
  await studio.fill('title.zh', '在托管模式下改的标题')
  await studio.publish()
  await expect.poll(visit).toBe('在托管模式下改的标题')
  expect([...asked]).toContain(new URL(hostedProduct.projectUrl).host)
})

test('with a project id set, edits are undone and redone', {tag: '@long'}, async ({page}) => {
  const studio = await StudioPage.at(page)
  await studio.open('page-odoo', 'page', hostedProduct.projectUrl)
  const before = await studio.input('title.zh').inputValue()
  await studio.fill('title.zh', '在托管模式下写的标题')
  await expect(page.getByTestId('document-undo')).toBeEnabled()
  await page.keyboard.press('Control+z')
  await expect(studio.input('title.zh')).toHaveValue(before)
  await expect(page.getByTestId('document-redo')).toBeEnabled()
  await page.keyboard.press('Control+y')
  await expect(studio.input('title.zh')).toHaveValue('在托管模式下写的标题')
})
