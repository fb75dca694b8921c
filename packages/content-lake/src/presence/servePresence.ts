import {randomUUID} from 'node:crypto'
import type {WebSocket} from 'ws'
import {isRecord, parseJson} from '../json.ts'
import {sendText} from '../listen/eventStream.ts'
import type {Identity} from '../types.ts'

/** Keeps the Studio from closing the connection as lost. */
const HEARTBEAT = '♥'
const HEARTBEAT_MS = 20_000
/** Sessions of one socket: a Studio has one. */
const MAX_SESSIONS = 10
/** Subscriptions of one socket: a Studio has one, and a second one while it changes over. */
const MAX_SUBSCRIPTIONS = 2
const MAX_SESSION_LENGTH = 128

/** Bytes of events that wait for one socket, and for all that do not read together. */
const MAX_WAITING = 1024 * 1024
const MAX_WAITING_IN_ALL = 64 * 1024 * 1024
/** What one message may take is there for each, however many they are. */
const MIN_WAITING = 64 * 1024

interface PresenceVisit {
  identity: Identity
  room: PresenceRoom
  canReadAny: CanReadAny
}

/** Serves the Studio's presence protocol (JSON-RPC 2.0) on a socket. */
export function servePresence(socket: WebSocket, {identity, room, canReadAny}: PresenceVisit): void {
  const send = (message: object) => sendText(socket, JSON.stringify({jsonrpc: '2.0', ...message}))
  const push = (subscription: string, result: string) => {
    const params = `{"subscription":"${subscription}","result":${result}}`
    sendText(socket, `{"jsonrpc":"2.0","method":"presence_subscription","params":${params}}`, room.maxWaiting)
  }
  const member = new PresenceMember({identity, room, push, canReadAny})
  const heartbeat = setInterval(() => sendText(socket, HEARTBEAT), HEARTBEAT_MS)
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

/** Events that subscribers receive; `i` is the user. */
type PresenceEvent =
  | {type: 'rollCall'; i: string; session: string}
  | {type: 'state'; i: string; m: Record<string, unknown>}
  | {type: 'disconnect'; i: string; m: {session: string}}

/** `json`: the event as JSON. */
type PresenceSubscriber = (subscriptionId: string, event: PresenceEvent, json: string) => void

/** The user who announced a session, and the socket that did so last. */
interface SessionHolder {
  userId: string
  member: object
}

/** Relays the presence of Studios in documents. Stores no more than whose the announced sessions are. */
export class PresenceRoom {
  readonly #subscribers = new Map<string, PresenceSubscriber>()
  readonly #holders = new Map<string, SessionHolder>()

  /** Bytes that may wait for one socket. */
  get maxWaiting(): number {
    return Math.max(MIN_WAITING, Math.min(MAX_WAITING, MAX_WAITING_IN_ALL / this.#subscribers.size))
  }

  /** Takes a session for a socket, also from another one of the same user. False if it is another user's. */
  claim(session: string, holder: SessionHolder): boolean {
    const known = this.#holders.get(session)
    if (known && known.userId !== holder.userId) return false
    this.#holders.set(session, holder)
    return true
  }

  /** Ends a session. False if it is not, or no more, that socket's. */
  release(session: string, member: object): boolean {
    return this.#holders.get(session)?.member === member && this.#holders.delete(session)
  }

  /** Returns the subscription's id, which its events contain. */
  subscribe(subscriber: PresenceSubscriber): string {
    const id = randomUUID()
    this.#subscribers.set(id, subscriber)
    return id
  }

  unsubscribe(subscriptionId: string): boolean {
    return this.#subscribers.delete(subscriptionId)
  }

  broadcast(event: PresenceEvent): void {
    const json = JSON.stringify(event)
    for (const [id, receive] of this.#subscribers) receive(id, event, json)
  }
}

/** Returns whether any version of the document is readable. */
type CanReadAny = (documentId: string) => boolean

interface PresenceMemberOptions {
  identity: Identity
  room: PresenceRoom
  /** Sends an event, as JSON. */
  push: (subscription: string, event: string) => void
  canReadAny: CanReadAny
}

/** One connected Studio: its RPC methods, and its cleanup. */
class PresenceMember {
  readonly #identity: Identity
  readonly #room: PresenceRoom
  readonly #push: (subscription: string, event: string) => void
  readonly #canReadAny: CanReadAny
  readonly #subscriptions = new Set<string>()
  readonly #sessions = new Set<string>()

  constructor({identity, room, push, canReadAny}: PresenceMemberOptions) {
    this.#identity = identity
    this.#room = room
    this.#push = push
    this.#canReadAny = canReadAny
  }

  /** Handles a call. Throws RpcError. */
  call(method: string, params: RpcParams): string | boolean {
    switch (method) {
      case 'authorization':
        return true
      case 'presence_subscribe':
        return this.#subscribe()
      case 'presence_unsubscribe':
        return this.#unsubscribe(text(params, 'subscriptionId'))
      case 'presence_rollcall':
        return this.#send({type: 'rollCall', i: this.#identity.id, session: sessionIn(params, 'session')})
      case 'presence_announce':
        return this.#announce(params.data)
      case 'presence_disconnect':
        return this.#disconnect(sessionIn(params, 'session'))
      default:
        throw methodNotFound(method)
    }
  }

  /** Publishes that this member's sessions have ended. */
  leave(): void {
    for (const id of this.#subscriptions) this.#room.unsubscribe(id)
    for (const session of [...this.#sessions]) this.#disconnect(session)
  }

  #subscribe(): string {
    requireRoom(this.#subscriptions, MAX_SUBSCRIPTIONS)
    const id = this.#room.subscribe((subscription, event, json) => {
      const seen = this.#asSeen(event)
      this.#push(subscription, seen === event ? json : JSON.stringify(seen))
    })
    this.#subscriptions.add(id)
    return id
  }

  /** Filters out documents that this member may not read. */
  #asSeen(event: PresenceEvent): PresenceEvent {
    if (event.type !== 'state') return event
    const {locations, ...rest} = event.m
    if (locations === undefined) return event
    const isSeen = (location: unknown): boolean =>
      isRecord(location) && (typeof location.documentId !== 'string' || this.#canReadAny(location.documentId))
    const seen = Array.isArray(locations) ? locations.filter(isSeen) : []
    if (Array.isArray(locations) && seen.length === locations.length) return event
    return {...event, m: {...rest, locations: seen}}
  }

  #unsubscribe(id: string): boolean {
    return this.#subscriptions.delete(id) && this.#room.unsubscribe(id)
  }

  #announce(data: unknown): boolean {
    if (!isRecord(data)) throw invalidParams('"data" must be an object')
    const session = sessionIn(data, 'sessionId')
    if (!this.#sessions.has(session)) requireRoom(this.#sessions, MAX_SESSIONS)
    if (!this.#room.claim(session, {userId: this.#identity.id, member: this})) throw invalidParams('Not your session')
    this.#sessions.add(session)
    return this.#send({type: 'state', i: this.#identity.id, m: data})
  }

  #disconnect(session: string): boolean {
    this.#sessions.delete(session)
    // The tab may be back on another socket before this one is known to be gone.
    if (!this.#room.release(session, this)) return false
    return this.#send({type: 'disconnect', i: this.#identity.id, m: {session}})
  }

  #send(event: PresenceEvent): true {
    this.#room.broadcast(event)
    return true
  }
}

function requireRoom(held: ReadonlySet<string>, most: number): void {
  if (held.size >= most) throw invalidParams(`One socket holds at most ${most}`)
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

type RpcParams = Record<string, unknown>

interface RpcCall {
  id: string | number | null
  method: string
  params: RpcParams
}

/** A failed call with its JSON-RPC 2.0 code. */
class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'RpcError'
    this.code = code
  }
}

const methodNotFound = (method: string): RpcError => new RpcError(-32601, `There is no method "${method}"`)
const internalError = (): RpcError => new RpcError(-32603, 'The lake failed to answer')
const invalidParams = (message: string): RpcError => new RpcError(-32602, message)

/** Parses a message. Throws RpcError if it is no JSON-RPC call. */
function parseCall(message: string): RpcCall {
  const call = parseJson(message)
  if (call === undefined) throw new RpcError(-32700, 'The message is not JSON')
  if (!isRecord(call) || typeof call.method !== 'string') throw new RpcError(-32600, 'Expected a JSON-RPC 2.0 call')
  const id = typeof call.id === 'string' || typeof call.id === 'number' ? call.id : null
  return {id, method: call.method, params: isRecord(call.params) ? call.params : {}}
}
