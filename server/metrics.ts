/**
 * This process's metrics for Prometheus, on a port of its own and on loopback only (`METRICS_PORT`). Labels have fixed sets
 * of values: no address, host or name of a visitor's request becomes one.
 */
import {stat, statfs} from 'node:fs/promises'
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http'
import {join} from 'node:path'
import {Counter, collectDefaultMetrics, Gauge, Histogram, Registry} from 'prom-client'
import type {DeliveryCounts} from '../enquiries/outbox/outbox.ts'
import {lastBackupName} from '../lib/constants.ts'
import {withinTime} from '../lib/promises.ts'
import {basePath, parseLocalePath, pathOf} from '../lib/urls.ts'
import type {InstanceMetrics, instanceState} from './instanceState.ts'

const webhookOutcomes = ['applied', 'unchanged', 'repeated', 'refused', 'unavailable'] as const
const cacheStates = ['hit', 'stale', 'miss'] as const

export interface MetricsOptions {
  /** Its requests are counted. */
  site: Server
  state: ReturnType<typeof instanceState>
  /** Rejects while the database is away. */
  countDeliveries(): Promise<DeliveryCounts>
  /** Whether an enquiry could be stored now. */
  canStore(): Promise<boolean>
  /** The data folder of the product, an absolute path. */
  dataDir: string
}

interface Metrics {
  /** Serves `/metrics` on 127.0.0.1; port 0 takes a free one. Resolves with the port; rejects if it cannot be opened. */
  listen(port: number): Promise<number>
  close(): void
}

/** Counts from now on. */
export function startMetrics({site, state, countDeliveries, canStore, dataDir}: MetricsOptions): Metrics {
  const register = new Registry()
  collectDefaultMetrics({register})
  countRequests(register, site)
  showState(register, state)
  showDataFolder(register, dataDir)
  const readDeliveries = showDeliveries(register, {countDeliveries, canStore})
  const server = createServer((request, response) => {
    if (isAllowed(request, response)) void answer(register, readDeliveries, response)
  })
  state.metrics = publishMetrics(register)
  return {
    listen: async (port) => {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, '127.0.0.1', resolve)
      })
      // Alone it keeps no process alive.
      server.unref()
      const address = server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    close: () => {
      server.close()
    },
  }
}

const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

/** Refuses everything but a reading of `/metrics`. */
function isAllowed(request: IncomingMessage, response: ServerResponse): boolean {
  // A page in a browser on this machine may reach this address under any name (DNS rebinding).
  if (!loopbackHost.test(request.headers.host ?? '')) response.writeHead(421).end()
  else if (pathOf(request.url) !== '/metrics') response.writeHead(404).end()
  else if (request.method !== 'GET' && request.method !== 'HEAD') response.writeHead(405, {Allow: 'GET, HEAD'}).end()
  else return true
  return false
}

async function answer(register: Registry, prepare: () => Promise<void>, response: ServerResponse): Promise<void> {
  try {
    await prepare()
    const text = await register.metrics()
    // Tells `npm run doctor` that its own site answers.
    const instance = process.env.INSTANCE_ID ?? ''
    const headers = {'Content-Type': register.contentType, 'Cache-Control': 'no-store', 'X-Instance': instance}
    response.writeHead(200, headers).end(text)
  } catch (error) {
    console.error('The metrics cannot be read:', error)
    response.writeHead(500).end()
  }
}

function countRequests(register: Registry, site: Server): void {
  const requests = new Histogram({
    name: 'site_http_request_duration_seconds',
    help: "Requests at the site's port, by kind of address, method and class of status",
    labelNames: ['kind', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  })
  const cache = new Counter({
    name: 'site_page_cache_total',
    help: "Answers from Next's page cache: hit, stale (shown while it is rendered anew) or miss",
    labelNames: ['state'],
    registers: [register],
  })
  for (const known of cacheStates) cache.inc({state: known}, 0)
  // First, as later listeners may take their time, and may rewrite the address.
  site.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const start = performance.now()
    const kind = kindOf(request.url ?? '')
    const method = methods.find((one) => one === request.method) ?? 'other'
    response.once('close', () => {
      requests.observe({kind, method, status: statusOf(response)}, (performance.now() - start) / 1000)
      const cached = String(response.getHeader('x-nextjs-cache') ?? '').toLowerCase()
      const known = cacheStates.find((one) => one === cached)
      if (known) cache.inc({state: known})
    })
  })
}

const methods = ['GET', 'HEAD', 'POST'] as const

/** `2xx` to `5xx`; `aborted` if the client disconnected. */
function statusOf({writableFinished, statusCode}: ServerResponse): string {
  return writableFinished ? `${Math.trunc(statusCode / 100)}xx` : 'aborted'
}

const kindsByStart = [
  ['/_next/image', 'picture'],
  ['/_next/', 'asset'],
  ['/payloads/', 'payload'],
  ['/shareImages/', 'sharePicture'],
  ['/api/revalidate', 'webhook'],
  ['/api/contact', 'contact'],
  ['/api/enquiries', 'enquiries'],
  ['/api/draft-mode', 'preview'],
  ['/api/health', 'health'],
  ['/api/live', 'health'],
  ['/api/ready', 'health'],
] as const

/** The kind of an address; whatever the site does not know is `other`. */
function kindOf(url: string): string {
  const path = pathOf(url)
  if (path === basePath || path === `${basePath}/`) return 'page'
  if (!path.startsWith(`${basePath}/`)) return 'other'
  const below = path.slice(basePath.length)
  if (parseLocalePath(below)) return 'page'
  const [, kind] = kindsByStart.find(([start]) => below.startsWith(start)) ?? []
  return kind ?? (/\.(md|txt)$/.test(below) ? 'text' : 'other')
}

function showState(register: Registry, state: MetricsOptions['state']): void {
  new Gauge({
    name: 'site_ready',
    help: 'Whether its pages were compared with what is published since it started',
    registers: [register],
    collect() {
      this.set(Number(state.hasCompared))
    },
  })
  new Gauge({
    name: 'site_last_publish_timestamp_seconds',
    help: 'When this instance last took a publish; 0 if it has not since it started',
    registers: [register],
    collect() {
      this.set(state.lastPublish ? Date.parse(state.lastPublish) / 1000 : 0)
    },
  })
  new Gauge({
    name: 'site_redis_connected',
    help: 'Whether this instance hears the others; absent without REDIS_URL',
    registers: [register],
    collect() {
      if (state.isRedisConnected) this.set(Number(state.isRedisConnected()))
      else this.remove()
    },
  })
}

function showDataFolder(register: Registry, folder: string): void {
  const show = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const value = await read().catch(() => undefined)
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  show('site_data_free_bytes', 'What is free on the disk of the data folder; absent where there is none', async () => {
    const {bavail, bsize} = await statfs(folder)
    return bavail * bsize
  })
  show('site_last_backup_timestamp_seconds', 'When a backup last ended; absent if none was taken here', async () => {
    const {mtimeMs} = await stat(join(folder, lastBackupName))
    return mtimeMs / 1000
  })
}

/** How long a scrape waits for the database, in milliseconds. */
const limit = 1000

/** Returns a function that reads them again: metrics are collected all at once, so that none could wait for another. */
function showDeliveries(
  register: Registry,
  {countDeliveries, canStore}: Pick<MetricsOptions, 'countDeliveries' | 'canStore'>,
): () => Promise<void> {
  const count = new Gauge({
    name: 'site_enquiry_deliveries',
    help: 'Deliveries of enquiries: waiting, or failed for good; absent while the database is away',
    labelNames: ['state'],
    registers: [register],
  })
  const age = new Gauge({
    name: 'site_enquiry_oldest_waiting_seconds',
    help: 'How long the oldest due delivery has waited; 0 if none does, absent while the database is away',
    registers: [register],
  })
  const isUp = new Gauge({
    name: 'site_enquiry_database_up',
    help: 'Whether the database of enquiries answers and takes enquiries',
    registers: [register],
  })
  return async () => {
    const [counts, isWritable] = await Promise.all([
      withinTime(countDeliveries(), limit),
      withinTime(canStore(), limit),
    ])
    isUp.set(counts && isWritable ? 1 : 0)
    count.reset()
    age.remove()
    if (!counts) return
    age.set(counts.oldest === undefined ? 0 : Math.max(0, Date.now() - counts.oldest) / 1000)
    count.set({state: 'waiting'}, counts.waiting)
    count.set({state: 'failed'}, counts.failed)
  }
}

function publishMetrics(register: Registry): InstanceMetrics {
  const webhooks = new Counter({
    name: 'site_webhooks_total',
    help: 'Webhooks by outcome; unavailable: the content API did not answer, so that the sender tries again',
    labelNames: ['outcome'],
    registers: [register],
  })
  for (const outcome of webhookOutcomes) webhooks.inc({outcome}, 0)
  const visible = new Histogram({
    name: 'site_publish_visible_seconds',
    help: "From a publish's transaction until every page that it affects was seen to show it",
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers: [register],
  })
  const stale = new Counter({
    name: 'site_pages_stale_total',
    help: 'Addresses that still showed old content a minute after a publish',
    registers: [register],
  })
  const verifying = new Gauge({
    name: 'site_pages_verifying',
    help: 'Pages that were marked as stale and are being renewed',
    registers: [register],
  })
  return {
    webhook: (outcome) => webhooks.inc({outcome}),
    visible: (milliseconds) => visible.observe(milliseconds / 1000),
    stale: (count) => stale.inc(count),
    verifying: (difference) => verifying.inc(difference),
  }
}
