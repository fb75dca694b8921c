import type {Identity} from '../types.ts'
import {invalidParams, methodNotFound, type RpcParams} from './jsonRpc.ts'
import type {PresenceEvent, PresenceRoom} from './PresenceRoom.ts'

/** Whether a document is one that somebody may see, in any of its versions. */
export type SeesAny = (documentId: string) => boolean

interface PresenceMemberOptions {
  identity: Identity
  room: PresenceRoom
  push: (subscription: string, event: PresenceEvent) => void
  seesAny: SeesAny
}

/** One connected Studio: the methods it may call, and what is left to do when it goes. */
export class PresenceMember {
  readonly #identity: Identity
  readonly #room: PresenceRoom
  readonly #push: (subscription: string, event: PresenceEvent) => void
  readonly #seesAny: SeesAny
  readonly #subscriptions = new Set<string>()
  readonly #sessions = new Set<string>()

  constructor({identity, room, push, seesAny}: PresenceMemberOptions) {
    this.#identity = identity
    this.#room = room
    this.#push = push
    this.#seesAny = seesAny
  }

  /** Answers one call, or throws an RpcError. */
  call(method: string, params: RpcParams): string | boolean {
    switch (method) {
      case 'authorization':
        return true
      case 'presence_subscribe':
        return this.#subscribe()
      case 'presence_unsubscribe':
        return this.#unsubscribe(text(params, 'subscriptionId'))
      case 'presence_rollcall':
        return this.#tell({type: 'rollCall', i: this.#identity.id, session: text(params, 'session')})
      case 'presence_announce':
        return this.#announce(params.data)
      case 'presence_disconnect':
        return this.#disconnect(text(params, 'session'))
      default:
        throw methodNotFound(method)
    }
  }

  /** Tells the others that this member's sessions are over. */
  leave(): void {
    for (const id of this.#subscriptions) this.#room.unsubscribe(id)
    for (const session of [...this.#sessions]) this.#disconnect(session)
  }

  #subscribe(): string {
    const id = this.#room.subscribe((subscription, event) => this.#push(subscription, this.#asSeen(event)))
    this.#subscriptions.add(id)
    return id
  }

  /** Where others are, but for the documents that this member may not see. */
  #asSeen(event: PresenceEvent): PresenceEvent {
    if (event.type !== 'state') return event
    const {locations, ...rest} = event.m
    if (locations === undefined) return event
    const isSeen = (location: unknown): boolean =>
      isRecord(location) && (typeof location.documentId !== 'string' || this.#seesAny(location.documentId))
    return {...event, m: {...rest, locations: Array.isArray(locations) ? locations.filter(isSeen) : []}}
  }

  #unsubscribe(id: string): boolean {
    return this.#subscriptions.delete(id) && this.#room.unsubscribe(id)
  }

  #announce(data: unknown): boolean {
    if (!isRecord(data)) throw invalidParams('"data" must be an object')
    this.#sessions.add(text(data, 'sessionId'))
    return this.#tell({type: 'state', i: this.#identity.id, m: data})
  }

  #disconnect(session: string): boolean {
    this.#sessions.delete(session)
    return this.#tell({type: 'disconnect', i: this.#identity.id, m: {session}})
  }

  #tell(event: PresenceEvent): true {
    this.#room.broadcast(event)
    return true
  }
}

function text(params: RpcParams, name: string): string {
  const value = params[name]
  if (typeof value !== 'string') throw invalidParams(`"${name}" must be a string`)
  return value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
