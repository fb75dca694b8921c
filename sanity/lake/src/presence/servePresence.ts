import type {WebSocket} from 'ws'
import type {Identity} from '../types.ts'
import {internalError, parseCall, RpcError} from './jsonRpc.ts'
import {PresenceMember} from './PresenceMember.ts'
import type {PresenceRoom} from './PresenceRoom.ts'

/** The Studio takes a connection for lost without it. */
const HEARTBEAT = '♥'
const HEARTBEAT_MS = 20_000

/** Speaks the Studio's presence protocol (JSON-RPC 2.0) with one socket. */
export function servePresence(socket: WebSocket, identity: Identity, room: PresenceRoom): void {
  const send = (message: object) => socket.send(JSON.stringify({jsonrpc: '2.0', ...message}))
  const member = new PresenceMember(identity, room, (subscription, result) =>
    send({method: 'presence_subscription', params: {subscription, result}}),
  )
  const heartbeat = setInterval(() => socket.send(HEARTBEAT), HEARTBEAT_MS)
  heartbeat.unref()

  socket.on('message', (data) => {
    let id: string | number | null = null
    try {
      const call = parseCall(String(data))
      id = call.id
      send({id, result: member.call(call.method, call.params)})
    } catch (error) {
      const {code, message} = error instanceof RpcError ? error : internalError()
      send({id, error: {code, message}})
    }
  })
  socket.on('close', () => {
    clearInterval(heartbeat)
    member.leave()
  })
}
