import {beforeEach, expect, it, vi} from 'vitest'
import {signatureHeader, signWebhook} from '@/lib/webhookSignature'
import {ContentError} from '@/sanity/ContentError'
import {readContentSource} from '@/sanity/env'
import {Replays} from '@/server/revalidation/readWebhook'

const broadcast = vi.hoisted(() => vi.fn<() => Promise<void>>())
const update = vi.hoisted(() => vi.fn(async () => new Map()))

vi.mock('server-only', () => ({}))
vi.mock('next/cache', () => ({revalidateTag: () => undefined}))
vi.mock('next/server', () => ({after: () => undefined}))
vi.mock('@/sanity/content', () => ({
  currentPageStates: async () => new Map(),
  updatePageStates: update,
}))
vi.mock('@/server/revalidation/instances', () => ({broadcastWebhook: broadcast}))

const secret = 'a secret of the test'

beforeEach(() => {
  vi.stubEnv('SITE_URL', 'http://127.0.0.1:9')
  vi.stubEnv('SANITY_WEBHOOK_SECRET', secret)
})

it('takes a webhook again that could not be applied, and no other one twice', async () => {
  const {POST} = await import('./route')
  const change = {_id: 'page-about', _type: 'page', _rev: 'r1', operation: 'update'}
  const {body, signature} = await signWebhook(JSON.stringify(change), secret, Date.now())
  const headers = {[signatureHeader]: signature, 'content-type': 'application/json'}
  const send = () => POST(new Request('http://site/h5/api/revalidate', {method: 'POST', body, headers}))
  broadcast.mockRejectedValueOnce(new Error('Redis is away'))
  await expect(send()).rejects.toThrow('Redis is away')
  await send()
  await send()
  expect(broadcast).toHaveBeenCalledTimes(2)
})

it('answers a copy only when the first is applied, and as that', async () => {
  const {POST} = await import('./route')
  const change = {_id: 'page-about', _type: 'page', _rev: 'r3', operation: 'update'}
  const {body, signature} = await signWebhook(JSON.stringify(change), secret, Date.now())
  const headers = {[signatureHeader]: signature, 'content-type': 'application/json'}
  const send = () => POST(new Request('http://site/h5/api/revalidate', {method: 'POST', body, headers}))
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const looked = vi.spyOn(Replays.prototype, 'outcome')
  const away = Promise.withResolvers<Map<never, never>>()
  update.mockImplementationOnce(() => away.promise)
  const both = Promise.all([send(), send()])
  await vi.waitFor(() => expect(looked).toHaveBeenCalledTimes(2), 50_000)
  away.reject(ContentError.unreachable(readContentSource({}), new Error('connect ECONNREFUSED')))
  expect((await both).map(({status}) => status)).toEqual([503, 503])
  expect((await send()).status).toBe(200)
})

it('says that the content API does not answer only where it does not, and always logs the reason', async () => {
  const {POST} = await import('./route')
  const change = {_id: 'page-about', _type: 'page', _rev: 'r2', operation: 'update'}
  const {body, signature} = await signWebhook(JSON.stringify(change), secret, Date.now())
  const headers = {[signatureHeader]: signature, 'content-type': 'application/json'}
  const send = () => POST(new Request('http://site/h5/api/revalidate', {method: 'POST', body, headers}))
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  update.mockRejectedValueOnce(ContentError.unreachable(readContentSource({}), new Error('connect ECONNREFUSED')))
  expect((await send()).status).toBe(503)
  expect(String(warned.mock.calls)).toContain('ECONNREFUSED')
  update.mockRejectedValueOnce(new Error('a page could not be evaluated'))
  // Next logs it and answers 500.
  await expect(send()).rejects.toThrow('could not be evaluated')
})

it('logs each reason once while the content API is away, and that it is back: it is asked every few seconds', async () => {
  const {POST} = await import('./route')
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const send = async (revision: string, reason?: string) => {
    if (reason) update.mockRejectedValueOnce(ContentError.unreachable(readContentSource({}), new Error(reason)))
    const change = {_id: 'page-about', _type: 'page', _rev: revision, operation: 'update'}
    const {body, signature} = await signWebhook(JSON.stringify(change), secret, Date.now())
    const headers = {[signatureHeader]: signature, 'content-type': 'application/json'}
    await POST(new Request('http://site/h5/api/revalidate', {method: 'POST', body, headers}))
  }
  await send('before')
  warned.mockClear()
  for (const [revision, reason] of ['refused', 'refused', 'too slow', undefined, undefined].entries())
    await send(String(revision), reason)
  expect(warned.mock.calls.map(String)).toEqual([
    expect.stringContaining('refused'),
    expect.stringContaining('too slow'),
    expect.stringContaining('answers again'),
  ])
})
