import type {Context} from 'hono'
import {mayWrite} from '../access/identities.ts'
import {isTrustedOrigin} from '../access/origins.ts'
import {forbidden, TypedError, unauthorized} from '../errors.ts'
import type {Lake} from '../Lake.ts'
import type {Identity} from '../types.ts'
import type {LakeEnv} from './connection.ts'

const OTHER_PERSON = 'Somebody else is signed in than the person in whose name this was sent'

/** Throws 401 for anonymous requests. Returns the identity. */
export function requireRead(c: Context<LakeEnv>): Identity {
  const identity = c.get('identity')
  if (identity.rights === 'none') throw unauthorized('This needs a token with read access, or a session of the Studio')
  return identity
}

/**
 * Throws unless the identity may write, and is the one that the request names, if it names one (`Lake-Person`, an encoded
 * id): a page of one person may send with the session that another tab has begun for somebody else. Returns it.
 */
export function requireWrite(c: Context<LakeEnv>): Identity {
  const identity = requireRead(c)
  const person = c.req.header('lake-person')
  if (person !== undefined && person !== encodeURIComponent(identity.id))
    throw new TypedError(409, 'otherPersonError', OTHER_PERSON)
  if (!mayWrite(identity)) throw forbidden('Insufficient permissions: this token may only read')
  return identity
}

/**
 * Throws 401 if the session ended while the request arrived or waited, which may take minutes: its sender may have been
 * removed, got other roles or been signed out meanwhile. Asked just before the request takes effect.
 */
export function requireOpenSession(c: Context<LakeEnv>, {sessions}: Pick<Lake, 'sessions'>): void {
  const session = c.get('session')
  if (session !== undefined && !sessions.find(session)) throw unauthorized('Unauthorized - The session has ended')
}

/** CSRF protection: throws 403 for what a page of another origin than the lake's own sends. */
export function requireOwnPage(c: Context<LakeEnv>, refusal = 'This form can only be sent from the login page'): void {
  const origin = c.req.header('origin')
  if (origin !== undefined && !isTrustedOrigin(origin, c.get('connection').url, [])) throw forbidden(refusal)
}

/** Throws unless the request has the admin token; sessions do not qualify. Returns the identity. */
export function requireAdmin(c: Context<LakeEnv>): Identity {
  const identity = requireRead(c)
  if (identity.rights !== 'admin') throw forbidden('Insufficient permissions: this needs the admin token')
  return identity
}
