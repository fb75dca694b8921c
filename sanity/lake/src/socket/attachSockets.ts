import type {IncomingMessage, Server} from 'node:http'
import type {Duplex} from 'node:stream'
import type {Hono} from 'hono'
import {WebSocketServer} from 'ws'
import {UNAUTHORIZED_CLOSE} from '../browser/protocol.ts'
import {PresenceRoom} from '../presence/PresenceRoom.ts'
import {servePresence} from '../presence/servePresence.ts'
import type {Lake, LakeEnv} from '../types.ts'
import {admitUpgrade} from './admitUpgrade.ts'
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
    if ('refused' in admission) return refuse(duplex, admission.refused)
    sockets.handleUpgrade(incoming, duplex, head, (socket) => {
      socket.on('error', () => socket.terminate())
      // The status of a refused upgrade is hidden from a browser; the code of a closed socket is not.
      if (admission.identity.rights === 'none') return socket.close(UNAUTHORIZED_CLOSE, 'Unauthorized')
      keepAlive(socket)
      if (admission.endpoint === 'presence') servePresence(socket, admission.identity, room)
      else serveMultiplex(socket, admission.request, app)
    })
  }
  server.on('upgrade', onUpgrade)

  return () => {
    server.off('upgrade', onUpgrade)
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  }
}

function refuse(duplex: Duplex, status: string): void {
  duplex.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
