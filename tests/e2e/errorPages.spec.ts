import {join} from 'node:path'
import {type APIRequestContext, expect, type Page, test} from '@playwright/test'
import {root} from '../../scripts/product/paths.ts'
import {draftSession, readDraftKeys} from '../../server/http/draftSessions.ts'
import {emulateConnection} from '../support/emulateConnection.ts'
import {breakContactPage, changeDigest, digestOfMiddleware, mendContactPage} from '../support/failPages.ts'
import {contactLink} from '../support/headerLinks.ts'
import {whileLakeHangs} from '../support/lakeProcess.ts'
import {testProduct} from '../support/testProduct.ts'
import {untilInteractive} from '../support/untilInteractive.ts'

interface Expected {
  status: string
  title: string
  link: string
  home: string
}

const contactPages = ['/h5/contact', '/h5/en/contact']

/** Waits until the contact page answers with this status, in both languages. */
async function untilContact(request: APIRequestContext, status: number): Promise<void> {
  const statuses = () => Promise.all(contactPages.map(async (path) => (await request.get(path)).status()))
  await expect.poll(statuses).toEqual([status, status])
}

/** Follows a link to the contact page, which the server fails to render. */
async function navigateFrom(page: Page, path: string): Promise<void> {
  await breakContactPage()
  await untilContact(page.request, 500)
  await emulateConnection(page, {saveData: true})
  await page.goto(path, {waitUntil: 'networkidle'})
  await untilInteractive(page)
  await contactLink(page).click()
}

async function expectErrorPage(page: Page, {status, title, link, home}: Expected): Promise<void> {
  await expect(page.getByRole('heading', {level: 1})).toHaveText(title)
  await expect(page.getByText(status, {exact: true})).toBeVisible()
  await expect(page.getByRole('link', {name: link})).toHaveAttribute('href', home)
}

const languages = [
  {path: '/h5/about', title: '出错了', link: '回到首页', home: '/h5', unknown: '未知的中间件 auth', retry: '重试'},
  {
    path: '/h5/en/about',
    title: 'Error',
    link: 'Go back to home',
    home: '/h5/en',
    unknown: 'Unknown middleware auth',
    retry: 'Try again',
  },
]

test.afterEach(async ({request}) => {
  await mendContactPage()
  await untilContact(request, 200)
})

for (const {path, title, link, home, unknown, retry} of languages) {
  test(`from ${path}: an error during navigation shows the error page with 500, and a retry shows the page`, {
    tag: path === '/h5/about' ? [] : '@long',
  }, async ({page, request}) => {
    await changeDigest(page, digestOfMiddleware, '2338491928')
    await navigateFrom(page, path)
    await expectErrorPage(page, {status: '500', title, link, home})
    await page.unrouteAll({behavior: 'wait'})
    await mendContactPage()
    await untilContact(request, 200)
    await page.getByRole('button', {name: retry}).click()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page).toHaveURL(/\/contact(\?|$)/)
  })

  test(`from ${path}: the error page says in its language what the server’s error was`, {
    tag: path === '/h5/about' ? [] : '@long',
  }, async ({page}) => {
    await navigateFrom(page, path)
    await expectErrorPage(page, {status: '500', title: unknown, link, home})
    await page.getByRole('link', {name: link}).click()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })
}

for (const [path, title, link, home] of [
  ['/h5/about', '显示错误页面时出错', '回到首页', '/h5'],
  ['/h5/en/about', 'An error occurred while showing the error page', 'Go back to home', '/h5/en'],
] as const) {
  test(`from ${path}: when the error page itself fails, there is a message and a link home`, {
    tag: path === '/h5/about' ? [] : '@long',
  }, async ({page}) => {
    await page.addInitScript(() => {
      Object.defineProperty(Error.prototype, 'status', {
        get() {
          throw new TypeError('The error page breaks here')
        },
      })
    })
    await navigateFrom(page, path)
    await expect(page.getByRole('heading', {level: 1})).toHaveText(title)
    await expect(page.getByRole('link', {name: link})).toHaveAttribute('href', home)
  })
}

test('a page that cannot be rendered because the lake does not answer shows the error page, in its language', async ({
  context,
  baseURL,
}) => {
  // A preview is never cached, so it fails without the lake.
  const session = draftSession(
    readDraftKeys(join(root, testProduct.siteBuildDir), testProduct.readToken),
    Date.now() + 600_000,
  )
  await context.addCookies([{name: '__prerender_bypass', value: session, url: baseURL ?? ''}])
  await whileLakeHangs(async () => {
    await Promise.all(
      languages.map(async ({path, title, link, home}) => {
        const tab = await context.newPage()
        const response = await tab.goto(path)
        expect(response?.status()).toBe(500)
        await expectErrorPage(tab, {status: '500', title, link, home})
      }),
    )
  })
})
