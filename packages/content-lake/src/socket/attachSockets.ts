import type {IncomingMessage, Server} from 'node:http'
import type {Duplex} from 'node:stream'
import type {Hono} from 'hono'
import {WebSocketServer} from 'ws'
import {UNAUTHORIZED_CLOSE} from '../browser/protocol.ts'
import {PresenceRoom} from '../presence/PresenceRoom.ts'
import {servePresence} from '../presence/servePresence.ts'
import {seesAnyVersion} from '../roles/seesDocument.ts'
import type {Lake, LakeEnv} from '../types.ts'
import {admitUpgrade, type TransactionError} from './admitUpgrade.ts'
import {keepAlive} from './keepAlive.ts'
import {serveMultiplex} from './serveMultiplex.ts'

/** Requests on a socket are small: a URL with a query, or where somebody is in a document. */
const MAX_MESSAGE_BYTES = 64 * 1024

/**
 * Accepts WebSockets on the lake's HTTP server: `/v…/multiplex` carries all event streams of a browser tab,
 * `/v…/socket/<dataset>` is presence. Returns a function that closes them all.
 */
export function attachSockets(server: Server, lake: Lake, app: Hono<LakeEnv>): () => void {
  const sockets = new WebSocketServer({noServer: true, maxPayload: MAX_MESSAGE_BYTES})
  const room = new PresenceRoom()

  const onUpgrade = (incoming: IncomingMessage, duplex: Duplex, head: Buffer) => {
    duplex.on('error', () => duplex.destroy())
    const admission = admitUpgrade(incoming, lake)
    if ('refused' in admission) {
      const {remoteAddress: address} = incoming.socket
      lake.log.security('socket refused', {status: Number.parseInt(admission.refused, 10), address})
      return refuse(duplex, admission)
    }
    // Also a handshake that fails, or that its client leaves, ends here.
    duplex.once('close', admission.release)
    sockets.handleUpgrade(incoming, duplex, head, (socket) => {
      socket.on('error', () => socket.terminate())
      // The status of a refused upgrade is hidden from a browser; the code of a closed socket is not.
      if (admission.identity.rights === 'none') return socket.close(UNAUTHORIZED_CLOSE, 'Unauthorized')
      if (admission.session !== undefined) {
        socket.on(
          'close',
          lake.sessions.whenEnded(admission.session, () => socket.close(UNAUTHORIZED_CLOSE, 'Unauthorized')),
        )
      }
      keepAlive(socket)
      const {identity} = admission
      if (admission.endpoint === 'presence')
        servePresence(socket, {identity, room, seesAny: seesAnyVersion(identity, lake)})
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

function refuse(duplex: Duplex, {refused, sentence = '', retrySeconds}: TransactionError): void {
  const body = sentence && JSON.stringify({statusCode: Number.parseInt(refused, 10), message: sentence})
  const headers = [
    'Connection: close',
    ...(retrySeconds === undefined ? [] : [`Retry-After: ${retrySeconds}`]),
    ...(body ? ['Content-Type: application/json'] : []),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  // The other side may keep its half open for as long as it likes.
  duplex.once('finish', () => duplex.destroy())
  duplex.end(`HTTP/1.1 ${refused}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
}
