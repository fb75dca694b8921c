import {expect, test} from '@playwright/test'
import {publishEdit} from '../support/contentClient.ts'

// For an error at a known URL, as of a hidden or broken page, Next sends an empty document.
test.use({javaScriptEnabled: false})

test.afterEach(async ({request}) => {
  await publishEdit('page-odoo', {}, ['middleware', 'embargoUntil'])
  await expect.poll(async () => (await request.get('/h5/odoo')).status()).toBe(200)
})

for (const {what, edit, status, words} of [
  {
    what: 'hidden',
    edit: {middleware: ['embargo'], embargoUntil: '2099-01-01T00:00:00Z'},
    status: 404,
    words: [
      {path: '/h5/odoo', lang: 'zh-CN', title: '找不到这个页面', link: '返回首页', home: /\/h5$/},
      {
        path: '/h5/en/odoo',
        lang: 'en',
        title: 'This page could not be found',
        link: 'Back to the home page',
        home: /\/h5\/en$/,
      },
    ],
  },
  {
    what: 'broken',
    edit: {middleware: ['auth']},
    status: 500,
    words: [
      {path: '/h5/odoo', lang: 'zh-CN', title: '未知的中间件 auth', link: '回到首页', home: /\/h5$/},
      {path: '/h5/en/odoo', lang: 'en', title: 'Unknown middleware auth', link: 'Go back to home', home: /\/h5\/en$/},
    ],
  },
]) {
  test(`without JavaScript a ${what} page explains the error and links home`, async ({page, request}) => {
    await publishEdit('page-odoo', edit)
    for (const {path, lang, title, link, home} of words) {
      await expect.poll(async () => (await request.get(path)).status()).toBe(status)
      const response = await page.goto(path)
      expect(response?.status()).toBe(status)
      await expect(page.getByRole('heading', {level: 1})).toHaveText(title)
      await expect(page).toHaveTitle(title)
      await expect(page.getByText(String(status), {exact: true})).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      // The page's own styles, not the browser's.
      await expect(page.getByRole('main')).toHaveCSS('display', 'grid')
      await page.getByRole('link', {name: link}).click()
      await expect(page).toHaveURL(home)
      await expect(page.getByRole('contentinfo')).toBeVisible()
    }
  })
}
