import {expect, test} from '@playwright/test'
import {namedLake, startNamedLake} from '../support/namedLake.ts'
import {StudioPage} from '../support/StudioPage.ts'

test.use({locale: 'zh-CN', viewport: {width: 1440, height: 900}})

let stop: () => Promise<void>
test.beforeAll(async () => {
  stop = await startNamedLake()
})
test.afterAll(() => stop())

test('someone signs in by name, and signs out from the menu of the Studio', async ({page, context}) => {
  const studio = await StudioPage.at(page)
  await studio.visit(`${namedLake.url}/intent/edit/id=page-story;type=page/`)
  await page.getByLabel('用户名或邮箱').fill(namedLake.user)
  await page.getByLabel('密码').fill('not the password')
  await page.getByRole('button', {name: '登录'}).click()
  await expect(page.getByRole('alert')).toHaveText('用户名或密码不对，请重试。')
  await page.getByLabel('用户名或邮箱').fill(namedLake.user)
  await page.getByLabel('密码').fill(namedLake.password)
  await page.getByRole('button', {name: '登录'}).click()
  await expect(studio.form).toBeVisible()
  const before = await context.cookies(namedLake.url)

  await page.locator('#user-menu').click()
  await expect(page.getByRole('menu')).toContainText('李伟')
  await page.getByRole('menuitem', {name: '登出'}).click()
  await expect(page).toHaveURL(/\/lake\/login\?next=/)
  await expect(page.getByLabel('用户名或邮箱')).toBeVisible()
  // The remaining cookie marks a known browser; it grants no access.
  expect((await context.cookies(namedLake.url)).map(({name}) => name)).toEqual([
    `lakeDevice-${new URL(namedLake.url).port}`,
  ])

  // The session has ended at the lake, too, so its cookie is invalid.
  await context.addCookies(before)
  await studio.visit(`${namedLake.url}/structure`)
  await expect(page.getByLabel('密码')).toBeVisible()
})
