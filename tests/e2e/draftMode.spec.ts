import {createServer} from 'node:http'
import {join} from 'node:path'
import {expect, test} from '@playwright/test'
import {root} from '../../scripts/product/paths.ts'
import {draftSession, readDraftKeys} from '../../server/http/draftSessions.ts'
import {content} from '../support/contentClient.ts'
import {listen} from '../support/listen.ts'
import {openPreview} from '../support/openPreview.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {testProduct} from '../support/testProduct.ts'

const enable = '/h5/api/draft-mode/enable'
const secretId = 'drafts.sanity-preview-url-secret.of-the-test'
/** The secret of Sanity's own sharing, which has no end. */
const sharedId = 'sanity-preview-url-secret.share-access'

test.afterEach(async () => {
  for (const id of [secretId, sharedId]) await content.delete(id).catch(() => undefined)
})

/** Creates a preview secret as the Studio does. */
async function leaveSecret(): Promise<string> {
  const secret = 'secret-of-the-preview-test'
  await content.createOrReplace({
    _id: secretId,
    _type: 'sanity.previewUrlSecret',
    secret,
    source: 'the test',
    studioUrl: testProduct.studioUrl,
    userId: 'the test',
  })
  return secret
}

test('a preview opens only with a secret that the Studio has left', async ({request}) => {
  for (const query of ['', '?sanity-preview-secret=', '?sanity-preview-secret=wrong', '?slug=/about&secret=x']) {
    const answer = await request.get(enable + query, {maxRedirects: 0})
    expect(answer.status(), query).toBe(401)
    expect(answer.headers()['set-cookie']).toBeUndefined()
  }
})

test('no secret without an end opens a preview: who left it could come back for good', async ({request}) => {
  const secret = 'secret-that-stays'
  await content.createOrReplace({_id: sharedId, _type: 'sanity.previewUrlShareAccess', secret})
  const answer = await request.get(`${enable}?sanity-preview-secret=${secret}`, {maxRedirects: 0})
  expect(answer.status()).toBe(401)
  expect(answer.headers()['set-cookie']).toBeUndefined()
})

test('opening and leaving a preview leads nowhere but to the site', async ({request, baseURL}) => {
  const secret = await leaveSecret()
  for (const target of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/h5/about',
  ]) {
    const query = new URLSearchParams({'sanity-preview-secret': secret, 'sanity-preview-pathname': target})
    const opened = await request.get(`${enable}?${query}`, {maxRedirects: 0})
    expect(opened.status(), target).toBe(307)
    const left = await request.post('/h5/api/draft-mode/disable', {form: {path: target}, maxRedirects: 0})
    expect(left.status()).toBe(303)
    for (const answer of [opened, left]) {
      expect(new URL(answer.headers().location ?? '', baseURL).origin, target).toBe(baseURL)
    }
  }
})

test('a preview gets a scenario’s article whole, though the browser has a copy of the published one', async ({
  request,
}) => {
  const article = '/h5/payloads/articles/zh/lims'
  await expect.poll(async () => (await request.get(article)).headers()['x-nextjs-cache']).toBe('HIT')
  const {etag = ''} = (await request.get(article)).headers()
  const session = draftSession(
    readDraftKeys(join(root, testProduct.siteBuildDir), testProduct.readToken),
    Date.now() + 60_000,
  )
  const ask = async (headers: Record<string, string>) =>
    (await request.get(article, {headers: {'if-none-match': etag, ...headers}})).status()
  expect([await ask({}), await ask({cookie: `__prerender_bypass=${session}`})]).toEqual([304, 200])
})

test('a preview is kept by no cache, and its cookie alone, or a made-up one, opens nothing more', async ({request}) => {
  await expect.poll(async () => (await request.get('/h5/about')).headers()['x-nextjs-cache']).toBe('HIT')
  const keys = readDraftKeys(join(root, testProduct.siteBuildDir), testProduct.readToken)
  const visit = (value: string) => request.get('/h5/about', {headers: {cookie: `__prerender_bypass=${value}`}})
  const draft = await visit(draftSession(keys, Date.now() + 60_000))
  expect(draft.headers()['cache-control']).toMatch(/private/)
  expect(draft.headers()['cache-control']).toMatch(/no-store/)
  // Next's own cookie, which never expires, is refused like a forged or an expired one.
  const own = (await request.get('/h5/about')).headers()
  for (const value of ['made-up', '', keys.previewModeId, draftSession(keys, Date.now() - 1)]) {
    const {date: _, ...headers} = (await visit(value)).headers()
    expect(headers, value).toEqual({...headers, 'x-nextjs-cache': 'HIT', 'x-frame-options': 'DENY'})
    expect(headers['cache-control'], value).toBe(own['cache-control'])
    expect(headers['cross-origin-opener-policy'], value).toBe('same-origin')
  }
  expect((await request.get('/h5/api/draft-mode/events')).status()).toBe(403)
})

test('a page of another site that opens a draft as the Studio would learns nothing of it, and cannot steer it', async ({
  page,
  context,
}) => {
  await openPreview(await StudioPage.at(page), '/h5/odoo')
  const stranger = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<p>elsewhere'))
  const port = await listen(stranger)
  const other = await context.newPage()
  await other.goto(`http://127.0.0.1:${port}/`)
  const opened = context.waitForEvent('page')
  await other.evaluate((url) => {
    window.addEventListener('message', ({data}) => document.body.append(`heard ${data?.type}`))
    window.open(url, 'draft')
  }, `${testProduct.siteUrl}/h5/odoo`)
  const draft = await opened
  await draft.locator('sanity-visual-editing').waitFor({state: 'attached'})
  // What Presentation says first, as often as it would.
  for (let round = 0; round < 10; round++) {
    await other.evaluate((id) => {
      const from = {domain: 'sanity/comlink', from: 'presentation', to: 'visual-editing', channelId: 'channel'}
      const send = (type: string, data: object) =>
        window.open('', 'draft')?.postMessage({...from, type, id: `${type}${id}`, data}, '*')
      send('handshake/syn', {id: `${id}`})
      send('handshake/ack', {})
      send('presentation/navigate', {url: '/h5/about', type: 'push'})
    }, round)
    await draft.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  }
  await expect(other.locator('body')).toHaveText('elsewhere')
  expect(new URL(draft.url()).pathname).toBe('/h5/odoo')
  stranger.close()
})
