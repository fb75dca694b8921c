import {once} from 'node:events'
import {expect, test} from 'vitest'
import {WebSocket} from 'ws'
import {createApp} from '../createApp.ts'
import {openLake} from '../openLake.ts'
import {startLake} from '../startLake.ts'
import {newFolder, openTestLake} from '../testing/openTestLake.ts'

async function open(password?: string) {
  const opened = openLake({dir: await newFolder(), log: () => {}, ...(password && {password})})
  const app = createApp(opened.lake)
  const health = async () => {
    const response = await app.request('http://localhost:3333/health')
    return {status: response.status, body: await response.json(), cache: response.headers.get('cache-control')}
  }
  return {...opened, health}
}

test('health is a 503 from the moment that the database cannot be read', async () => {
  const {health, endStreams, close} = await open()
  expect(await health()).toMatchObject({status: 200, body: {status: 'ok'}, cache: 'no-store'})
  endStreams()
  close()
  expect(await health()).toMatchObject({status: 503, body: {status: 'failing', documents: 0}, cache: 'no-store'})
})

test('health is a 503 when the database is damaged, and tells a stranger at a locked lake no more than that', async () => {
  const {health, lake, endStreams, close} = await open('a long password')
  lake.database.exec('DROP TABLE webhook_deliveries')
  expect(await health()).toEqual({status: 503, body: {status: 'failing'}, cache: 'no-store'})
  endStreams()
  close()
})

test('while it imports it is alive but not ready, answers nobody else, and is ready as soon as all is there', async () => {
  const listening = Promise.withResolvers<{url: string; reason: string | undefined}>()
  const done = Promise.withResolvers<void>()
  const prepare = {reason: 'it is importing its content', run: () => done.promise}
  // Between listening and importing the metrics are started, which takes a while.
  const starting = startLake({dir: await newFolder(), port: 0, metricsPort: 0, log: () => {}, prepare}, (options) => {
    const opened = openLake(options)
    const update: typeof opened.update = (change) => {
      opened.update(change)
      if (change.url !== undefined) listening.resolve({url: change.url, reason: opened.lake.notReady})
    }
    return {...opened, update}
  })
  const {url, reason} = await listening.promise
  expect(reason).toBe(prepare.reason)
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(url + path, init)
    return {status: response.status, wait: response.headers.get('retry-after'), body: await response.json()}
  }
  const message = 'The lake is not ready: it is importing its content'
  expect(await ask('/health')).toMatchObject({
    status: 503,
    wait: '1',
    body: {status: 'starting', reason: 'it is importing its content', documents: 0},
  })
  expect(await ask('/health/live')).toMatchObject({status: 200, body: {status: 'alive'}})
  for (const [path, init] of [
    ['/v2025-02-19/data/query/production?query=*', {}],
    ['/v2025-02-19/data/query/production', {method: 'POST', body: '{"query": "*"}'}],
    ['/v1/data/listen/production', {}],
    ['/v1/data/mutate/production', {method: 'POST', body: '{"mutations": []}'}],
    ['/v1/ping', {}],
    ['/images/local/production/a.png', {}],
    ['/', {}],
  ] as const) {
    expect([path, await ask(path, init)]).toEqual([
      path,
      {status: 503, wait: '1', body: expect.objectContaining({message})},
    ])
  }
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/multiplex`)
  const [, refusal] = await once(
    socket.on('error', () => {}),
    'unexpected-response',
  )
  expect(refusal.statusCode).toBe(503)
  done.resolve()
  const lake = await starting
  expect(await ask('/health')).toMatchObject({status: 200, body: {status: 'ok'}})
  expect((await ask('/v1/ping')).status).toBe(200)
  await lake.close()
})

test('a preparation that fails ends the start, and leaves neither the folder nor the port in use', async () => {
  const dir = await newFolder()
  const run = () => Promise.reject(new Error('the seed is broken'))
  const start = startLake({dir, port: 0, log: () => {}, prepare: {reason: 'it is importing', run}})
  await expect(start).rejects.toThrow('the seed is broken')
  await openTestLake({dir})
})
