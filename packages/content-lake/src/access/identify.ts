import {createHash, timingSafeEqual} from 'node:crypto'
import type {Context, MiddlewareHandler} from 'hono'
import {unauthorized} from '../errors.ts'
import type {Identity, Lake, LakeEnv} from '../types.ts'
import {sessionsOf} from './cookies.ts'
import {ADMIN_TOKEN, ANONYMOUS, READ_TOKEN, WRITE_TOKEN} from './identities.ts'
import {isTrustedOrigin} from './origins.ts'
import type {SessionPlace} from './Sessions.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()
const sameSecret = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected))

/**
 * A browser sends the cookie whoever started the request, so the page behind it has to be one that is trusted.
 * Same-origin GETs carry no Origin; `Sec-Fetch-Site` then tells them from what another port of localhost embeds.
 */
function mayUseCookie(request: Request, url: string, allowedOrigins: readonly string[]): boolean {
  const origin = request.headers.get('origin')
  if (origin) return isTrustedOrigin(origin, url, allowedOrigins)
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const site = request.headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}

type Authority = Pick<Lake, 'tokens' | 'options'> & {sessions: Pick<Lake['sessions'], 'find'>}

export interface Caller {
  identity: Identity
  /** The session that says so, if it is one. */
  session?: string
}

/**
 * Who sent this request: a bearer token, else a session from a trusted page, else nobody. A wrong token is a 401.
 * `url`: the request's address as its sender has it, which behind a proxy is another one.
 */
export function callerOf(request: Request, {tokens, sessions, options}: Authority, url = request.url): Caller {
  const authorization = request.headers.get('authorization')
  if (authorization) {
    const token = /^Bearer (.+)$/i.exec(authorization)?.[1]?.trim() ?? ''
    if (sameSecret(token, tokens.admin)) return {identity: ADMIN_TOKEN}
    if (sameSecret(token, tokens.write)) return {identity: WRITE_TOKEN}
    if (sameSecret(token, tokens.read)) return {identity: READ_TOKEN}
    // A Studio that signed in from another loopback name holds its session as a token, as cookies do not reach it.
    const identity = sessions.find(token)
    if (identity) return {identity, session: token}
    throw unauthorized('Unauthorized - Session not found')
  }
  if (!mayUseCookie(request, url, options.allowedOrigins)) return {identity: ANONYMOUS}
  for (const session of sessionsOf(request.headers.get('cookie'), {isSecure: url.startsWith('https:')})) {
    const identity = sessions.find(session)
    if (identity) return {identity, session}
  }
  return {identity: ANONYMOUS}
}

/** Sets `identity` on every request, and `session` on those that come with one. */
export function identify(lake: Lake): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    const {identity, session} = callerOf(c.req.raw, lake, c.get('connection').url)
    c.set('identity', identity)
    c.set('session', session)
    await next()
  }
}

/** Where a request comes from, for the list of sessions. */
export const placeOf = (c: Context<LakeEnv>): SessionPlace => ({
  address: c.get('connection').address,
  agent: c.req.header('user-agent') ?? '',
})
