import {createHmac, randomBytes, timingSafeEqual} from 'node:crypto'

export const SESSION_COOKIE = 'lakeSession'
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

function sign(payload: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`session:${payload}`).digest()
}

/**
 * A session for whoever opens the Studio: random, dated, signed with the write token. It needs no storage, outlives a
 * restart, and ends when the token is replaced.
 */
export function createSession(writeToken: string, now = Date.now()): string {
  const payload = `${now.toString(36)}.${randomBytes(16).toString('base64url')}`
  return `${payload}.${sign(payload, writeToken).toString('base64url')}`
}

/** Whether a session was made with this write token in the last thirty days. */
export function isSession(value: string, writeToken: string, now = Date.now()): boolean {
  const [issued, nonce, signature, ...rest] = value.split('.')
  if (!issued || !nonce || !signature || rest.length > 0) return false
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(`${issued}.${nonce}`, writeToken)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  const age = now - Number.parseInt(issued, 36)
  return age >= 0 && age < LIFETIME_MS
}

/** The header that hands a session to a browser: out of reach of scripts, and not sent along by other sites. */
export function sessionCookie(writeToken: string): string {
  return `${SESSION_COOKIE}=${createSession(writeToken)}; Path=/; HttpOnly; SameSite=Lax`
}

/** The header that takes it back. */
export const EXPIRED_SESSION_COOKIE = `${SESSION_COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`
