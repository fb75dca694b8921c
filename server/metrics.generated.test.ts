import {rmSync, utimesSync, writeFileSync} from 'node:fs'
import {createServer, METHODS, request} from 'node:http'
import {connect} from 'node:net'
import {networkInterfaces} from 'node:os'
import {join} from 'node:path'
import {expect, onTestFinished, test} from 'vitest'
import type {DeliveryCounts} from '@/enquiries/outbox/outbox'
import {lastBackupName} from '@/lib/constants'
import {locales} from '@/lib/locales'
import {routes} from '@/lib/routes'
import {payloadPath, sitePath, withBasePath} from '@/lib/urls'
import {listen} from '@/tests/support/listen'
import {temporaryFolder} from '@/tests/support/temporaryFolder'
import fc from '../tests/support/fastCheck.ts'
import {type MetricsOptions, startMetrics} from './metrics'

interface Started {
  site: number
  port: number
  state: Parameters<typeof startMetrics>[0]['state']
  read(): Promise<string>
  visit(path: string, options?: {method?: string; host?: string}): Promise<void>
}

/** A server that answers everything with the status and the cache's state that the query names, and its metrics. */
async function start({
  countDeliveries = async () => ({waiting: 0, failed: 0, oldest: undefined}),
  canStore = async () => true,
  dataDir = temporaryFolder(),
}: Partial<Pick<MetricsOptions, 'countDeliveries' | 'canStore' | 'dataDir'>> = {}): Promise<Started> {
  let hasEnded = () => {}
  const server = createServer((incoming, response) => {
    const query = new URLSearchParams(incoming.url?.split('?')[1])
    const cache = query.get('cache')
    if (cache) response.setHeader('x-nextjs-cache', cache)
    response
      .once('close', () => hasEnded())
      .writeHead(Number(query.get('status') ?? 200))
      .end()
  })
  const site = await listen(server)
  onTestFinished(() => void server.close())
  const state: Started['state'] = {hasCompared: false, storeListeners: new Set()}
  const port = await startMetrics({site: server, state, countDeliveries, canStore, dataDir}).listen(0)
  return {
    site,
    port,
    state,
    read: async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
    visit: async (path, {method = 'GET', host = 'localhost'} = {}) => {
      // Counted then, which may be after the visitor has the answer.
      const ended = new Promise<void>((resolve) => {
        hasEnded = resolve
      })
      await new Promise((resolve, reject) => {
        const options = {host: '127.0.0.1', port: site, path, method, headers: {host, connection: 'close'}}
        const sent = request(options, (response) => response.resume().once('close', resolve))
        sent.once('error', reject).end()
      })
      await ended
    },
  }
}

/** The value of a line: `site_ready` → 1. */
function valueIn(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

test('counts requests by kind, method and class of status, and what the page cache did', async () => {
  const {visit, read} = await start()
  for (const locale of locales) {
    for (const route of routes) await visit(`${sitePath(locale, route)}?cache=HIT`)
    await visit(`${withBasePath(payloadPath(locale, '/about'))}?cache=STALE`)
  }
  await visit('/h5/api/contact?status=422', {method: 'POST'})
  await visit('/h5/api/ready?status=503', {method: 'HEAD'})
  const text = await read()
  const count = (labels: string) => valueIn(text, `site_http_request_duration_seconds_count{${labels}}`)
  expect(count('kind="page",method="GET",status="2xx"')).toBe(routes.length * locales.length)
  expect(count('kind="payload",method="GET",status="2xx"')).toBe(2)
  expect(count('kind="contact",method="POST",status="4xx"')).toBe(1)
  expect(count('kind="health",method="HEAD",status="5xx"')).toBe(1)
  const caches = ['hit', 'stale', 'miss'].map((state) => valueIn(text, `site_page_cache_total{state="${state}"}`))
  expect(caches).toEqual([routes.length * locales.length, 2, 0])
})

test('random paths, methods and hosts become no labels', async () => {
  const {visit, read} = await start()
  const word = fc.stringMatching(/^[a-z]{9,20}$/)
  const path = fc
    .tuple(
      fc.constantFrom('/', '/h5/', '/h5/en/', '/h5/api/', '/h5/payloads/', '/h5/_next/', '/h5/shareImages/', '//'),
      word,
      fc.constantFrom('', '.md', '.json', '/', '?a=1', '%22%0a'),
    )
    .map((parts) => parts.join(''))
  // CONNECT and upgrades are no requests to Node's server.
  const method = fc.constantFrom(...METHODS.filter((name) => name !== 'CONNECT'))
  const status = fc.integer({min: 200, max: 599})
  const words = new Set<string>()
  await fc.assert(
    fc.asyncProperty(path, method, word, status, async (given, name, host, code) => {
      const [found = ''] = /[a-z]{9,}/.exec(given.replace('shareImages', '')) ?? []
      for (const one of [found, host]) words.add(one)
      await visit(`${given}${given.includes('?') ? '&' : '?'}status=${code}`, {method: name, host})
    }),
  )
  const text = await read()
  for (const one of words) expect(text).not.toContain(one)
  const labels = [...text.matchAll(/^site_http_request_duration_seconds_count\{(.*)\}/gm)].map(([, found]) => found)
  expect(labels.length).toBeGreaterThan(0)
  const kinds = 'page|picture|asset|payload|sharePicture|webhook|contact|enquiries|preview|health|text|other'
  const known = new RegExp(`^kind="(${kinds})",method="(GET|HEAD|POST|other)",status="([2-5]xx|aborted)"$`)
  for (const label of labels) expect(label).toMatch(known)
})

test('shows publishes, webhooks, readiness, Redis and enquiries', async () => {
  let counts: DeliveryCounts | undefined = {waiting: 2, failed: 1, oldest: Date.now() - 90_000}
  const countDeliveries = async () => counts ?? Promise.reject(new Error('away'))
  let isWritable = true
  const {state, read} = await start({countDeliveries, canStore: async () => isWritable})
  const before = await read()
  expect(valueIn(before, 'site_ready')).toBe(0)
  expect(valueIn(before, 'site_webhooks_total{outcome="applied"}')).toBe(0)
  expect(before).not.toMatch(/^site_redis_connected/m)
  expect(valueIn(before, 'site_enquiry_deliveries{state="waiting"}')).toBe(2)
  expect(valueIn(before, 'site_enquiry_deliveries{state="failed"}')).toBe(1)
  expect(valueIn(before, 'site_enquiry_oldest_waiting_seconds')).toBeGreaterThanOrEqual(90)
  expect(valueIn(before, 'site_enquiry_database_up')).toBe(1)
  expect(before).toMatch(/^process_resident_memory_bytes \d+/m)
  expect(before).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)

  isWritable = false
  const full = await read()
  expect(valueIn(full, 'site_enquiry_database_up')).toBe(0)
  expect(valueIn(full, 'site_enquiry_deliveries{state="waiting"}')).toBe(2)

  counts = undefined
  state.hasCompared = true
  state.isRedisConnected = () => true
  state.metrics?.webhook('applied')
  state.metrics?.verifying(3)
  state.metrics?.visible(400)
  state.metrics?.stale(2)
  const after = await read()
  expect(valueIn(after, 'site_ready')).toBe(1)
  expect(valueIn(after, 'site_redis_connected')).toBe(1)
  expect(valueIn(after, 'site_webhooks_total{outcome="applied"}')).toBe(1)
  expect(valueIn(after, 'site_pages_verifying')).toBe(3)
  expect(valueIn(after, 'site_pages_stale_total')).toBe(2)
  expect(valueIn(after, 'site_publish_visible_seconds_bucket{le="0.25"}')).toBe(0)
  expect(valueIn(after, 'site_publish_visible_seconds_bucket{le="0.5"}')).toBe(1)
  expect(valueIn(after, 'site_enquiry_database_up')).toBe(0)
  expect(after).not.toMatch(/^site_enquiry_oldest_waiting_seconds/m)
  expect(after).not.toMatch(/^site_enquiry_deliveries\{/m)
})

test('shows what is free for data, and the last backup once there was one', async () => {
  const dataDir = temporaryFolder()
  const {read} = await start({dataDir})
  const before = await read()
  expect(valueIn(before, 'site_data_free_bytes')).toBeGreaterThan(0)
  expect(before).not.toMatch(/^site_last_backup_timestamp_seconds/m)

  const file = join(dataDir, lastBackupName)
  writeFileSync(file, '')
  utimesSync(file, 1_790_000_000, 1_790_000_000)
  expect(valueIn(await read(), 'site_last_backup_timestamp_seconds')).toBe(1_790_000_000)

  rmSync(dataDir, {recursive: true})
  const after = await read()
  expect(after).not.toMatch(/^site_(last_backup|data_free)/m)
  expect(valueIn(after, 'site_ready')).toBe(0)
})

test('is reached on loopback only, under a loopback name, for reading', async () => {
  const {port} = await start()
  const answer = (path: string, method = 'GET', host = `127.0.0.1:${port}`) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({host: '127.0.0.1', port, path, method, headers: {host, connection: 'close'}}, (response) =>
        response.resume().once('close', () => resolve(response.statusCode)),
      )
        .once('error', reject)
        .end()
    })
  expect(await answer('/metrics')).toBe(200)
  expect(await answer('/metrics', 'GET', `localhost:${port}`)).toBe(200)
  expect(await answer('/metrics', 'GET', 'attacker.example')).toBe(421)
  expect(await answer('/metrics', 'POST')).toBe(405)
  expect(await answer('/h5')).toBe(404)
  const others = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).filter(({internal, family}) => !internal && family === 'IPv4').map(({address}) => address),
  )
  for (const address of others) {
    const outcome = await new Promise((resolve) => {
      const socket = connect({port, host: address}, () => resolve('open'))
      socket.once('error', () => resolve('refused'))
    })
    expect(outcome).toBe('refused')
  }
})
