import {once} from 'node:events'
import {text} from 'node:stream/consumers'
import {expect, onTestFinished, test} from 'vitest'
import {WebSocket} from 'ws'
import type {StartedLake} from '../Lake.ts'
import {openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'

const LISTEN = '/v2025-02-19/data/listen/production?query=*'
const WRITE = {authorization: `Bearer ${TEST_TOKENS.write}`}

/** Answers that tests hold: `fetch` ends the stream of one that is garbage collected. */
const held = new Set<Response>()

async function open(lake: StartedLake, path: string, headers: Record<string, string> = {}): Promise<Response> {
  const abort = new AbortController()
  const response = await fetch(lake.url + path, {headers, signal: abort.signal})
  held.add(response)
  onTestFinished(() => {
    abort.abort()
    held.delete(response)
  })
  return response
}

async function statuses(lake: StartedLake, times: number, path: string, headers?: Record<string, string>) {
  const answers: number[] = []
  for (let n = 0; n < times; n += 1) answers.push((await open(lake, path, headers)).status)
  return answers
}

/** The answer to an upgrade: 101, or the status, wait and sentence of a refusal. */
async function upgrade(lake: StartedLake, path: string) {
  const socket = new WebSocket(lake.url.replace(/^http/, 'ws') + path, {headers: WRITE})
  onTestFinished(() => socket.terminate())
  socket.on('error', () => {})
  const {promise, resolve} = Promise.withResolvers<object>()
  socket.on('open', () => resolve({status: 101}))
  socket.on('unexpected-response', async (_request, response) => {
    const body = await text(response)
    resolve({status: response.statusCode, wait: response.headers['retry-after'], ...JSON.parse(body)})
  })
  return promise
}

test('an anonymous visitor holds so many event streams and no more; tokens go on being served', async () => {
  const lake = await openTestLake({streamLimits: {anonymousPerAddress: 3}})
  expect(await statuses(lake, 4, LISTEN)).toEqual([200, 200, 200, 429])
  const refused = await open(lake, LISTEN, {origin: lake.url})
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After')
  expect(await refused.json()).toMatchObject({statusCode: 429, message: expect.stringContaining('or send a token')})
  expect(await statuses(lake, 5, LISTEN, WRITE)).toEqual([200, 200, 200, 200, 200])
})

test('all visitors together hold so many, each address behind a trusted proxy as many as its own', async () => {
  const lake = await openTestLake({
    streamLimits: {anonymousPerAddress: 2, anonymous: 5},
    trustedProxies: ['127.0.0.1', '::1'],
  })
  const from = (address: string) => statuses(lake, 3, LISTEN, {'x-forwarded-for': `10.0.0.1, ${address}`})
  expect(await from('203.0.113.1')).toEqual([200, 200, 429])
  // One network of IPv6 is one visitor.
  expect(await from('2001:db8::1')).toEqual([200, 200, 429])
  expect(await from('2001:db8::2')).toEqual([429, 429, 429])
  expect(await from('203.0.113.2')).toEqual([200, 503, 503])
})

test('an address that a stranger writes into a header counts for nothing', async () => {
  const lake = await openTestLake({streamLimits: {anonymousPerAddress: 1}})
  const answers = await Promise.all(
    ['203.0.113.1', '203.0.113.2'].map(async (address) => {
      return (await open(lake, LISTEN, {'x-forwarded-for': address})).status
    }),
  )
  expect(answers.sort()).toEqual([200, 429])
})

test('sockets and the streams in them count, and are refused with a sentence before they open', async () => {
  const lake = await openTestLake({streamLimits: {perAddress: 4}})
  const socket = new WebSocket(`${lake.url.replace(/^http/, 'ws')}/v1/multiplex`, {headers: WRITE})
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  const answers = new Map<number, number>()
  socket.on('message', (data) => {
    const {id, status} = JSON.parse(String(data))
    if (status) answers.set(id, status)
  })
  for (const id of [1, 2]) socket.send(JSON.stringify({op: 'open', id, url: LISTEN, headers: {}}))
  await expect.poll(() => Object.fromEntries(answers)).toEqual({1: 200, 2: 200})
  expect(await upgrade(lake, '/v1/socket/production')).toEqual({status: 101})
  socket.send(JSON.stringify({op: 'open', id: 3, url: LISTEN, headers: {}}))
  await expect.poll(() => answers.get(3)).toBe(429)
  for (const path of ['/v1/multiplex', '/v1/socket/production']) {
    expect(await upgrade(lake, path)).toMatchObject({
      status: 429,
      wait: '30',
      message: expect.stringContaining('may have 4 event streams at a time'),
    })
  }
  expect((await open(lake, LISTEN, WRITE)).status).toBe(429)
})

test('a Studio in fifty tabs with a dozen streams each, and presence, has room', async () => {
  const lake = await openTestLake()
  const url = lake.url.replace(/^http/, 'ws')
  const tabs = Array.from({length: 50}, () => new WebSocket(`${url}/v1/multiplex`, {headers: WRITE}))
  const presence = tabs.map(() => new WebSocket(`${url}/v1/socket/production`, {headers: WRITE}))
  const sockets = [...tabs, ...presence]
  onTestFinished(() => {
    for (const socket of sockets) socket.terminate()
  })
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  const frame = (id: number) => JSON.stringify({op: 'open', id, url: LISTEN, headers: {}})
  for (const tab of tabs) for (let id = 1; id <= 12; id += 1) tab.send(frame(id))
  await expect.poll(() => lake.streams.open).toBe(700)
})
