import {once} from 'node:events'
import {request} from 'node:http'
import {Hono} from 'hono'
import {expect, onTestFinished, test, vi} from 'vitest'
import {ANONYMOUS, SYSTEM} from '../access/identities.ts'
import type {StartedLake} from '../Lake.ts'
import fc from '../testing/fastCheck.ts'
import {openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {answerWhole} from './bodies.ts'
import type {LakeEnv} from './request.ts'
import {startServer} from './startServer.ts'

const QUERY = '/v1/data/query/production'

/** By a proxy that the lake was not told of: all of its visitors come from this machine. */
const STRANGER = {'x-forwarded-for': '203.0.113.7'}

/** A stranger's request whose body does not come to its end. */
function hang(lake: StartedLake, length?: number, {method = 'POST', path = QUERY} = {}) {
  const size = length ? {'content-length': length} : {'transfer-encoding': 'chunked'}
  const headers = {...STRANGER, 'content-type': 'application/json', ...size}
  const asked = request(lake.url + path, {method, headers})
  asked.on('error', () => {})
  asked.write('{')
  return asked
}

const ask = (lake: StartedLake, path = `${QUERY}?query=1`, headers: Record<string, string> = {}) =>
  fetch(lake.url + path, {headers: {...STRANGER, ...headers}})

test('an address has so many requests under way and no more, until they are answered or gone', async () => {
  const lake = await openTestLake({requestLimits: {anonymousPerAddress: 2}})
  const [first, second] = [hang(lake), hang(lake)]
  await expect.poll(() => lake.requests.open).toBe(2)
  const refused = await ask(lake)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toMatchObject({message: expect.stringContaining('may have 2 requests at a time')})
  expect((await ask(lake, '/health')).status).toBe(200)
  expect((await ask(lake, undefined, {authorization: `Bearer ${TEST_TOKENS.read}`})).status).toBe(200)

  first.destroy()
  await expect.poll(() => lake.requests.open).toBe(1)
  expect((await ask(lake)).status).toBe(200)
  second.end('"query": "1"}')
  const [response] = await once(second, 'response')
  expect(response.statusCode).toBe(200)
  response.resume()
  await expect.poll(() => lake.requests.open).toBe(0)
})

test('a body of unknown length is counted wherever it is sent, also where no answer reads one', async () => {
  const lake = await openTestLake()
  const streams = ['/health', '/health/live', '/v1/data/listen/production', '/v1/data/live/events/production']
  const places = fc.record({
    path: fc.constantFrom('/v1/nowhere', '/images/local/production/a.png', ...streams),
    method: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'),
  })
  await fc.assert(
    fc.asyncProperty(places, async (place) => {
      const held = hang(lake, undefined, place)
      await expect.poll(() => lake.requests.open).toBe(1)
      expect(lake.bodies.open).toBe(16 * 1024 * 1024)
      held.destroy()
      await expect.poll(() => lake.requests.open + lake.bodies.open).toBe(0)
    }),
    {numRuns: 20, endOnFailure: true},
  )
})

test('an address has so many bytes of answers waiting for it, until it reads them or is gone', async () => {
  const lake = await openTestLake({answerLimits: {anonymousPerAddress: 20 * 1024 * 1024}})
  const ids = ['a', 'b', 'c', 'd', 'e']
  const text = 'x'.repeat(3_000_000)
  lake.commit({author: SYSTEM, mutations: ids.map((_id) => ({create: {_id, _type: 'doc', text}}))})
  // Not a query, which on a busy machine may take too long.
  const path = `/v2025-02-19/data/doc/production/${ids}`
  const unread = request(lake.url + path, {headers: STRANGER})
  unread.on('error', () => {})
  unread.end()
  await once(unread, 'response')
  expect(lake.answers.open).toBeGreaterThan(14_000_000)
  const refused = await ask(lake, path)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect((await ask(lake)).status).toBe(200)
  expect((await ask(lake, path, {authorization: `Bearer ${TEST_TOKENS.read}`})).status).toBe(200)
  unread.destroy()
  await expect.poll(() => lake.answers.open).toBe(0)
  expect(await (await ask(lake, path)).json()).toMatchObject({documents: ids.map((_id) => ({_id}))})
  await expect.poll(() => lake.answers.open).toBe(0)
})

test('an answer that comes after its client has left is not counted, which nothing would release', async () => {
  const lake = await openTestLake()
  const held = new Hono<LakeEnv>()
  const {promise: counted, resolve} = Promise.withResolvers<number>()
  held.use(async (c, next) => {
    c.set('identity', ANONYMOUS)
    c.set('connection', {url: c.req.url, address: '203.0.113.7', isLocal: false})
    await next()
  })
  held.get('/', async (c) => {
    await new Promise<void>((left) => void c.env.outgoing?.once('close', left))
    const response = answerWhole(c, lake, 'x'.repeat(1_000_000))
    resolve(lake.answers.open)
    return response
  })
  const {url, close} = await startServer(held, '127.0.0.1', 0)
  onTestFinished(close)
  const asked = request(url)
  asked.on('error', () => {})
  asked.on('socket', (socket) => socket.once('connect', () => asked.end(() => asked.destroy())))
  expect(await counted).toBe(0)
})

test('all visitors together have so many requests under way', async () => {
  const lake = await openTestLake({requestLimits: {anonymous: 1}})
  const held = hang(lake)
  await expect.poll(() => lake.requests.open).toBe(1)
  expect((await ask(lake)).status).toBe(503)
  held.destroy()
  await expect.poll(() => lake.requests.open).toBe(0)
  expect((await ask(lake)).status).toBe(200)
})

test('a program on this machine, such as the site, is answered when strangers have all their places', async () => {
  const lake = await openTestLake({
    requestLimits: {anonymous: 1, anonymousPerAddress: 1},
    bodyLimits: {anonymous: 1000, anonymousPerAddress: 1000},
  })
  const held = hang(lake, 990)
  await expect.poll(() => lake.requests.open).toBe(1)
  expect((await ask(lake)).status).toBe(429)
  const headers = {'content-type': 'application/json'}
  const own = await fetch(lake.url + QUERY, {method: 'POST', headers, body: '{"query": "1 + 1"}'})
  expect([own.status, await own.json()]).toMatchObject([200, {result: 2}])
  held.destroy()
})

test('an open event stream is not a request under way', async () => {
  const lake = await openTestLake({requestLimits: {anonymousPerAddress: 1}})
  const abort = new AbortController()
  const listening = await fetch(`${lake.url}/v1/data/listen/production?query=*`, {signal: abort.signal})
  expect(listening.status).toBe(200)
  expect((await ask(lake)).status).toBe(200)
  abort.abort()
})

test('an address may send so many bytes of bodies at a time; who sends none, or has a token, is answered', async () => {
  const lake = await openTestLake({bodyLimits: {anonymousPerAddress: 1000}})
  const held = hang(lake, 990)
  await expect.poll(() => lake.bodies.open).toBe(990)
  const post = (token?: string) =>
    fetch(lake.url + QUERY, {
      method: 'POST',
      headers: {...STRANGER, 'content-type': 'application/json', ...(token && {authorization: `Bearer ${token}`})},
      body: '{"query": "1"}',
    })
  const refused = await post()
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    message: expect.stringContaining('may have 1000 bytes of request bodies at a time'),
  })
  expect((await ask(lake)).status).toBe(200)
  expect((await post(TEST_TOKENS.read)).status).toBe(200)
  held.destroy()
  await expect.poll(() => lake.bodies.open).toBe(0)
  expect((await post()).status).toBe(200)
})

test('a body of unknown length counts as the longest that is taken', async () => {
  const lake = await openTestLake()
  const held = hang(lake)
  await expect.poll(() => lake.bodies.open).toBe(4 * 1024 * 1024)
  held.destroy()
  await expect.poll(() => lake.bodies.open).toBe(0)
})

test('by either of its addresses an upload is counted among the uploads alone', async () => {
  const lake = await openTestLake({bodyLimits: {perAddress: 1000}})
  const statuses = ['/v1', '/v1/projects/local/datasets/production'].map(async (start) => {
    const path = start === '/v1' ? `${start}/assets/files/production` : `${start}/assets/files`
    const headers = {authorization: `Bearer ${TEST_TOKENS.write}`}
    return (await fetch(lake.url + path, {method: 'POST', headers, body: 'x'.repeat(2000)})).status
  })
  expect(await Promise.all(statuses)).toEqual([200, 200])
})

test('a perspective has a hundred names and no more, by either way of asking', async () => {
  const lake = await openTestLake()
  const names = (count: number) => Array.from({length: count}, (_, index) => `r${index}`)
  const headers = {authorization: `Bearer ${TEST_TOKENS.read}`, 'content-type': 'application/json'}
  const byUrl = (count: number) => ask(lake, `${QUERY}?query=1&perspective=${names(count).join()}`, headers)
  const byBody = (count: number) => {
    const body = JSON.stringify({query: '1', options: {perspective: names(count)}})
    return fetch(lake.url + QUERY, {method: 'POST', headers, body})
  }
  expect([(await byUrl(100)).status, (await byBody(100)).status]).toEqual([200, 200])
  expect([(await byUrl(101)).status, (await byBody(101)).status, (await byBody(200_000)).status]).toEqual([
    400, 400, 400,
  ])
})

test('a body that is longer than any query with its parameters is refused before it is parsed, which takes long', async () => {
  const lake = await openTestLake()
  const send = (params: object) =>
    fetch(lake.url + QUERY, {method: 'POST', headers: STRANGER, body: JSON.stringify({query: 'count($list)', params})})
  const keysOf = (count: number) => Object.fromEntries(Array.from({length: count}, (_, index) => [`key${index}`, 1]))
  const accepted = await send({list: ['长'.repeat(1_000_000)]})
  expect([accepted.status, await accepted.json()]).toEqual([200, expect.objectContaining({result: 1})])
  const long = keysOf(200_000)
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const refused = await send(long)
  expect(refused.status).toBe(400)
  expect(parse.mock.calls.filter(([text]) => String(text).length > 1_000_000)).toEqual([])
  expect(await refused.json()).toMatchObject({message: expect.stringContaining('larger than 1.3 MB')})
})
