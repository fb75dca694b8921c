/** The site's server: Next, with compression and security headers on every answer. Runs what `next build` made. */
import {existsSync} from 'node:fs'
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http'
import {join} from 'node:path'
import next from 'next'
import {readSiteEnv} from './lib/env.ts'
import {readContentSource} from './sanity/env.ts'
import {cleanHeaders} from './server/http/cleanHeaders.ts'
import {completeDocument} from './server/http/completeDocument.ts'
import {compressOnce} from './server/http/compressOnce.ts'
import {compressResponse} from './server/http/compressResponse.ts'
import {DraftSessions, readDraftKeys} from './server/http/draftSessions.ts'
import {drainOnSignal} from './server/http/drainOnSignal.ts'
import {expireInProxy} from './server/http/expireInProxy.ts'
import {findParts, pictureGuard} from './server/http/pictureGuard.ts'
import {protectResponse} from './server/http/protectResponse.ts'
import {refusalOf, refuse} from './server/http/refuseMalformed.ts'

const settings = join(import.meta.dirname, '.env.local')
if (existsSync(settings)) process.loadEnvFile(settings)
const {port, host, readToken, trustedProxies} = readSiteEnv(process.env)
const source = readContentSource(process.env)
const {studioUrl} = source
const refusePicture = pictureGuard(source, findParts(source, readToken))
const app = next({dir: import.meta.dirname, port, quiet: true})
await app.prepare()
const answer = app.getRequestHandler()
const drafts = new DraftSessions(readDraftKeys(join(import.meta.dirname, process.env.SITE_BUILD_DIR || '.next')))

const server = createServer((request, response) => {
  // Before all that reads headers: from here on they can be believed.
  cleanHeaders(request, trustedProxies)
  const mayStream = drafts.admit(request, response)
  protectResponse(request, response, studioUrl)
  expireInProxy(response)
  const refusal = refusalOf(request) ?? (mayStream ? undefined : {status: 429})
  if (refusal) {
    refuse(response, refusal)
    return
  }
  compressResponse(request, response, () => {
    compressOnce(request, response)
    completeDocument(request, response, studioUrl)
    answerUnlessRefused(request, response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
})

async function answerUnlessRefused(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!(await refusePicture(request, response))) await answer(request, response)
}

// Longer than proxies in front keep theirs, so that none reuses a connection that is being closed here.
server.keepAliveTimeout = 65_000
drainOnSignal(server, () => app.close())
// Next catches what nobody catches: without this the process would live on and serve nothing.
server.once('error', (error) => {
  console.error(`The site cannot listen on port ${port}: ${error.message}`)
  process.exit(1)
})
server.listen(port, host)
