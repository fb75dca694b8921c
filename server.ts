/**
 * The site's server: Next behind one response pipeline. Serves what `next build` made. As a worker of `npm start` it listens
 * at the public port when its supervisor says so, so that two builds can take turns there (`scripts/product/startSite.ts`).
 */
import cluster from 'node:cluster'
import {readFileSync} from 'node:fs'
import type {Server} from 'node:http'
import type {AddressInfo} from 'node:net'
import {join, resolve} from 'node:path'
import next from 'next'
import {readBuildDir, readDataDir, readSiteEnv} from './lib/env.ts'
import {loadEnvFile} from './lib/loadEnvFile.ts'
import {messageOf} from './lib/messageOf.ts'
import {withinTime} from './lib/promises.ts'
import {readContentSource} from './sanity/env.ts'
import {findParts} from './sanity/pictureParts.ts'
import {DraftSessions, readDraftKeys} from './server/http/draftSessions.ts'
import {drain} from './server/http/drain.ts'
import {pictureGuard} from './server/http/pictureGuard.ts'
import {queuePictures} from './server/http/pictureQueue.ts'
import {createPipeline} from './server/http/pipeline.ts'
import {createSiteServer} from './server/http/siteServer.ts'
import {instanceState} from './server/instanceState.ts'
import {logAsJson, outliveReader} from './server/log.ts'
import {catchUp} from './server/revalidation/readWebhook.ts'

type RequestHandler = ReturnType<typeof queuePictures>

/** How long one of several instances keeps visitors away while it compares its pages, in milliseconds: the content API may hang. */
const longestComparison = 30_000

/** How long responses and deliveries in flight may take once the process is told to end, in milliseconds. */
const cutOff = 8_000

outliveReader()
// Folders in the settings are relative to the project's, wherever this was started.
process.chdir(import.meta.dirname)
loadEnvFile(join(import.meta.dirname, '.env.local'), process.env)
const {port, host, readToken, trustedProxies, log, metricsPort, redisUrl} = readSiteEnv(process.env)
if (log.format === 'json') logAsJson()
const source = readContentSource(process.env)
const refusePicture = pictureGuard(source, findParts(source, readToken))
const build = join(import.meta.dirname, readBuildDir(process.env))
instanceState().build = readFileSync(join(build, 'BUILD_ID'), 'utf8').trim()
const render = Promise.withResolvers<RequestHandler>()
const pipeline = createPipeline({
  trustedProxies,
  drafts: new DraftSessions(readDraftKeys(build, readToken)),
  studioUrl: source.studioUrl,
  log,
  async handle(request, response) {
    if (!(await refusePicture(request, response))) await (await render.promise)(request, response)
  },
})

const server = createServer()
/**
 * Where a worker reaches itself, and its supervisor reaches it, while another one may answer at the public port; and where one
 * of several instances reaches itself before it listens there.
 */
const ownServer = cluster.isWorker || redisUrl ? createServer() : undefined
if (ownServer) {
  await new Promise<void>((resolve) => ownServer.listen({port: 0, host: '127.0.0.1', exclusive: true}, resolve))
  process.env.SELF_PORT = String(portOf(ownServer))
}
const app = next({dir: import.meta.dirname, port, quiet: true})
await app.prepare()
render.resolve(queuePictures(app.getRequestHandler()))
const metrics = metricsPort === undefined ? undefined : await countMetrics()
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, shutDown)
if (ownServer && cluster.isWorker) handleSupervisorMessages(portOf(ownServer))
else {
  // Others answer meanwhile: a proxy asks them where this one refuses its connections. Alone it would only be away for longer.
  if (redisUrl) await withinTime(untilCompared(), longestComparison)
  if (!isStopping) await listen()
}

function createServer(): Server {
  const created = createSiteServer(pipeline)
  // Next installs a handler for uncaught errors: without this one the process would live on and serve nothing.
  created.once('error', (error) => {
    console.error(`The site cannot listen on port ${port}: ${error.message}`)
    process.exit(1)
  })
  return created
}

function portOf(listening: Server): number {
  const address: AddressInfo | string | null = listening.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.')
  return address.port
}

/**
 * Sends the supervisor the port of its own server, listens at the public port on `serve`, and on `compare` compares all
 * pages with what is published. The old worker may have received webhooks in between.
 */
function handleSupervisorMessages(ownPort: number): void {
  process.on('message', (message: unknown) => {
    if (message === 'serve') void listen().then(() => process.send?.('serving'))
    if (message === 'compare') void catchUp(process.env)
  })
  process.channel?.unref()
  process.send?.({ownPort})
}

/** Resolves once the pages were compared with what is published, as far as the content API has answered. */
async function untilCompared(): Promise<void> {
  const state = instanceState()
  if (state.hasCompared) return
  await new Promise<void>((resolve) => {
    state.onCompared = resolve
  })
}

/** Loaded only here, as most sites count nothing. */
async function countMetrics() {
  const [{startMetrics}, {canStore, countDeliveries}] = await Promise.all([
    import('./server/metrics.ts'),
    import('./enquiries/enquiries.ts'),
  ])
  const dataDir = resolve(readDataDir(process.env))
  return startMetrics({site: server, state: instanceState(), countDeliveries, canStore, dataDir})
}

/** Listens at the public port and at that of the metrics, where two workers would answer in turn if one came early. */
async function listen(): Promise<void> {
  try {
    if (metricsPort !== undefined) await metrics?.listen(metricsPort)
  } catch (error) {
    console.error(
      `The metrics cannot be served on port ${metricsPort}: ${messageOf(error)}. Choose another: METRICS_PORT=<port>.`,
    )
    process.exit(1)
  }
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
}

/**
 * Drains and exits, as a load balancer expects: takes no new connection and begins no delivery, finishes what is in flight,
 * cuts off streams after eight seconds, and closes Next. `npm start` kills the process after ten.
 */
async function shutDown(): Promise<void> {
  // A terminal or a process manager signals all processes, and then the supervisor signals its own.
  if (isStopping) return
  isStopping = true
  metrics?.close()
  await Promise.all([
    // A mail cut off before the server's answer would be sent again.
    withinTime(Promise.resolve(instanceState().endDeliveries?.()), cutOff),
    ...[server, ownServer].map((one) => one?.listening && drain(one, {idle: 2_000, cutOff})),
  ])
  // Work still running after a second, such as renewing pages, is caught up at the next start.
  setTimeout(() => process.exit(0), 1_000)
  await Promise.all([app.close(), instanceState().endTraces?.()])
  process.exit(0)
}
