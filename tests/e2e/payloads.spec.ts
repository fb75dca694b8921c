import {type APIRequestContext, expect, test} from '@playwright/test'
import {freshnessInterval} from '../../lib/constants.ts'
import {publishEdit} from '../support/contentClient.ts'
import {untilSettled} from '../support/untilSettled.ts'

const payload = '/h5/payloads/en/odoo.json'

/** Waits for revalidation: an earlier test may have published just now. */
async function atRest(request: APIRequestContext, path: string): Promise<void> {
  await untilSettled(request)
  await expect.poll(async () => (await request.get(path)).headers()['x-nextjs-cache']).toBe('HIT')
}

test('a payload in the browser’s cache gets 304 without a body until its page changes', async ({request}) => {
  await atRest(request, payload)
  const first = await request.get(payload)
  const {etag = ''} = first.headers()
  expect(etag).toMatch(/^"[\w-]+"$/)
  expect((await request.get(payload)).headers().etag).toBe(etag)
  const again = await request.get(payload, {headers: {'If-None-Match': etag}})
  expect([again.status(), (await again.body()).length, again.headers().etag]).toEqual([304, 0, etag])
  const other = await request.get(payload, {headers: {'If-None-Match': '"another"'}})
  expect([other.status(), (await other.body()).equals(await first.body())]).toEqual([200, true])

  await publishEdit('page-odoo', {layout: 'article'})
  try {
    const ask = async () => (await request.get(payload, {headers: {'If-None-Match': etag}})).status()
    await expect.poll(ask).toBe(200)
  } finally {
    const edited = (await request.get(payload)).headers().etag
    await publishEdit('page-odoo', {}, ['layout'])
    await expect.poll(async () => (await request.get(payload)).headers().etag).not.toBe(edited)
  }
})

test('checking a page for changes does not download it again', async ({page, request}) => {
  await atRest(request, '/h5/payloads/en/test.json')
  await page.clock.install()
  await page.goto('/h5/en/test', {waitUntil: 'networkidle'})
  // Loaded once the browser is idle; from then on it looks.
  await expect(page.locator('[data-about="freshness"]')).toBeAttached()
  const looks: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.url().includes('/payloads/')) looks.push(request.sizes().then(({responseBodySize}) => responseBodySize))
  })
  for (const count of [1, 2]) {
    // The interval begins once the answer before has been read, which may be after its last byte has come.
    await expect(async () => {
      await page.clock.runFor(freshnessInterval)
      expect(looks.length).toBeGreaterThanOrEqual(count)
    }).toPass()
  }
  const [first = 0, second = -1] = await Promise.all(looks)
  expect(first).toBeGreaterThan(500)
  expect(second).toBe(0)
})
