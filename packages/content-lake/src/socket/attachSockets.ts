import type {IncomingMessage, Server} from 'node:http'
import type {Duplex} from 'node:stream'
import type {Hono} from 'hono'
import {type WebSocket, WebSocketServer} from 'ws'
import {ANONYMOUS} from '../access/identities.ts'
import {isTrustedOrigin, pageRefusal} from '../access/origins.ts'
import {UNAUTHORIZED_CLOSE} from '../browser/protocol.ts'
import {badRequest, forbidden, LakeError, notFound, serviceUnavailable} from '../errors.ts'
import {requireOwnHost} from '../http/guards.ts'
import {type Caller, callerOf, connectionOf, type LakeEnv} from '../http/request.ts'
import {refuseConnection} from '../http/startServer.ts'
import type {Lake} from '../Lake.ts'
import {createRoom, servePresence} from '../presence/servePresence.ts'
import {versionReader} from '../roles/canRead.ts'
import {serveMultiplex} from './serveMultiplex.ts'

/** Maximum frame size: URLs with a query, or presence in a document. */
const MAX_MESSAGE_BYTES = 64 * 1024

/**
 * Serves WebSockets on the lake's HTTP server: `/v…/multiplex` for all event streams of a tab, `/v…/socket/<dataset>`
 * for presence. Returns a cleanup function that closes them.
 */
export function attachSockets(server: Server, lake: Lake, app: Hono<LakeEnv>): () => void {
  const sockets = new WebSocketServer({noServer: true, maxPayload: MAX_MESSAGE_BYTES})
  sockets.on('wsClientError', ({message}, duplex) => refuseConnection(duplex, badRequest(message)))
  const room = createRoom()

  const onUpgrade = (incoming: IncomingMessage, duplex: Duplex, head: Buffer) => {
    duplex.on('error', () => duplex.destroy())
    let admission: Admission
    try {
      admission = admitUpgrade(incoming, lake)
    } catch (error) {
      if (!(error instanceof LakeError)) throw error
      lake.log.security('socket refused', {status: error.status, address: incoming.socket.remoteAddress})
      return refuseConnection(duplex, error)
    }
    // Runs for failed and aborted handshakes, too.
    duplex.once('close', admission.release)
    sockets.handleUpgrade(incoming, duplex, head, (socket) => {
      socket.on('error', () => socket.terminate())
      // Browsers hide the status of a failed upgrade, but not a close code.
      if (admission.identity.rights === 'none') return socket.close(UNAUTHORIZED_CLOSE, 'Unauthorized')
      if (admission.session !== undefined) {
        socket.on(
          'close',
          lake.sessions.onSessionEnd(admission.session, () => {
            // The peer may take half a minute to close, and go on sending.
            socket.removeAllListeners('message')
            socket.close(UNAUTHORIZED_CLOSE, 'Unauthorized')
          }),
        )
      }
      keepAlive(socket)
      const {identity} = admission
      if (admission.endpoint === 'presence')
        // Looked up for each event, as roles may change.
        servePresence(socket, {identity, room, reader: () => versionReader(identity, lake)})
      else serveMultiplex(socket, admission.request, {app, incoming})
    })
  }
  server.on('upgrade', onUpgrade)

  return () => {
    server.off('upgrade', onUpgrade)
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  }
}

interface Admission extends Caller {
  endpoint: 'multiplex' | 'presence'
  request: Request
  /** Releases the socket's slot; call it on close. */
  release: () => void
}

const ENDPOINT = /^\/v[^/]+\/(?:(multiplex)|socket\/([^/]+))$/

/**
 * Authorizes an upgrade. Throws LakeError. WebSockets are exempt from the same-origin policy: any page may open one with
 * the browser's cookies, so its origin has to be trusted.
 */
function admitUpgrade(incoming: IncomingMessage, lake: Lake): Admission {
  const requestUrl = `http://${incoming.headers.host ?? ''}${incoming.url ?? ''}`
  if (!URL.canParse(requestUrl)) throw badRequest('The address is not a valid URL')
  const {url, address} = connectionOf(requestUrl, incoming, lake.options.trustedProxies)
  requireOwnHost(url, incoming, lake.options)
  if (lake.notReady !== undefined) throw serviceUnavailable(`The lake is not ready: ${lake.notReady}`, 1)
  const [matched, multiplex, dataset] = ENDPOINT.exec(new URL(url).pathname) ?? []
  if (!matched || (dataset && dataset !== lake.options.dataset)) throw notFound('The lake has no socket there')

  const {origin} = incoming.headers
  if (origin !== undefined && !isTrustedOrigin(origin, url, lake.options.allowedOrigins))
    throw forbidden(pageRefusal(origin, lake.options))

  const request = new Request(url, {headers: plainHeaders(incoming)})
  const caller = identify(request, lake)
  const release = lake.streams.take(caller.identity, address)
  return {endpoint: multiplex ? 'multiplex' : 'presence', ...caller, request, release}
}

function identify(request: Request, lake: Lake): Caller {
  try {
    return callerOf(request, lake)
  } catch (error) {
    if (error instanceof LakeError && error.status === 401) return {identity: ANONYMOUS}
    throw error
  }
}

/** Headers with credentials and origin. */
const plainHeaders = ({headers}: IncomingMessage): [string, string][] =>
  ['authorization', 'cookie', 'origin', 'host', 'sec-fetch-site'].flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })

const PING_MS = 30_000

/** Pings, and terminates sockets whose peer does not respond. */
function keepAlive(socket: WebSocket): void {
  let answered = true
  const timer = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, PING_MS)
  timer.unref()
  socket.on('pong', () => {
    answered = true
  })
  socket.on('close', () => clearInterval(timer))
}
