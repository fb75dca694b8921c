import {randomUUID} from 'node:crypto'
import type {WebSocket} from 'ws'
import {isRecord, parseJson} from '../json.ts'
import {sendText} from '../listen/eventStream.ts'
import type {VersionReader} from '../roles/canRead.ts'
import type {Identity} from '../types.ts'

/** Keeps the Studio from closing the connection as lost. */
const HEARTBEAT = '♥'
const HEARTBEAT_MS = 20_000
/** Sessions of one socket: a Studio has one. */
const MAX_SESSIONS = 10
/** Subscriptions of one socket: a Studio has one, and a second one while it changes over. */
const MAX_SUBSCRIPTIONS = 2
const MAX_SESSION_LENGTH = 128
/** Documents of one tab: each is looked up for everybody who may not read everything. */
const MAX_LOCATIONS = 50

/** Bytes of events that wait for one socket, and for all that do not read together. */
const MAX_WAITING = 1024 * 1024
const MAX_WAITING_IN_ALL = 64 * 1024 * 1024
/** Room for one message, which each has, however many they are. */
const MIN_WAITING = 64 * 1024

/** Events that subscribers receive; `i` is the user. */
type PresenceEvent =
  | {type: 'rollCall'; i: string; session: string}
  | {type: 'state'; i: string; m: Record<string, unknown>}
  | {type: 'disconnect'; i: string; m: {session: string}}

type RpcParams = Record<string, unknown>

/** Sends an event to a subscriber. `textFor` returns it as JSON, without what the reader may not see. */
type Receive = (textFor: (reader: VersionReader) => string) => void

/** The state that all sockets share: who receives events, and whose the announced sessions are. Nothing else is stored. */
export const createRoom = () => ({
  /** By subscription. */
  subscribers: new Map<string, Receive>(),
  /** The user who announced a session, and the socket that did so last. */
  holders: new Map<string, {userId: string; socket: WebSocket}>(),
})

interface PresenceVisit {
  identity: Identity
  room: ReturnType<typeof createRoom>
  /** Present rights to read of the identity. */
  reader: () => VersionReader
}

/** Serves the Studio's presence protocol (JSON-RPC 2.0) on a socket. */
export function servePresence(socket: WebSocket, {identity, room, reader}: PresenceVisit): void {
  const {subscribers, holders} = room
  const subscriptions = new Set<string>()
  const sessions = new Set<string>()
  const send = (message: object) => sendText(socket, JSON.stringify({jsonrpc: '2.0', ...message}))

  function broadcast(event: PresenceEvent): true {
    // Once for all who may read the same: roles take their time with each document.
    const texts = new Map<string, string>()
    const textFor = ({key, canReadAny}: VersionReader): string => {
      const text = texts.get(key) ?? JSON.stringify(readablePart(event, canReadAny))
      texts.set(key, text)
      return text
    }
    for (const receive of subscribers.values()) receive(textFor)
    return true
  }

  function subscribe(): string {
    if (subscriptions.size >= MAX_SUBSCRIPTIONS) throw invalidParams(`One socket holds at most ${MAX_SUBSCRIPTIONS}`)
    const id = randomUUID()
    subscribers.set(id, (textFor) => {
      const params = `{"subscription":"${id}","result":${textFor(reader())}}`
      const maxWaiting = Math.max(MIN_WAITING, Math.min(MAX_WAITING, MAX_WAITING_IN_ALL / subscribers.size))
      sendText(socket, `{"jsonrpc":"2.0","method":"presence_subscription","params":${params}}`, maxWaiting)
    })
    subscriptions.add(id)
    return id
  }

  const unsubscribe = (id: string): boolean => subscriptions.delete(id) && subscribers.delete(id)

  /** A session is its user's alone, who may announce it on another socket. */
  function announce(data: unknown): boolean {
    if (!isRecord(data)) throw invalidParams('"data" must be an object')
    if (Array.isArray(data.locations) && data.locations.length > MAX_LOCATIONS)
      throw invalidParams(`One tab is at no more than ${MAX_LOCATIONS} places`)
    const session = sessionIn(data, 'sessionId')
    if (!sessions.has(session) && sessions.size >= MAX_SESSIONS)
      throw invalidParams(`One socket holds at most ${MAX_SESSIONS}`)
    const known = holders.get(session)
    if (known && known.userId !== identity.id) throw invalidParams('Not your session')
    holders.set(session, {userId: identity.id, socket})
    sessions.add(session)
    return broadcast({type: 'state', i: identity.id, m: data})
  }

  function disconnect(session: string): boolean {
    sessions.delete(session)
    // The tab may be back on another socket before this one is known to be gone.
    if (holders.get(session)?.socket !== socket) return false
    holders.delete(session)
    return broadcast({type: 'disconnect', i: identity.id, m: {session}})
  }

  const methods = new Map<string, (params: RpcParams) => string | boolean>([
    ['authorization', () => true],
    ['presence_subscribe', subscribe],
    ['presence_unsubscribe', (params) => unsubscribe(text(params, 'subscriptionId'))],
    [
      'presence_rollcall',
      (params) => broadcast({type: 'rollCall', i: identity.id, session: sessionIn(params, 'session')}),
    ],
    ['presence_announce', ({data}) => announce(data)],
    ['presence_disconnect', (params) => disconnect(sessionIn(params, 'session'))],
  ])

  const heartbeat = setInterval(() => sendText(socket, HEARTBEAT), HEARTBEAT_MS)
  heartbeat.unref()
  socket.on('message', (message) => {
    let id: string | number | null = null
    try {
      const call = parseCall(String(message))
      id = call.id
      const method = methods.get(call.method)
      if (!method) throw new RpcError(-32601, `There is no method "${call.method}"`)
      send({id, result: method(call.params)})
    } catch (error) {
      const {code, message} = error instanceof RpcError ? error : new RpcError(-32603, 'The lake failed to answer')
      send({id, error: {code, message}})
    }
  })
  socket.on('close', () => {
    clearInterval(heartbeat)
    for (const id of [...subscriptions]) unsubscribe(id)
    for (const session of [...sessions]) disconnect(session)
  })
}

/** The event itself, or a copy without the documents that may not be read. */
function readablePart(event: PresenceEvent, canReadAny: VersionReader['canReadAny']): PresenceEvent {
  if (event.type !== 'state') return event
  const {locations, ...rest} = event.m
  if (locations === undefined) return event
  const isSeen = (location: unknown): boolean =>
    isRecord(location) && (typeof location.documentId !== 'string' || canReadAny(location.documentId))
  const seen = Array.isArray(locations) ? locations.filter(isSeen) : []
  if (Array.isArray(locations) && seen.length === locations.length) return event
  return {...event, m: {...rest, locations: seen}}
}

function sessionIn(params: RpcParams, name: string): string {
  const session = text(params, name)
  if (session.length > MAX_SESSION_LENGTH) throw invalidParams(`"${name}" is too long`)
  return session
}

function text(params: RpcParams, name: string): string {
  const value = params[name]
  if (typeof value !== 'string') throw invalidParams(`"${name}" must be a string`)
  return value
}

class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'RpcError'
    this.code = code
  }
}

const invalidParams = (message: string): RpcError => new RpcError(-32602, message)

/** Throws RpcError if it is no JSON-RPC call. */
function parseCall(message: string): {id: string | number | null; method: string; params: RpcParams} {
  const call = parseJson(message)
  if (call === undefined) throw new RpcError(-32700, 'The message is not JSON')
  if (!isRecord(call) || typeof call.method !== 'string') throw new RpcError(-32600, 'Expected a JSON-RPC 2.0 call')
  const id = typeof call.id === 'string' || typeof call.id === 'number' ? call.id : null
  return {id, method: call.method, params: isRecord(call.params) ? call.params : {}}
}
