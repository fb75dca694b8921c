import {expect, test} from '@playwright/test'
import {StudioPage} from '../support/StudioPage.ts'
import {type LockedLake, startLockedLake} from '../support/startLockedLake.ts'

const PASSWORD = '端到端 battery staple'
let lake: LockedLake

test.beforeAll(async () => {
  lake = await startLockedLake(PASSWORD)
})
test.afterAll(() => lake?.stop())

const LANGUAGES = [
  {
    locale: 'zh-CN',
    title: '登录 Studio',
    password: '密码',
    submit: '登录',
    wrong: '密码不对，请重试。',
    signedIn: '您已登录。',
    leave: '退出登录',
  },
  {
    locale: 'en-US',
    title: 'Sign in to the Studio',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'That did not work. Check the password and try again.',
    signedIn: 'You are signed in.',
    leave: 'Sign out',
  },
]

for (const {locale, ...words} of LANGUAGES) {
  test.describe(locale, {tag: locale === 'zh-CN' ? [] : '@long'}, () => {
    test.use({locale, viewport: {width: 1280, height: 800}})

    test('who opens a locked Studio signs in first, edits, and can sign out', async ({page, request}) => {
      const studio = await StudioPage.at(page)
      await page.goto(`${lake.url}/intent/edit/id=page-lims;type=page/`)
      await expect(page.getByRole('heading', {name: words.title})).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', locale.replace('-US', ''))

      await page.getByLabel(words.password).fill('not the password')
      await page.getByRole('button', {name: words.submit}).click()
      await expect(page.getByRole('alert')).toHaveText(words.wrong)

      await page.getByLabel(words.password).fill(PASSWORD)
      await page.getByRole('button', {name: words.submit}).click()
      await expect(studio.form).toBeVisible()
      await expect(studio.input('title.zh')).not.toHaveValue('')
      const typed = `${locale} 试验室`
      await studio.fill('title.zh', typed)
      const drafts = `${lake.url}/v2025-02-19/data/query/production?perspective=drafts&query=${encodeURIComponent('*[_id == "page-lims"][0].title.zh')}`
      await expect
        .poll(() => page.evaluate(async (url) => (await (await fetch(url)).json()).result, drafts))
        .toBe(typed)
      expect((await request.get(drafts)).status()).toBe(401)

      await page.goto(`${lake.url}/lake/login`)
      await expect(page.getByText(words.signedIn)).toBeVisible()
      await page.getByRole('button', {name: words.leave}).click()
      await expect(page.getByLabel(words.password)).toBeVisible()
      await page.goto(`${lake.url}/structure`)
      await expect(page.getByLabel(words.password)).toBeVisible()
    })
  })
}
