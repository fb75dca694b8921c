import type {Context} from 'hono'
import {sessionsOf} from '../access/session.ts'
import type {Lake, LakeEnv} from '../types.ts'

/** Ends the session of a request, in whatever way it was sent, and those of its cookies. */
export function signOut(c: Context<LakeEnv>, {sessions, log}: Lake): void {
  const own = c.get('session')
  // Only with the right to use them: a foreign page may not end a session either.
  if (own === undefined) return
  const {id} = c.get('identity')
  log.security('sign-out', {id: c.get('requestId'), user: id, address: c.get('connection').address})
  for (const session of [own, ...sessionsOf(c.req.header('cookie'), c.get('connection'))]) sessions.end(session)
  // Pages that were seen with the session; unsent edits, which a browser keeps elsewhere, stay.
  c.header('clear-site-data', '"cache"')
}
