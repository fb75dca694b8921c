import {createHmac, randomBytes, timingSafeEqual} from 'node:crypto'

export const SESSION_COOKIE = 'lakeSession'
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

function sign(payload: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`session:${payload}`).digest()
}

interface SessionFacts {
  /** Whose it is, when users have names. */
  userId?: string
  now?: number
}

/** A session for a browser: random, dated and signed, so that it needs no storage and outlives a restart. */
export function createSession(secret: string, {userId, now = Date.now()}: SessionFacts = {}): string {
  const owner = userId === undefined ? '' : `~${userId}`
  const payload = `${now.toString(36)}.${randomBytes(16).toString('base64url')}${owner}`
  return `${payload}.${sign(payload, secret).toString('base64url')}`
}

/** Whose session it claims to be; undefined for one without a name. */
export const userIdOf = (value: string): string | undefined => value.split('.')[1]?.split('~')[1]

/** When a session was made. */
export const issuedAt = (value: string): number => Number.parseInt(value, 36)

/** Whether a session was made with this secret in the last thirty days. */
export function isSession(value: string, secret: string, now = Date.now()): boolean {
  const [issued, nonce, signature, ...rest] = value.split('.')
  if (!issued || !nonce || !signature || rest.length > 0) return false
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(`${issued}.${nonce}`, secret)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  const age = now - issuedAt(value)
  return age >= 0 && age < SESSION_LIFETIME_MS
}

/** The sessions that a browser sends: several, when names that share their cookies have one each. */
export function sessionsOf(cookieHeader: string | null | undefined): string[] {
  return (cookieHeader ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1))
}

/** The header that hands a session to a browser: out of reach of scripts, and not sent along by other sites. */
export function sessionCookie(session: string, {isSecure}: {isSecure: boolean}): string {
  return `${SESSION_COOKIE}=${session}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** The header that takes it back. */
export const EXPIRED_SESSION_COOKIE = `${SESSION_COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`
