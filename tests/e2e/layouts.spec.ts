import {expect, type Page, test} from '@playwright/test'
import {publishEdit} from '../support/contentClient.ts'
import {contentVersion} from '../support/siteUrls.ts'

const paths = ['/h5/odoo', '/h5/en/odoo']

test.afterEach(async ({page}) => {
  await publishEdit('page-odoo', {}, ['layout'])
  for (const path of paths) await expect.poll(() => widthOf(page, path)).toBeGreaterThan(1000)
})

/** Returns the width of a page's first block. */
async function widthOf(page: Page, path: string): Promise<number | undefined> {
  await page.goto(path)
  return (await page.locator('main section').first().boundingBox())?.width
}

test.use({viewport: {width: 1440, height: 900}})

test('a page with the layout “article” has a narrow column', {tag: '@long'}, async ({page}) => {
  for (const path of paths) expect(await widthOf(page, path)).toBeGreaterThan(1000)
  await publishEdit('page-odoo', {layout: 'article'})
  for (const path of paths) {
    await expect.poll(() => widthOf(page, path)).toBeLessThan(800)
    await expect(page.getByRole('heading', {level: 1})).toBeVisible()
  }
})

test('a page with an unknown layout is shown in the default one', {tag: '@long'}, async ({page, request}) => {
  const before = await widthOf(page, '/h5/en/odoo')
  const version = contentVersion(await (await request.get('/h5/en/odoo')).text())
  await publishEdit('page-odoo', {layout: 'poster'})
  await expect.poll(async () => contentVersion(await (await request.get('/h5/en/odoo')).text())).not.toBe(version)
  await expect.poll(() => widthOf(page, '/h5/en/odoo')).toBe(before)
})
