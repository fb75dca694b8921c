import type {WebSocket} from 'ws'
import type {Identity} from '../types.ts'
import {internalError, parseCall, RpcError} from './jsonRpc.ts'
import {PresenceMember, type SeesAny} from './PresenceMember.ts'
import type {PresenceEvent, PresenceRoom} from './PresenceRoom.ts'

/** The Studio takes a connection for lost without it. */
const HEARTBEAT = '♥'
const HEARTBEAT_MS = 20_000

interface PresenceVisit {
  identity: Identity
  room: PresenceRoom
  seesAny: SeesAny
}

/** Speaks the Studio's presence protocol (JSON-RPC 2.0) with one socket. */
export function servePresence(socket: WebSocket, {identity, room, seesAny}: PresenceVisit): void {
  const send = (message: object) => socket.send(JSON.stringify({jsonrpc: '2.0', ...message}))
  const push = (subscription: string, result: PresenceEvent) =>
    send({method: 'presence_subscription', params: {subscription, result}})
  const member = new PresenceMember({identity, room, push, seesAny})
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
