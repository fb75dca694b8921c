import {randomBytes} from 'node:crypto'
import {Hono} from 'hono'
import {ExpiringMap} from '../access/ExpiringMap.ts'
import {isOwnProcess} from '../access/isOwnProcess.ts'
import {forbidden, notFound} from '../errors.ts'
import type {LakeEnv} from '../http/connection.ts'
import {requireRead} from '../http/requireRights.ts'
import type {Lake} from '../Lake.ts'
import type {Identity} from '../types.ts'
import {currentUser} from './userRoutes.ts'

/**
 * Proves the Studio user's identity to another server, without handing over the session cookie: the Studio requests a
 * ticket, passes it to that server, and the server redeems it here. Without logins a session proves only access to this
 * machine; tickets then go to processes of the lake's own user.
 */
export function ticketRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  /** Unlike a session, a ticket grants nothing. */
  const tickets = new ExpiringMap<TicketHolder>(LIFETIME_MS)

  app.post('/auth/tickets', (c) => {
    const identity = requireRead(c)
    const session = c.get('session')
    if (session !== undefined && !lake.logins.areRequired && !isOwnProcess(c.env?.incoming, lake.options)) {
      throw forbidden(
        'Without a password the lake cannot tell who asks for this ticket: set one with --set-password, or name people with --users',
      )
    }
    const ticket = randomBytes(24).toString('base64url')
    tickets.set(ticket, {identity, session})
    return c.json({ticket, expires: Date.now() + LIFETIME_MS})
  })

  // A separate header: logged nowhere, and not mistaken for a token.
  app.get('/auth/tickets/owner', (c) => {
    const holder = tickets.get(c.req.header('lake-ticket') ?? '')
    const isGood = holder && (holder.session === undefined || lake.sessions.find(holder.session))
    if (!isGood) throw notFound('This ticket has expired, or there never was one')
    return c.json(currentUser(holder.identity, lake))
  })

  return app
}

const LIFETIME_MS = 5 * 60_000

interface TicketHolder {
  identity: Identity
  /** The session that requested it; both end together. None for tokens. */
  session: string | undefined
}
