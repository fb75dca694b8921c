import {expect, type Page, test} from '@playwright/test'
import zh from '../../i18n/messages/zh.json' with {type: 'json'}
import {DemoStage} from '../support/demoStage.ts'

/** Takes a feature of CSS away from the browser: style sheets arrive with another name in place of the feature's. */
async function without(page: Page, feature: string): Promise<void> {
  await page.route(/\.css$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({response, body: (await response.text()).replaceAll(feature, `unknown-${feature}`)})
  })
}

test.describe('a browser that does not know', {tag: '@long'}, () => {
  test.use({viewport: {width: 390, height: 844}})

  test('the media feature `scripting` still has one sticky bar in the demo: the ways on', async ({page}) => {
    await without(page, 'scripting:')
    await page.addInitScript(() => {
      const match = window.matchMedia
      window.matchMedia = (query) => match(query.replace('scripting:', 'unknown-scripting:'))
    })
    await page.goto('/h5/demo')
    const demo = new DemoStage(page)
    await expect(page.locator('[data-before]')).toHaveCount(0)
    await expect(demo.link(zh.demo.next)).toBeVisible()
    await expect(page.getByRole('complementary', {name: zh.site.quickContact})).toBeHidden()
    await expect(page.getByRole('banner')).toHaveCSS('position', 'relative')
  })

  test('`color-mix()` still sees the numbers of the steps within their circles', async ({page}) => {
    await without(page, 'color-mix(')
    await page.goto('/h5/limsPages/entrust')
    const widths = page
      .locator('main ol > li > span')
      .evaluateAll((numbers) => numbers.map((number) => getComputedStyle(number).borderBlockStartWidth))
    expect(new Set(await widths)).toEqual(new Set(['1px']))
  })
})
