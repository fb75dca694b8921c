import type {IncomingMessage, Server, ServerResponse} from 'node:http'
import {Hono} from 'hono'
import type {Registry} from 'prom-client'
import {LakeOpenError, messageOf} from '../errors.ts'
import type {LakeEnv} from '../http/request.ts'
import {startServer} from '../http/startServer.ts'
import type {Lake, PendingDeliveries} from '../Lake.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
/** Kinds of addresses: the operations of the API, then the areas without a version. Everything else is `other`. */
const OPERATION =
  /^\/v(?:\d[\d-]*|X)\/(?:projects\/[^/]+\/datasets\/[^/]+\/)?(?:data\/)?(query|doc|mutate|actions|listen|live|history|export|assets)(?:\/|$)/
const AREA = /^\/(images|files|health|lake)(?:\/|$)/
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

/**
 * Counts from now on, and serves `/metrics` for Prometheus on 127.0.0.1. Labels have fixed sets of values, besides the
 * names of configured webhooks. The library is loaded only here, as most lakes count nothing.
 *
 * @throws LakeOpenError if the port cannot be opened.
 */
export async function startMetrics(lake: Lake, server: Server, port: number) {
  const prometheus = await import('prom-client')
  const register = new prometheus.Registry()
  prometheus.collectDefaultMetrics({register})
  countRequests(prometheus, register, server)
  const stopCounting = countCommits(prometheus, register, lake)
  showLoad(prometheus, register, lake)
  const {url, close} = await startServer(metricsApp(register), '127.0.0.1', port).catch((error) => {
    throw new LakeOpenError(`The metrics cannot be served on port ${port}: ${messageOf(error)}`)
  })
  return {
    port: Number(new URL(url).port),
    close: () => {
      stopCounting()
      return close()
    },
  }
}

function metricsApp(register: Registry): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  // A page in a browser may call any name this address.
  app.use((c, next) => (LOOPBACK_HOST.test(c.req.header('host') ?? '') ? next() : Promise.resolve(c.body(null, 421))))
  app.get('/metrics', async (c) =>
    c.body(await register.metrics(), 200, {
      'content-type': register.contentType,
      'cache-control': 'no-store',
      // Tells a supervisor that its own lake answers.
      'x-instance': process.env.INSTANCE_ID ?? '',
    }),
  )
  app.all('/metrics', (c) => c.body(null, 405, {allow: 'GET, HEAD'}))
  // The database is closed or its disk is gone.
  app.onError((_error, c) => c.body(null, 503))
  return app
}

type Prometheus = typeof import('prom-client')

function countRequests({Histogram}: Prometheus, register: Registry, server: Server): void {
  const requests = new Histogram({
    name: 'lake_http_request_duration_seconds',
    help: 'Answered requests by kind of address, method and class of status; event streams count when they end',
    labelNames: ['kind', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  })
  // First, as the lake answers some requests before the next listener runs.
  server.prependListener('request', ({method = '', url = ''}: IncomingMessage, response: ServerResponse) => {
    const start = performance.now()
    const labels = {kind: kindOf(url), method: METHODS.includes(method) ? method : 'other'}
    response.once('close', () => {
      const status = response.writableFinished ? `${Math.trunc(response.statusCode / 100)}xx` : 'aborted'
      requests.observe({...labels, status}, (performance.now() - start) / 1000)
    })
  })
}

function kindOf(url: string): string {
  const [path = ''] = url.split('?', 1)
  const [, kind = 'other'] = OPERATION.exec(path) ?? AREA.exec(path) ?? []
  return kind
}

function countCommits({Counter}: Prometheus, register: Registry, lake: Lake): () => void {
  const commits = new Counter({
    name: 'lake_commits_total',
    help: 'Transactions on disk since the start',
    registers: [register],
  })
  const documents = new Counter({
    name: 'lake_changed_documents_total',
    help: 'Changes of documents in them',
    registers: [register],
  })
  return lake.onTransaction(({changes}) => {
    commits.inc()
    documents.inc(changes.length)
  })
}

function showLoad({Gauge}: Prometheus, register: Registry, lake: Lake): void {
  const gauges: Record<string, [help: string, read: () => number]> = {
    lake_ready: ['Whether it answers: 0 while it imports', () => Number(lake.notReady === undefined)],
    lake_documents: ['Documents, drafts and versions included', () => lake.documents.size],
    lake_listeners: ['Open event streams and sockets', () => lake.streams.open],
    lake_requests_in_flight: ['Requests under way, besides those', () => lake.requests.open],
    lake_uploads_in_flight: ['Uploads under way', () => lake.uploads.open],
  }
  for (const [name, [help, read]] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read())
      },
    })
  }
  const showQueue = (name: string, help: string, read: (pending: PendingDeliveries) => number) => {
    new Gauge({
      name,
      help,
      labelNames: ['webhook'],
      registers: [register],
      collect() {
        for (const {name: webhook} of lake.options.webhooks) this.set({webhook}, 0)
        for (const pending of lake.pendingDeliveries()) this.set({webhook: pending.webhook}, read(pending))
      },
    })
  }
  showQueue('lake_webhook_pending', 'Deliveries that wait', ({count}) => count)
  showQueue(
    'lake_webhook_oldest_pending_seconds',
    'How long the oldest delivery has waited; 0 if none does',
    ({oldest}) => Math.max(0, (Date.now() - oldest) / 1000),
  )
}
