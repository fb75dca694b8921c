import {expect, test} from '@playwright/test'
import {namedLake, namedLakeContent, signIn, startNamedLake} from '../support/namedLake.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {testProduct} from '../support/testProduct.ts'

const desk = {width: 1440, height: 900}

test.use({locale: 'zh-CN', viewport: desk})

let stop: () => Promise<void>
test.beforeAll(async () => {
  stop = await startNamedLake('administrator')
})
test.afterAll(() => stop())

const password = 'seventeen quiet otters'

test('an administrator adds somebody, also on a phone, who sets a password by the link, signs in, and is removed', async ({
  page,
  browser,
}) => {
  // The guide of the first visit is put away.
  const studio = await StudioPage.at(page)
  await signIn(page, 'administrator')
  await studio.visit(`${namedLake.url}/people`)
  const people = page.getByTestId('people')
  await expect(people.getByTestId('person-administrator')).toContainText('管理员')
  await page.setViewportSize({width: 390, height: 844})
  await page.getByRole('button', {name: '添加人员'}).click()
  await expect(page.getByLabel('用户名')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize(desk)
  await page.getByLabel('姓名').fill('王芳')
  await page.getByLabel('用户名').fill('wang-fang')
  await page.getByRole('button', {name: '添加并生成链接'}).click()
  await page.getByLabel('您自己的密码').fill('not the password')
  await page.getByRole('button', {name: '继续'}).click()
  await expect(page.getByRole('alert')).toHaveText('密码不对，请重试。')
  await page.getByLabel('您自己的密码').fill(namedLake.password)
  await page.getByRole('button', {name: '继续'}).click()
  const link = (await page.getByTestId('password-link').textContent()) ?? ''
  await page.getByRole('button', {name: '关闭', exact: true}).click()
  const card = people.getByTestId('person-wang-fang')
  await expect(card).toContainText('还没有设置密码')
  await expect(page.getByTestId('password-link')).toHaveCount(0)

  const context = await browser.newContext({locale: 'zh-CN'})
  const theirs = await context.newPage()
  await theirs.goto(link)
  await expect(theirs.getByLabel('新密码', {exact: true})).toBeVisible()
  // Whoever uses this browser next does not find the link in its history.
  expect(theirs.url()).not.toContain('#')
  await expect(theirs.locator('input[name=code]')).toBeHidden()
  await theirs.getByLabel('新密码', {exact: true}).fill(password)
  await theirs.getByLabel('再输一次新密码').fill(password)
  await theirs.getByRole('button', {name: '保存密码'}).click()
  await expect(theirs.getByRole('status')).toContainText('密码已设置')
  await signIn(theirs, 'wang-fang', password)
  await theirs.goto(`${namedLake.url}/people`)
  await expect(theirs.getByTestId('people')).toHaveCount(0)

  for (const createdBy of ['wang-fang', 'li-wei'])
    await namedLakeContent.create({_id: `preview.link-of-${createdBy}`, _type: 'previewLink', createdBy})
  await page.reload()
  await expect(card).toContainText('登录')
  await page.getByRole('button', {name: '移除: 王芳'}).click()
  await page.getByRole('dialog').getByRole('button', {name: '移除'}).click()
  await expect(card).toHaveCount(0)
  const links = '*[_type == "previewLink"]._id'
  await expect.poll(() => namedLakeContent.fetch<string[]>(links)).toEqual(['preview.link-of-li-wei'])
  await theirs.reload()
  await expect(theirs.getByLabel('用户名或邮箱')).toBeVisible()
  await context.close()
})

test('who is signed out while writing keeps the form, and what was written is saved once they sign in on another page', async ({
  page,
  browser,
}) => {
  const administrators = await StudioPage.at(page)
  await signIn(page, 'administrator')
  const context = await browser.newContext({locale: 'zh-CN'})
  const theirs = await context.newPage()
  const studio = await StudioPage.at(theirs)
  await signIn(theirs, namedLake.user)
  await studio.open('page-about', 'page', namedLake.url)
  await studio.fill('title.en', 'Before')

  await administrators.goTo(`${namedLake.url}/people`)
  await page.getByRole('button', {name: '退出所有设备: 李伟'}).click()
  await page.getByRole('dialog').getByRole('button', {name: '退出所有设备'}).click()
  await page.getByLabel('您自己的密码').fill(namedLake.password)
  await page.getByRole('button', {name: '继续'}).click()
  await expect(theirs.getByRole('link', {name: '登录', exact: true})).toBeVisible()
  await studio.input('title.en').pressSequentially(' and after')
  await expect(studio.input('title.en')).toHaveValue('Before and after')

  await signIn(await context.newPage(), namedLake.user)
  const draft = `${namedLake.url}/v2025-02-19/data/doc/production/drafts.page-about`
  const headers = {authorization: `Bearer ${testProduct.writeToken}`}
  await expect
    .poll(async () => (await (await page.request.get(draft, {headers})).json()).documents[0]?.title.en)
    .toBe('Before and after')
  await expect(studio.form).toBeVisible()
  await context.close()
})
