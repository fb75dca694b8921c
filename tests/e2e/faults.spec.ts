import {once} from 'node:events'
import {request as httpRequest} from 'node:http'
import {type APIRequestContext, expect, test} from '@playwright/test'
import {mapConcurrently} from '../../server/concurrency.ts'
import {content, publishEdit} from '../support/contentClient.ts'
import {buildFirstTime, faultsSite, notifySite, startFaultsSite, whileWritesFail} from '../support/faultsSite.ts'
import {type FaultyProxy, faults, startFaultyProxy} from '../support/faultyProxy.ts'
import {pages, textOf} from '../support/siteUrls.ts'
import type {RunningSite} from '../support/startBuiltSite.ts'
import {testProduct} from '../support/testProduct.ts'

test.use({baseURL: faultsSite.url})

let said = ''
let site: RunningSite | undefined
let proxy: FaultyProxy | undefined
let title: {zh: string; en: string}

test.beforeAll(async () => {
  test.setTimeout(1_800_000)
  title = await content.fetch('*[_id == "page-java"][0].title')
  said = await buildFirstTime()
  site = await startFaultsSite()
})

test.afterAll(async () => {
  await publishEdit('page-java', {title})
  await site?.stop()
  await proxy?.stop()
})

const heading = async (request: APIRequestContext, path = '/h5/java') =>
  textOf(await (await request.get(path)).text(), 'h1')

/** Returns the pages that do not respond with 200 and a heading, with their response. */
async function brokenPages(request: APIRequestContext): Promise<string[]> {
  const broken = await mapConcurrently(pages, async ({path, locale}) => {
    const response = await request.get(path, {headers: {'accept-language': locale}})
    return response.status() === 200 && textOf(await response.text(), 'h1') ? [] : [`${response.status()} ${path}`]
  })
  return broken.flat()
}

/** Publishes a title, sends the webhook until it is accepted, and waits for the page. */
async function publishTitle(request: APIRequestContext, zh: string): Promise<void> {
  await publishEdit('page-java', {'title.zh': zh})
  await expect.poll(() => notifySite('page-java')).toBe(200)
  await expect.poll(() => heading(request)).toBe(zh)
}

test('a first build without a content API takes the seed and says so; the site starts and shows every page', {
  tag: '@long',
}, async ({request}) => {
  expect(said).toContain('This build takes its content from sanity/seed.')
  expect(await brokenPages(request)).toEqual([])
  expect(await (await request.get('/h5/api/health')).json()).toEqual({status: 'ok', content: 'unreachable'})
  // It has asked for what is published in vain, and serves what it has.
  await expect.poll(async () => (await request.get('/h5/api/ready')).status()).toBe(200)
  expect(await (await request.get('/h5/api/ready')).json()).toEqual({
    status: 'ready',
    content: 'unreachable',
    database: 'reachable',
    deliveries: 'none',
    build: expect.stringMatching(/^[\w-]{10,}$/),
  })
})

test('a site that started from the seed shows what is published as soon as the content API answers', {
  tag: '@long',
}, async ({request}) => {
  await publishEdit('page-java', {'title.zh': '内容系统回来了'})
  proxy = await startFaultyProxy(faultsSite.proxyPort, testProduct.studioUrl)
  await expect.poll(() => heading(request)).toBe('内容系统回来了')
  expect(await brokenPages(request)).toEqual([])
})

for (const fault of faults) {
  test(`every page answers while the content API is broken (${fault}), and the next publish arrives`, {
    tag: '@long',
  }, async ({request}) => {
    if (!proxy) throw new Error('There is no content API')
    const before = proxy.requests
    proxy.fault = fault
    await publishEdit('page-java', {'title.zh': `发布于故障中 ${fault}`})
    expect([200, 503]).toContain(await notifySite('page-java'))
    expect(await brokenPages(request)).toEqual([])
    expect(proxy.requests).toBeGreaterThan(before)
    proxy.fault = undefined
    await publishTitle(request, `故障之后 ${fault}`)
    expect(await brokenPages(request)).toEqual([])
  })
}

for (const code of ['ENOSPC', 'EROFS'] as const) {
  test(`pages are served and publishing goes on while the cache’s folder cannot be written (${code})`, {
    tag: '@long',
  }, async ({request}) => {
    await whileWritesFail(code, async () => {
      await publishTitle(request, `写不进磁盘 ${code}`)
      expect(await brokenPages(request)).toEqual([])
      await expect.poll(() => site?.output()).toContain(`cannot be written (${code})`)
    })
    await publishTitle(request, `又能写了 ${code}`)
  })
}

test('on SIGTERM responses in flight are finished, new connections are refused, and the process exits with 0', {
  tag: '@long',
}, async () => {
  if (!proxy || !site) throw new Error('Nothing runs')
  proxy.fault = 'hang'
  // Work left from a publish queries, too: only this query shows that the health request has arrived.
  const asked = () => proxy?.asked('count(*[_id == "siteSettings"])')
  const before = asked() ?? 0
  // Waits a second for the content API.
  const slow = httpRequest(`${faultsSite.url}/h5/api/health`, {agent: false}).end()
  const answered = once(slow, 'response')
  await expect.poll(asked).toBeGreaterThan(before)
  const ended = once(site.process, 'exit')
  site.process.kill('SIGTERM')
  await expect.poll(() => fetch(`${faultsSite.url}/h5/java`).catch(() => 'refused')).toBe('refused')
  const [response] = await answered
  expect(response.statusCode).toBe(200)
  response.resume()
  expect(await ended).toEqual([0, null])
})
