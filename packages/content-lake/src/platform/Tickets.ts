import {randomBytes} from 'node:crypto'
import type {Identity} from '../types.ts'

const LIFETIME_MS = 5 * 60_000

interface TicketHolder {
  identity: Identity
  /** The session that asked for it: once that has ended, so has the ticket. Tokens have none. */
  session: string | undefined
}

interface Ticket extends TicketHolder {
  expires: number
}

/**
 * Short-lived proofs of who somebody is, for a server that is not the lake. A session would do too, but whoever holds
 * one may edit; a ticket is good for one question only.
 */
export class Tickets {
  readonly #tickets = new Map<string, Ticket>()

  create(holder: TicketHolder, now = Date.now()): {ticket: string; expires: number} {
    for (const [ticket, {expires}] of this.#tickets) if (expires <= now) this.#tickets.delete(ticket)
    const ticket = randomBytes(24).toString('base64url')
    const expires = now + LIFETIME_MS
    this.#tickets.set(ticket, {...holder, expires})
    return {ticket, expires}
  }

  /** Whose ticket this is, while it is good. */
  find(ticket: string, now = Date.now()): TicketHolder | undefined {
    const known = this.#tickets.get(ticket)
    return known && known.expires > now ? known : undefined
  }
}
