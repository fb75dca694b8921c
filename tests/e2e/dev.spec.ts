import {type ChildProcess, spawn} from 'node:child_process'
import {mkdtempDisposableSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {expect, test} from '@playwright/test'
import {root} from '../../scripts/product/paths.ts'
import {bareEnvironment} from '../support/bareEnvironment.ts'
import {freePort} from '../support/freePort.ts'
import {StudioPage} from '../support/StudioPage.ts'

/** `npm run dev`, with ports and data of its own. */
const buildDir = '.next-test-dev'
const removeBuild = () => rmSync(join(root, buildDir), {recursive: true, force: true})
const started = new AsyncDisposableStack()
let siteUrl: string
let studioUrl: string

test.use({locale: 'zh-CN', viewport: {width: 1440, height: 900}})

test.beforeAll(async () => {
  const [port, lakePort, studioPort] = [await freePort(), await freePort(), await freePort()]
  const dataDir = started.use(mkdtempDisposableSync(join(tmpdir(), 'dev-'))).path
  removeBuild()
  started.defer(removeBuild)
  const product = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'scripts/dev.ts')], {
    cwd: root,
    env: {
      ...bareEnvironment,
      NODE_ENV: 'development',
      PORT: String(port),
      LAKE_PORT: String(lakePort),
      STUDIO_DEV_PORT: String(studioPort),
      DATA_DIR: dataDir,
      SITE_BUILD_DIR: buildDir,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  started.defer(() => end(product))
  siteUrl = `http://localhost:${port}`
  studioUrl = `http://localhost:${studioPort}`
  const health = () =>
    fetch(`${siteUrl}/h5/api/health`).then(
      ({status}) => status,
      () => undefined,
    )
  await expect.poll(health).toBe(200)
})

test('an unknown address is the not-found page, by each name of this machine', {tag: '@long'}, async () => {
  for (const origin of [siteUrl, siteUrl.replace('localhost', '127.0.0.1')]) {
    const response = await fetch(`${origin}/h5/nope`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('找不到这个页面')
  }
})

test.afterAll(() => started.disposeAsync())

async function end(product: ChildProcess): Promise<void> {
  const {promise, resolve} = Promise.withResolvers<void>()
  product.once('exit', () => resolve())
  product.kill('SIGTERM')
  await promise
}

test('what is published in the Studio of npm run dev is on the site, and neither shows an error', {
  tag: '@long',
}, async ({page}) => {
  const errors: string[] = []
  const otherHosts = new Set<string>()
  page.on('request', (request) => {
    const {protocol, hostname, href} = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost') otherHosts.add(href)
  })
  page.on('pageerror', ({message}) => {
    // Next replaces a page's styles while a transition that they allow still runs, in development alone.
    if (!message.includes('ViewTransition opt-in disabled')) errors.push(message)
  })
  page.on('console', (message) => {
    if (message.type() === 'error' && page.url().startsWith(siteUrl)) errors.push(message.text())
  })
  await page.goto(`${siteUrl}/h5/contact`)
  await expect(page.locator('form [name=key]')).toHaveValue(/./)
  await page.goto(`${siteUrl}/h5`)
  await page.locator('main a[href="/h5/lims"]').first().click()
  await expect(page).toHaveURL(`${siteUrl}/h5/lims`)

  const studio = await StudioPage.at(page)
  await page.goto(studioUrl)
  await page.getByRole('link', {name: '登录'}).click()
  await expect(page.getByTestId('studio-navbar')).toBeVisible()
  await studio.open('page-web', 'page', studioUrl)
  const title = '微前端：开发中的标题'
  await studio.fill('title.zh', title)
  await page.getByRole('button', {name: '发布', exact: true}).click()
  await expect.poll(async () => (await fetch(`${siteUrl}/h5/web`)).text()).toContain(title)
  expect(errors).toEqual([])
  expect([...otherHosts]).toEqual([])
})
