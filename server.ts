/** The site's server: Next behind one response pipeline. Serves what `next build` made. */
import {existsSync, readFileSync} from 'node:fs'
import {createServer} from 'node:http'
import {join} from 'node:path'
import next from 'next'
import {readSiteEnv} from './lib/env.ts'
import {readContentSource} from './sanity/env.ts'
import {DraftSessions, readDraftKeys} from './server/http/draftSessions.ts'
import {drain} from './server/http/drain.ts'
import {findParts, pictureGuard} from './server/http/pictureGuard.ts'
import {createPipeline} from './server/http/pipeline.ts'
import {instanceState} from './server/instanceState.ts'
import {logAsJson} from './server/log.ts'

const settings = join(import.meta.dirname, '.env.local')
if (existsSync(settings)) process.loadEnvFile(settings)
const {port, host, readToken, trustedProxies, log, metricsPort} = readSiteEnv(process.env)
if (log.format === 'json') logAsJson()
const source = readContentSource(process.env)
const refusePicture = pictureGuard(source, findParts(source, readToken))
const app = next({dir: import.meta.dirname, port, quiet: true})
await app.prepare()
const render = app.getRequestHandler()
const build = join(import.meta.dirname, process.env.SITE_BUILD_DIR || '.next')
instanceState().build = readFileSync(join(build, 'BUILD_ID'), 'utf8').trim()
const drafts = new DraftSessions(readDraftKeys(build))

const server = createServer(
  createPipeline({
    trustedProxies,
    drafts,
    studioUrl: source.studioUrl,
    log,
    async handle(request, response) {
      if (!(await refusePicture(request, response))) await render(request, response)
    },
  }),
)

// Longer than the keep-alive of proxies in front, so that none reuses a connection that is being closed here.
server.keepAliveTimeout = 65_000
// Next installs a handler for uncaught errors: without this one the process would live on and serve nothing.
server.once('error', (error) => {
  console.error(`The site cannot listen on port ${port}: ${error.message}`)
  process.exit(1)
})
if (metricsPort !== undefined) await serveMetrics(metricsPort)
process.once('SIGTERM', shutDown)
process.once('SIGINT', shutDown)
server.listen(port, host)

/** Loaded only here, as most sites count nothing. */
async function serveMetrics(onPort: number): Promise<void> {
  const [{startMetrics}, {countDeliveries}] = await Promise.all([
    import('./server/metrics.ts'),
    import('./enquiries/enquiries.ts'),
  ])
  try {
    await startMetrics({port: onPort, site: server, state: instanceState(), countDeliveries})
  } catch (error) {
    console.error(
      `The metrics cannot be served on port ${onPort}: ${error instanceof Error ? error.message : error}. Choose another: METRICS_PORT=<port>.`,
    )
    process.exit(1)
  }
}

/**
 * Drains and exits, as a load balancer expects: takes no new connection, finishes responses in flight, cuts off streams
 * after eight seconds, and closes Next. `npm start` kills the process after ten.
 */
async function shutDown(): Promise<void> {
  await drain(server, {idle: 2_000, cutOff: 8_000})
  // Work still running after a second, such as renewing pages, is caught up at the next start.
  setTimeout(() => process.exit(0), 1_000)
  await app.close()
  process.exit(0)
}
