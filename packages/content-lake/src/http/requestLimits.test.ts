import {once} from 'node:events'
import {request} from 'node:http'
import {expect, test} from 'vitest'
import {openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import type {RunningLake} from '../types.ts'

const QUERY = '/v1/data/query/production'

/** A request whose body does not come to its end. */
function hang(lake: RunningLake) {
  const asked = request(lake.url + QUERY, {method: 'POST', headers: {'content-type': 'application/json'}})
  asked.on('error', () => {})
  asked.write('{')
  return asked
}

const ask = (lake: RunningLake, path = `${QUERY}?query=1`, headers: Record<string, string> = {}) =>
  fetch(lake.url + path, {headers})

test('an address has so many requests under way and no more, until they are answered or gone', async () => {
  const lake = await openTestLake({requestLimits: {anonymousPerAddress: 2}})
  const [first, second] = [hang(lake), hang(lake)]
  await expect.poll(() => lake.requests.open).toBe(2)
  const refused = await ask(lake)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toMatchObject({message: expect.stringContaining('2 requests')})
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

test('all visitors together have so many requests under way', async () => {
  const lake = await openTestLake({requestLimits: {anonymous: 1}})
  const held = hang(lake)
  await expect.poll(() => lake.requests.open).toBe(1)
  expect((await ask(lake)).status).toBe(503)
  held.destroy()
  await expect.poll(() => lake.requests.open).toBe(0)
  expect((await ask(lake)).status).toBe(200)
})

test('an open event stream is not a request under way', async () => {
  const lake = await openTestLake({requestLimits: {anonymousPerAddress: 1}})
  const abort = new AbortController()
  const listening = await fetch(`${lake.url}/v1/data/listen/production?query=*`, {signal: abort.signal})
  expect(listening.status).toBe(200)
  expect((await ask(lake)).status).toBe(200)
  abort.abort()
})
