import {once} from 'node:events'
import {createServer} from 'node:http'
import type {AddressInfo} from 'node:net'
import {afterAll, beforeAll, expect, it, vi} from 'vitest'
import {draftCookie} from '../lib/constants.ts'
import {isContentAway} from './ContentError.ts'

vi.mock('server-only', () => ({}))
vi.mock('next/headers', () => ({
  draftMode: async () => ({isEnabled: true}),
  cookies: async () => new Map([[draftCookie, {value: '1'}]]),
}))

/** Sent with 200, as by proxies and by connections that are lost. */
let body: string
const server = createServer((_, response) =>
  response.writeHead(200, {'Content-Type': 'application/json', Connection: 'close'}).end(body),
)

beforeAll(async () => {
  await once(server.listen(0, 'localhost'), 'listening')
  const address: AddressInfo | string | null = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port')
  vi.stubEnv('NEXT_PUBLIC_SANITY_API_HOST', `http://localhost:${address.port}`)
  vi.stubEnv('SANITY_API_READ_TOKEN', 'read-token')
  return () => vi.unstubAllEnvs()
})
afterAll(() => server.close())

it.each([
  ['cut off', '{"ms": 1, "result": [{"_id": "page-lims"'],
  ['malformed', '{"ms": 1, "result": [],,'],
  ['the page of a proxy', '<!doctype html><title>Sign in to the network</title>'],
  ['of another API', '{"status": "ok"}'],
  ['empty', ''],
])('an answer that is %s counts as none, for pages, previews and health', async (_, text) => {
  const {contentAnswers, fetchDrafts, fetchPublished} = await import('./client.ts')
  body = text
  const failures = [fetchPublished('*', {}), fetchDrafts({query: '*'}), fetchDrafts({query: '*', isPlain: true})].map(
    (asked) => asked.catch(isContentAway),
  )
  expect(await Promise.all(failures)).toEqual([true, true, true])
  await expect(fetchPublished('*', {})).rejects.toThrow('did not deliver')
  expect(await contentAnswers()).toBe(false)
})

it('a result of null is an answer', async () => {
  const {contentAnswers, fetchDrafts, fetchPublished} = await import('./client.ts')
  body = '{"ms": 1, "result": null}'
  expect(await fetchPublished('*', {})).toBe(null)
  expect(await fetchDrafts({query: '*', isPlain: true})).toEqual({result: null})
  expect(await contentAnswers()).toBe(true)
})
