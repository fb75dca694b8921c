import {Hono} from 'hono'
import {requireRead} from '../access/requireRead.ts'
import {notFound} from '../http/errors.ts'
import type {Lake, LakeEnv} from '../types.ts'
import {Tickets} from './Tickets.ts'
import {currentUser} from './users.ts'

/**
 * Proves to another server who works in the Studio. The session's cookie never leaves the lake: the Studio asks for a
 * ticket, hands it to that server, and the server asks here whose it is.
 */
export function ticketRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  const tickets = new Tickets()

  app.post('/auth/tickets', (c) => {
    c.header('cache-control', 'no-store')
    return c.json(tickets.create(requireRead(c)))
  })

  // In a header of its own, so that it stands in no log and is never taken for a token.
  app.get('/auth/tickets/owner', (c) => {
    const identity = tickets.find(c.req.header('lake-ticket') ?? '')
    if (!identity) throw notFound('This ticket has expired, or there never was one')
    c.header('cache-control', 'no-store')
    return c.json(currentUser(identity, lake))
  })

  return app
}
