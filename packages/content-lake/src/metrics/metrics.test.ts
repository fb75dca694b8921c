import {createServer, request} from 'node:http'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {listenLocally} from '../testing/listenLocally.ts'
import {clientOf, openTestLake} from '../testing/openTestLake.ts'
import type {LakeOptions} from '../types.ts'

async function openMeasured(options: Partial<LakeOptions> = {}) {
  const lake = await openTestLake({...options, metricsPort: 0})
  const read = async () => (await fetch(`http://127.0.0.1:${lake.metricsPort}/metrics`)).text()
  /** The value of a line: `lake_ready` → 1. */
  const value = async (series: string) => {
    const line = (await read()).split('\n').find((one) => one.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length))
  }
  return {lake, read, value}
}

/** Sends a request as it is. Resolves with the status. */
function send(port: number, options: {path: string; method?: string; host?: string}): Promise<number | undefined> {
  const {path, method = 'GET', host = `127.0.0.1:${port}`} = options
  return new Promise((resolve, reject) => {
    const sent = request(
      {host: '127.0.0.1', port, path, method, headers: {host, connection: 'close'}},
      (response) => void response.resume().once('close', () => resolve(response.statusCode)),
    )
    sent.once('error', reject).end()
  })
}

describe('metrics', () => {
  it('are not kept unless a port is given', async () => {
    expect((await openTestLake()).metricsPort).toBeUndefined()
  })

  it('count requests and commits, and show documents, listeners and memory', async () => {
    const {lake, value} = await openMeasured()
    const client = clientOf(lake)
    const before = (await value('lake_documents')) ?? Number.NaN
    await client.create({_id: 'a', _type: 'page'})
    await client.transaction().create({_id: 'b', _type: 'page'}).create({_id: 'c', _type: 'page'}).commit()
    await client.fetch('*[_type == "page"]')
    await client.fetch('*[').catch(() => undefined)
    expect(await value('lake_commits_total')).toBe(2)
    expect(await value('lake_changed_documents_total')).toBe(3)
    expect(await value('lake_documents')).toBe(before + 3)
    expect(await value('lake_ready')).toBe(1)
    expect(await value('process_resident_memory_bytes')).toBeGreaterThan(0)
    // A request counts once its answer has ended, which the client may know first.
    await vi.waitFor(async () => {
      const count = (labels: string) => value(`lake_http_request_duration_seconds_count{${labels}}`)
      expect(await count('kind="mutate",method="POST",status="2xx"')).toBe(2)
      expect(await count('kind="query",method="GET",status="2xx"')).toBe(1)
      expect(await count('kind="query",method="GET",status="4xx"')).toBe(1)
    }, 50_000)
    const subscription = client.listen('*', {}, {events: ['welcome', 'mutation']})
    const listening = subscription.subscribe(() => {})
    onTestFinished(() => listening.unsubscribe())
    await vi.waitFor(async () => expect(await value('lake_listeners')).toBe(1), 50_000)
  })

  it('show what waits for a webhook', async () => {
    // Takes the request and never answers.
    const receiver = createServer(() => {})
    const port = await listenLocally(receiver)
    onTestFinished(() => {
      receiver.closeAllConnections()
      receiver.close()
    })
    const webhook = {name: 'site', url: `http://127.0.0.1:${port}/`, secret: 's', on: ['create' as const]}
    const {lake, value} = await openMeasured({webhooks: [webhook]})
    expect(await value('lake_webhook_pending{webhook="site"}')).toBe(0)
    await clientOf(lake).create({_id: 'a', _type: 'page'})
    await clientOf(lake).create({_id: 'b', _type: 'page'})
    expect(await value('lake_webhook_pending{webhook="site"}')).toBe(2)
    expect(await value('lake_webhook_oldest_pending_seconds{webhook="site"}')).toBeGreaterThanOrEqual(0)
  })

  it('have no labels of what a stranger sends', async () => {
    const {lake, read} = await openMeasured()
    const port = Number(new URL(lake.url).port)
    const words = Array.from({length: 60}, (_, index) => `stranger${index}x`)
    for (const [index, word] of words.entries()) {
      const path = [`/${word}`, `/v1/data/${word}/a`, `/v${index}/data/query/${word}?query=${word}`, `/images/${word}`]
      const method = ['GET', 'PATCH', 'PROPFIND', 'DELETE', 'OPTIONS'][index % 5] ?? 'GET'
      await send(port, {path: path[index % path.length] ?? '/', method, host: word})
    }
    await vi.waitFor(async () => expect(await read()).toContain('method="other"'), 50_000)
    expect(await read()).not.toContain('stranger')
  })

  it('are on a port of their own, for loopback names alone', async () => {
    const {lake} = await openMeasured()
    const port = lake.metricsPort ?? 0
    expect(await send(port, {path: '/metrics'})).toBe(200)
    expect(await send(port, {path: '/metrics', host: 'attacker.example'})).toBe(421)
    expect(await send(port, {path: '/metrics', method: 'POST'})).toBe(405)
    expect(await send(port, {path: '/health'})).toBe(404)
    expect((await fetch(`${lake.url}/metrics`)).status).toBe(404)
  })
})
