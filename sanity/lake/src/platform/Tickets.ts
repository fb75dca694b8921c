import {randomBytes} from 'node:crypto'
import type {Identity} from '../types.ts'

const LIFETIME_MS = 5 * 60_000

interface Ticket {
  identity: Identity
  expires: number
}

/**
 * Short-lived proofs of who somebody is, for a server that is not the lake. A session would do too, but whoever holds
 * one may edit; a ticket is good for one question only.
 */
export class Tickets {
  readonly #tickets = new Map<string, Ticket>()

  create(identity: Identity, now = Date.now()): {ticket: string; expires: number} {
    for (const [ticket, {expires}] of this.#tickets) if (expires <= now) this.#tickets.delete(ticket)
    const ticket = randomBytes(24).toString('base64url')
    const expires = now + LIFETIME_MS
    this.#tickets.set(ticket, {identity, expires})
    return {ticket, expires}
  }

  /** Whose ticket this is, while it is good. */
  find(ticket: string, now = Date.now()): Identity | undefined {
    const known = this.#tickets.get(ticket)
    return known && known.expires > now ? known.identity : undefined
  }
}
