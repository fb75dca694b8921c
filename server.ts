/** The site's server: Next, with compression and security headers on every answer. Runs what `next build` made. */
import {existsSync} from 'node:fs'
import {createServer} from 'node:http'
import {join} from 'node:path'
import next from 'next'
import {readSiteEnv} from './lib/env.ts'
import {completeDocument} from './lib/http/completeDocument.ts'
import {compressOnce} from './lib/http/compressOnce.ts'
import {compressResponse} from './lib/http/compressResponse.ts'
import {drainOnSignal} from './lib/http/drainOnSignal.ts'
import {expireInProxy} from './lib/http/expireInProxy.ts'
import {protectResponse} from './lib/http/protectResponse.ts'
import {refuseMalformed} from './lib/http/refuseMalformed.ts'
import {readContentSource} from './sanity/env.ts'

const settings = join(import.meta.dirname, '.env.local')
if (existsSync(settings)) process.loadEnvFile(settings)
const {port, host} = readSiteEnv(process.env)
const {studioUrl} = readContentSource(process.env)
const app = next({dir: import.meta.dirname, port, quiet: true})
await app.prepare()
const answer = app.getRequestHandler()

const server = createServer((request, response) => {
  protectResponse(request, response, studioUrl)
  expireInProxy(response)
  if (refuseMalformed(request, response)) return
  compressResponse(request, response, () => {
    compressOnce(request, response)
    completeDocument(request, response, studioUrl)
    answer(request, response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
})
// Longer than proxies in front keep theirs, so that none reuses a connection that is being closed here.
server.keepAliveTimeout = 65_000
drainOnSignal(server, () => app.close())
// Next catches what nobody catches: without this the process would live on and serve nothing.
server.once('error', (error) => {
  console.error(`The site cannot listen on port ${port}: ${error.message}`)
  process.exit(1)
})
server.listen(port, host)
