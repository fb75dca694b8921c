import {type APIRequestContext, expect, test} from '@playwright/test'
import {content, publishEdit} from '../support/contentClient.ts'

const paths = ['/h5/odoo', '/h5/en/odoo']
const payloads = ['/h5/payloads/odoo.json', '/h5/payloads/en/odoo.json']
const pictures = ['/h5/shareImages/odoo.png', '/h5/shareImages/en/odoo.png']
const copies = ['/h5/odoo.md', '/h5/en/odoo.md']
/** URLs that show the page. */
const urls = [...paths, ...payloads, ...pictures, ...copies]

const statusOf = async (request: APIRequestContext, path: string) => (await request.get(path)).status()
const statuses = (request: APIRequestContext) => Promise.all(urls.map((path) => statusOf(request, path)))
const all = (status: number) => urls.map(() => status)

/** Returns whether the sitemap, the manifest, another page, the list of pages and the search link to the page. */
async function mentions(request: APIRequestContext): Promise<boolean[]> {
  const [sitemap = '', manifest = '', page = '', list = '', search = ''] = await Promise.all(
    [
      ...['/h5/sitemap.xml', '/h5/payloads/manifest.json', '/h5/en/java', '/h5/en/llms.txt'],
      '/h5/payloads/search/en.json',
    ].map(async (path) => (await request.get(path)).text()),
  )
  return [
    /\/odoo</.test(sitemap),
    manifest.includes('"/en/odoo"'),
    page.includes('href="/h5/en/odoo"'),
    list.includes('/h5/en/odoo.md'),
    search.includes('"/h5/en/odoo"'),
  ]
}

test.afterEach(async ({request}) => {
  await publishEdit('page-odoo', {}, ['middleware', 'embargoUntil'])
  await expect.poll(() => statuses(request)).toEqual(all(200))
})

test('a page under embargo is one that the site does not have, and opens at its date without a publish', async ({
  request,
  page,
}) => {
  await expect.poll(() => mentions(request)).toEqual([true, true, true, true, true])
  await publishEdit('page-odoo', {middleware: ['embargo'], embargoUntil: '2099-01-01T00:00:00Z'})
  await expect.poll(() => statuses(request)).toEqual(all(404))
  await expect.poll(() => mentions(request)).toEqual([false, false, false, false, false])
  expect(await (await request.get('/h5/payloads/en/odoo.json')).text()).toContain('Route /en/odoo is not pre-rendered')
  for (const [path, title, link] of [
    ['/h5/odoo', '找不到这个页面', '返回首页'],
    ['/h5/en/odoo', 'This page could not be found', 'Back to the home page'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', {level: 1})).toHaveText(title)
    await expect(page.getByRole('link', {name: link})).toBeVisible()
    expect(await page.content()).not.toContain('Odoo：')
  }

  await publishEdit('page-odoo', {embargoUntil: new Date(Date.now() + 4000).toISOString()})
  const {_rev} = await content.fetch('*[_id == "page-odoo"][0]{_rev}')
  await expect.poll(() => statuses(request)).toEqual(all(200))
  await expect.poll(() => mentions(request)).toEqual([true, true, true, true, true])
  expect(await content.fetch('*[_id == "page-odoo"][0]._rev')).toBe(_rev)
})

test('an unknown middleware is an error page with status 500 that names it, and other pages stay', async ({
  request,
  page,
}) => {
  await publishEdit('page-odoo', {middleware: ['auth']})
  await expect.poll(() => statuses(request)).toEqual(all(500))
  expect(await statusOf(request, '/h5/en/java')).toBe(200)
  for (const [path, title, link] of [
    ['/h5/odoo', '未知的中间件 auth', '回到首页'],
    ['/h5/en/odoo', 'Unknown middleware auth', 'Go back to home'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', {level: 1})).toHaveText(title)
    await expect(page.getByText('500', {exact: true})).toBeVisible()
    await expect(page.getByRole('link', {name: link})).toBeVisible()
  }
})
