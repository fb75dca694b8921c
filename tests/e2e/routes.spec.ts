import {expect, test} from '@playwright/test'
import {languageTags} from '../../lib/locales.ts'
import {payloadPath, withBasePath} from '../../lib/urls.ts'
import {pages, textOf} from '../support/siteUrls.ts'

test('each of the 100 pages comes from the cache with its language, a heading of its own and copy in that language', async ({
  request,
}) => {
  const headings = new Map<string, string>()
  for (const {locale, path} of pages) {
    // The root redirects by the visitor's language; everywhere else the URL decides.
    const response = await request.get(path, {headers: {'accept-language': locale}, maxRedirects: 0})
    expect.soft(response.status(), path).toBe(200)
    const html = await response.text()
    expect.soft(response.headers()['x-nextjs-cache'], path).toMatch(/HIT|STALE/)
    expect.soft(html, path).toContain(`<html lang="${languageTags[locale]}"`)
    expect.soft(html.match(/<h1[\s>]/g), path).toHaveLength(1)
    const heading = textOf(html, 'h1')
    expect.soft(headings.get(`${locale} ${heading}`), `${path} has the heading of another page`).toBeUndefined()
    headings.set(`${locale} ${heading}`, path)
    const main = textOf(html, 'main')
    const chinese = main.match(/\p{Script=Han}/gu)?.length ?? 0
    if (locale === 'zh') expect.soft(chinese, path).toBeGreaterThan(150)
    else {
      expect.soft(main.split(/\s+/).length, path).toBeGreaterThan(120)
      expect.soft(chinese, `${path} has Chinese text`).toBe(0)
    }
  }
})

for (const [path, language, title, link] of [
  ['/h5/nope', 'zh-CN', '找不到这个页面', '返回首页'],
  ['/h5/ABOUT', 'zh-CN', '找不到这个页面', '返回首页'],
  ['/h5/zh/about', 'zh-CN', '找不到这个页面', '返回首页'],
  ['/h5/about/more', 'zh-CN', '找不到这个页面', '返回首页'],
  ['/h5/en/nope', 'en', 'This page could not be found', 'Back to the home page'],
  ['/h5/en/ABOUT', 'en', 'This page could not be found', 'Back to the home page'],
] as const) {
  test(`${path} is a full 404 page in ${language}`, async ({request}) => {
    const response = await request.get(path)
    expect(response.status()).toBe(404)
    const html = await response.text()
    expect(html).toContain(`<html lang="${language}"`)
    expect(textOf(html, 'h1')).toBe(title)
    expect(html).toContain(link)
  })
}

test('only the root looks at the browser’s language', async ({playwright, baseURL}) => {
  // A new context each, as a redirect by language is stored in the cookie.
  const get = async (path: string, headers: Record<string, string>) => {
    const visitor = await playwright.request.newContext({baseURL})
    return visitor.get(path, {headers, maxRedirects: 0})
  }
  for (const language of ['en', 'en-US,en;q=0.9', 'English']) {
    const root = await get('/h5', {'accept-language': language})
    expect(root.status(), language).toBe(307)
    expect(root.headers().location).toMatch(/\/h5\/en$/)
  }
  for (const language of ['zh-CN,zh;q=0.9,en;q=0.8', 'zh', 'fr-FR,fr;q=0.9']) {
    const root = await get('/h5', {'accept-language': language})
    expect(root.status(), language).toBe(200)
  }
  expect((await get('/h5/about', {'accept-language': 'en'})).status()).toBe(200)
  expect((await get('/h5', {'accept-language': 'en', cookie: 'lang=zh'})).status()).toBe(200)
  expect((await get('/h5', {'accept-language': 'zh', cookie: 'lang=en'})).status()).toBe(307)
})

test('choosing a language is remembered for a year and keeps the page', async ({page, context, baseURL}) => {
  await page.goto('/h5/limsPages/entrust')
  await page
    .getByRole('link', {name: /English/})
    .first()
    .click()
  await expect(page).toHaveURL(/\/h5\/en\/limsPages\/entrust$/)
  const cookie = (await context.cookies(baseURL)).find(({name}) => name === 'lang')
  expect(cookie).toMatchObject({value: 'en', path: '/', sameSite: 'Lax', secure: false})
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(Math.round(days)).toBe(365)
  await page.goto('/h5')
  await expect(page).toHaveURL(/\/h5\/en$/)
})

test('the manifest lists every page and each page has a payload', async ({request}) => {
  const manifest = await request.get('/h5/payloads/manifest.json')
  expect(manifest.status()).toBe(200)
  const listed = JSON.stringify(await manifest.json())
  for (const {locale, route} of pages) expect(listed).toContain(`"${withBasePath(payloadPath(locale, route))}"`)
  const payload = await request.get('/h5/payloads/en/limsPages/entrust.json')
  expect(payload.status()).toBe(200)
  expect(await payload.json()).toMatchObject({route: '/limsPages/entrust', locale: 'en'})
})

test('the payload of another path is refused with the error of the catalogue', async ({request}) => {
  const response = await request.get('/h5/payloads/nope.json')
  expect(response.status()).toBe(404)
  expect(JSON.stringify(await response.json())).toContain('Route /nope is not pre-rendered')
})

test('a phone reaches every product through the menu and can make contact from any page', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({baseURL, viewport: {width: 390, height: 844}, javaScriptEnabled: false})
  const page = await context.newPage()
  await page.goto('/h5/evmsPages/runway')
  await page.getByRole('button', {name: '菜单'}).click()
  const menu = page.getByRole('navigation', {name: '主导航'})
  await menu.getByRole('link', {name: /LIMS/}).click()
  await expect(page).toHaveURL(/\/h5\/lims$/)
  await page.getByRole('link', {name: '联系我们'}).first().click()
  await expect(page).toHaveURL(/\/h5\/contact/)
  await context.close()
})
