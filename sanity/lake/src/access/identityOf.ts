import {createHash, timingSafeEqual} from 'node:crypto'
import {unauthorized} from '../http/errors.ts'
import type {Identity, Lake} from '../types.ts'
import {ANONYMOUS, EDITOR, READ_TOKEN, WRITE_TOKEN} from './identities.ts'
import {isTrustedOrigin} from './origins.ts'
import {isSession, SESSION_COOKIE} from './session.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()
const sameSecret = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected))

function sessionsOf(cookieHeader: string | null): string[] {
  return (cookieHeader ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1))
}

/**
 * A browser sends the cookie whoever started the request, so the page behind it has to be one that is trusted.
 * Same-origin GETs carry no Origin; `Sec-Fetch-Site` then tells them from what another port of localhost embeds.
 */
function mayUseCookie(request: Request, allowedOrigins: readonly string[]): boolean {
  const origin = request.headers.get('origin')
  if (origin) return isTrustedOrigin(origin, request.url, allowedOrigins)
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const site = request.headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}

/** Who sent this request: a bearer token, else a session from a trusted page, else nobody. A wrong token is a 401. */
export function identityOf(request: Request, lake: Pick<Lake, 'tokens' | 'options'>): Identity {
  const authorization = request.headers.get('authorization')
  if (authorization) {
    const token = /^Bearer (.+)$/i.exec(authorization)?.[1]?.trim() ?? ''
    if (sameSecret(token, lake.tokens.write)) return WRITE_TOKEN
    if (sameSecret(token, lake.tokens.read)) return READ_TOKEN
    // A Studio that signed in from another loopback name holds its session as a token, as cookies do not reach it.
    if (isSession(token, lake.tokens.write)) return EDITOR
    throw unauthorized('Unauthorized - Session not found')
  }
  const sessions = sessionsOf(request.headers.get('cookie'))
  const known = sessions.some((session) => isSession(session, lake.tokens.write))
  return known && mayUseCookie(request, lake.options.allowedOrigins) ? EDITOR : ANONYMOUS
}
