import {randomBytes} from 'node:crypto'
import {Hono} from 'hono'
import {isOwnProcess} from '../access/isOwnProcess.ts'
import {requireRead} from '../access/requireRights.ts'
import {forbidden, notFound} from '../errors.ts'
import type {Identity, Lake, LakeEnv} from '../types.ts'
import {currentUser} from './userRoutes.ts'

/**
 * Proves to another server who works in the Studio. The session's cookie never leaves the lake: the Studio asks for a
 * ticket, hands it to that server, and the server asks here whose it is. Where nobody signs in, a session says only that somebody
 * reached this machine; then the ticket goes to programs of the lake's own user alone.
 */
export function ticketRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  const tickets = new Tickets()

  app.post('/auth/tickets', (c) => {
    const identity = requireRead(c)
    const session = c.get('session')
    if (session !== undefined && !lake.logins.areNeeded && !isOwnProcess(c.env?.incoming, lake.options)) {
      throw forbidden(
        'Without a password the lake cannot tell who asks for this ticket: set one with --set-password, or name people with --users',
      )
    }
    c.header('cache-control', 'no-store')
    return c.json(tickets.create({identity, session}))
  })

  // In a header of its own, so that it stands in no log and is never taken for a token.
  app.get('/auth/tickets/owner', (c) => {
    const holder = tickets.find(c.req.header('lake-ticket') ?? '')
    const isGood = holder && (holder.session === undefined || lake.sessions.find(holder.session))
    if (!isGood) throw notFound('This ticket has expired, or there never was one')
    c.header('cache-control', 'no-store')
    return c.json(currentUser(holder.identity, lake))
  })

  return app
}

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
