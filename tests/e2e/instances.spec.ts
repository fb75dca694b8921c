import {rmSync} from 'node:fs'
import {createServer} from 'node:http'
import {join} from 'node:path'
import {expect, test} from '@playwright/test'
import {versionHeader} from '../../lib/constants.ts'
import {copyBuild} from '../../scripts/product/copyBuild.ts'
import {root} from '../../scripts/product/paths.ts'
import {securityHeaders} from '../../server/http/securityHeaders.ts'
import {content, publishEdit} from '../support/contentClient.ts'
import {type FaultyProxy, startFaultyProxy} from '../support/faultyProxy.ts'
import {freePort} from '../support/freePort.ts'
import {sendWebhook} from '../support/sendWebhook.ts'
import {contentVersion, pages, textOf} from '../support/siteUrls.ts'
import {type RunningSite, startBuiltSite} from '../support/startBuiltSite.ts'
import {startNginx, type TestNginx} from '../support/startNginx.ts'
import {startRedis, type TestRedis} from '../support/startRedis.ts'
import {testEnvironment, testProduct} from '../support/testProduct.ts'
import {untilSettled} from '../support/untilSettled.ts'

/** Two instances of the site behind nginx, each with a copy of the build, connected over Redis. */
const [firstPort, secondPort, proxyPort, nginxPort, redisPort, renewingPort] = [4, 5, 6, 7, 8, 9].map(
  (n) => testProduct.sitePort + n,
) as [number, number, number, number, number, number]
const secret = 'webhook-secret-of-the-instances'
const inTime = {intervals: [50]}
const buildOf = (port: number) => `.next-test-${port}`

const started: {stop(): Promise<void>}[] = []
let contentApi: FaultyProxy
let redis: TestRedis
let first: RunningSite
let second: RunningSite
let nginx: TestNginx
let title: {zh: string; en: string}

/** Ports of the instances' metrics. */
const metricsPorts = new Map<number, number>()

async function startInstance(port: number): Promise<RunningSite> {
  const metricsPort = await freePort()
  metricsPorts.set(port, metricsPort)
  return startBuiltSite({
    ...process.env,
    ...testEnvironment(),
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    SITE_BUILD_DIR: buildOf(port),
    NEXT_PUBLIC_SANITY_API_HOST: `http://localhost:${proxyPort}`,
    SANITY_WEBHOOK_SECRET: secret,
    SITE_PROXY_URL: `http://127.0.0.1:${renewingPort}`,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    NODE_ENV: 'production',
  })
}

test.beforeAll(async () => {
  title = await content.fetch('*[_id == "page-odoo"][0].title')
  contentApi = await startFaultyProxy(proxyPort, testProduct.studioUrl)
  started.push(contentApi)
  redis = await startRedis(redisPort)
  for (const port of [firstPort, secondPort]) {
    await copyBuild(join(root, testProduct.siteBuildDir), join(root, buildOf(port)))
  }
  first = await startInstance(firstPort)
  started.push(first)
  second = await startInstance(secondPort)
  started.push(second)
  nginx = await startNginx({
    port: nginxPort,
    renewingPort,
    instances: [firstPort, secondPort],
    staticFolder: join(root, buildOf(firstPort), 'static'),
  })
  started.push(nginx)
})

test.afterAll(async ({request}) => {
  await publishEdit('page-odoo', {title})
  for (const {stop} of started) await stop()
  await redis.kill()
  for (const port of [firstPort, secondPort]) rmSync(join(root, buildOf(port)), {recursive: true, force: true})
  // The product under test gets webhooks of all these edits, too.
  await untilSettled(request)
})

const titleAt = async (origin: string | number) => {
  const url = typeof origin === 'number' ? `http://localhost:${origin}` : origin
  return textOf(await (await fetch(`${url}/h5/odoo`)).text(), 'h1')
}
const tell = (port: number) => sendWebhook(`http://localhost:${port}`, secret, 'page-odoo')

/** Sends as the content API does: again while the instance says that the content API does not answer. */
async function tellUntilTaken(port: number): Promise<number> {
  let status = 503
  const send = async () => {
    status = await tell(port)
    return status
  }
  await expect.poll(send).not.toBe(503)
  return status
}

async function publish(zh: string): Promise<void> {
  await publishEdit('page-odoo', {'title.zh': zh})
}

test('a webhook to one instance updates both, and nginx', {tag: '@long'}, async () => {
  for (const zh of ['第一次修改', '第二次修改']) {
    await publish(zh)
    expect(await tellUntilTaken(firstPort)).toBe(200)
    for (const origin of [firstPort, secondPort, nginx.url]) {
      await expect.poll(() => titleAt(origin), inTime).toBe(zh)
    }
  }
})

test('each instance says in its metrics how long the publish took, and the site itself shows none', {
  tag: '@long',
}, async () => {
  for (const port of [firstPort, secondPort]) {
    const read = async () => (await fetch(`http://127.0.0.1:${metricsPorts.get(port)}/metrics`)).text()
    const count = async (series: string) =>
      Number(
        (await read())
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.slice(series.length),
      )
    await expect.poll(() => count('site_redis_connected'), inTime).toBe(1)
    // Again where the instance compared its pages by itself before it was told, as it does when it joins.
    let attempt = 0
    await expect(async () => {
      const before = await count('site_publish_visible_seconds_count')
      await publish(`度量 ${port} ${++attempt}`)
      expect(await tellUntilTaken(port)).toBe(200)
      const isSeen = () => count('site_publish_visible_seconds_count')
      await expect.poll(isSeen, {...inTime, timeout: 10_000}).toBeGreaterThan(before)
    }).toPass()
    expect(await count('site_webhooks_total{outcome="applied"}')).toBeGreaterThan(0)
    await expect.poll(() => count('site_page_cache_total{state="hit"}'), inTime).toBeGreaterThan(0)
    expect(await count('site_ready')).toBe(1)
    expect(await count('site_enquiry_database_up')).toBe(1)
    for (const path of ['/metrics', '/h5/metrics', '/h5/api/metrics']) {
      expect((await fetch(`http://localhost:${port}${path}`)).status, path).toBe(404)
    }
  }
})

test('while the content API is down both serve what they have, and catch up afterwards', {tag: '@long'}, async () => {
  const titles = async () => [await titleAt(firstPort), await titleAt(secondPort)]
  const before = await titles()
  contentApi.fault = 'reset'
  await publish('接口断开时发布')
  expect(await tell(firstPort)).toBe(503)
  expect(await titles()).toEqual(before)
  contentApi.fault = undefined
  // As Sanity sends a webhook: again, until it is taken.
  await expect.poll(() => tell(secondPort)).toBe(200)
  for (const port of [firstPort, secondPort]) await expect.poll(() => titleAt(port), inTime).toBe('接口断开时发布')
})

test('without Redis an edit still shows on both, and nobody gets an error', {tag: '@long'}, async () => {
  await redis.kill()
  await publish('没有 Redis 时发布')
  expect(await tellUntilTaken(firstPort)).toBe(200)
  for (const port of [firstPort, secondPort]) await expect.poll(() => titleAt(port), inTime).toBe('没有 Redis 时发布')
  redis = await startRedis(redisPort)
  await publish('Redis 回来了')
  expect(await tellUntilTaken(secondPort)).toBe(200)
  for (const port of [firstPort, secondPort]) await expect.poll(() => titleAt(port), inTime).toBe('Redis 回来了')
})

test('with one instance killed nginx uses the other; when it is back it has caught up', {tag: '@long'}, async () => {
  await second.stop()
  await publish('少了一台时发布')
  expect(await tellUntilTaken(firstPort)).toBe(200)
  await expect.poll(() => titleAt(nginx.url), inTime).toBe('少了一台时发布')
  for (const {path} of pages.slice(0, 20)) expect((await fetch(nginx.url + path)).status, path).toBe(200)
  second = await startInstance(secondPort)
  started.push(second)
  await expect.poll(() => titleAt(secondPort), inTime).toBe('少了一台时发布')
})

test('what a killed instance had not got to renew, such as Markdown, search and share pictures, is new after its start', {
  tag: '@long',
}, async () => {
  const copies = ['/h5/odoo.md', '/h5/payloads/search/zh.json', '/h5/llms.txt']
  const origin = `http://localhost:${firstPort}`
  const read = async (path: string) => (await fetch(origin + path)).text()
  const pictureVersion = async () => (await fetch(`${origin}/h5/shareImages/odoo.png`)).headers.get(versionHeader)
  const before = await pictureVersion()
  await publish('副本还没跟上')
  expect(await tellUntilTaken(firstPort)).toBe(200)
  await expect.poll(() => titleAt(firstPort), inTime).toBe('副本还没跟上')
  await first.stop()
  first = await startInstance(firstPort)
  started.push(first)
  for (const path of copies) await expect.poll(() => read(path)).toContain('副本还没跟上')
  await expect.poll(pictureVersion).not.toBe(before)
})

test('nginx sends the same page, compressed as asked, and keeps one visitor’s language and drafts from others', {
  tag: '@long',
}, async () => {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(nginx.url + path, {headers, redirect: 'manual'})
  const versionOf = async (response: Response) => contentVersion(await response.text())
  for (const encoding of ['br', 'gzip', 'identity']) {
    const response = await ask('/h5/lims', {'accept-encoding': encoding})
    expect(response.headers.get('content-encoding'), encoding).toBe(encoding === 'identity' ? null : encoding)
    // Other tests publish meanwhile, and nginx keeps a page for a second.
    const isSame = async () =>
      (await versionOf(await ask('/h5/lims', {'accept-encoding': encoding}))) ===
      (await versionOf(await fetch(`http://localhost:${firstPort}/h5/lims`)))
    await expect.poll(isSame, inTime).toBe(true)
  }
  // Next redirects requests for a page's data to another URL.
  const flight = await fetch(`${nginx.url}/h5/lims`, {headers: {rsc: '1'}})
  expect(new URL(flight.url).origin).toBe(nginx.url)
  expect(flight.headers.get('content-type')).toContain('text/x-component')
  expect((await ask('/h5/lims')).headers.get('content-type')).toContain('text/html')
  expect((await ask('/h5', {'accept-language': 'en'})).headers.get('location')).toContain('/h5/en')
  expect((await ask('/h5', {'accept-language': 'zh-CN'})).status).toBe(200)
  const etag = (await ask('/h5/lims')).headers.get('etag') ?? ''
  expect((await ask('/h5/lims', {'if-none-match': etag})).status).toBe(304)
  const draft = await ask('/h5/lims', {cookie: '__prerender_bypass=wrong'})
  expect(draft.status).toBe(200)
})

test('a page that an instance refetches through its own nginx port is new for everyone, in that encoding', {
  tag: '@long',
}, async () => {
  // Every response differs and may be cached for an hour.
  let count = 0
  const instance = createServer((_, response) => {
    count += 1
    response.setHeader('X-Accel-Expires', '3600').end(String(count))
  })
  const [instancePort, port, entrance] = await Promise.all([freePort(), freePort(), freePort()])
  await new Promise<void>((resolve) => instance.listen(instancePort, '127.0.0.1', resolve))
  const front = await startNginx({port, renewingPort: entrance, instances: [instancePort], staticFolder: '/nowhere'})
  const page = async (encoding: string, origin = front.url) =>
    (await fetch(`${origin}/h5/lims`, {headers: {'accept-encoding': encoding}})).text()
  try {
    const [brotli, gzip] = [await page('br'), await page('gzip')]
    expect([await page('br'), await page('gzip')]).toEqual([brotli, gzip])
    const renewed = await page('br', `http://127.0.0.1:${entrance}`)
    expect(renewed).not.toBe(brotli)
    expect([await page('br'), await page('gzip')]).toEqual([renewed, gzip])
  } finally {
    await front.stop()
    instance.closeAllConnections()
    await new Promise((resolve) => instance.close(resolve))
  }
})

test('files come from disk with the headers that the site would have sent', {tag: '@long'}, async () => {
  const html = await (await fetch(`${nginx.url}/h5/lims`)).text()
  const script = html.match(/\/h5\/_next\/static\/[^"]+\.js/)?.[0] ?? ''
  const kept = [...Object.keys(securityHeaders), 'Content-Security-Policy', 'Cache-Control', 'Vary']
  const headersOf = async (origin: string) => {
    const response = await fetch(origin + script)
    expect(response.status).toBe(200)
    return Object.fromEntries(kept.map((name) => [name, response.headers.get(name)]))
  }
  expect(await headersOf(nginx.url)).toEqual(await headersOf(`http://localhost:${firstPort}`))
  const page = await fetch(`${nginx.url}/h5/lims`)
  for (const [name, value] of Object.entries(securityHeaders)) expect(page.headers.get(name), name).toBe(value)
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
  expect((await fetch(`${nginx.url}/h5/nope`)).status).toBe(404)
})

test('with every instance down nginx serves the pages in its cache', {tag: '@long'}, async () => {
  const before = await titleAt(nginx.url)
  await first.stop()
  await second.stop()
  expect(await titleAt(nginx.url)).toBe(before)
})
