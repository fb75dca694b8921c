import {createHash, timingSafeEqual} from 'node:crypto'
import type {Context, MiddlewareHandler} from 'hono'
import {ADMIN_TOKEN, ANONYMOUS, EDITOR, READ_TOKEN, WRITE_TOKEN} from '../access/identities.ts'
import {isOwnSite, isTrustedOrigin} from '../access/origins.ts'
import type {ClientInfo} from '../access/Sessions.ts'
import {unauthorized} from '../errors.ts'
import type {Lake} from '../Lake.ts'
import type {Identity} from '../types.ts'
import type {LakeEnv} from './connection.ts'
import {deviceOf, sessionCookie, sessionsOf} from './cookies.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()
const sameSecret = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected))

/**
 * CSRF protection: a browser sends the cookie with any page's request, so the page has to be trusted. Same-origin GETs
 * carry no Origin; `Sec-Fetch-Site` tells them apart from what another port of localhost embeds.
 */
function mayUseCookie(request: Request, url: string, allowedOrigins: readonly string[]): boolean {
  const origin = request.headers.get('origin')
  if (origin) return isTrustedOrigin(origin, url, allowedOrigins)
  return (request.method === 'GET' || request.method === 'HEAD') && isOwnSite(request.headers.get('sec-fetch-site'))
}

type Authority = Pick<Lake, 'tokens' | 'options'> & {sessions: Pick<Lake['sessions'], 'find'>}

/** Who asks; tokens and strangers have no session. */
export interface Caller {
  identity: Identity
  session?: string
}

/**
 * Authenticates a request: a bearer token, else a session cookie from a trusted page, else anonymous. A wrong token is
 * a 401. `url`: the public URL of the request, which differs behind a proxy.
 */
export function callerOf(request: Request, {tokens, sessions, options}: Authority, url = request.url): Caller {
  const authorization = request.headers.get('authorization')
  if (authorization) {
    const token = /^Bearer (.+)$/i.exec(authorization)?.[1]?.trim() ?? ''
    if (sameSecret(token, tokens.admin)) return {identity: ADMIN_TOKEN}
    if (sameSecret(token, tokens.write)) return {identity: WRITE_TOKEN}
    if (sameSecret(token, tokens.read)) return {identity: READ_TOKEN}
    if (options.editorToken !== undefined && sameSecret(token, options.editorToken)) return {identity: EDITOR}
    // A Studio on another loopback name holds its session as a token, as cookies do not reach it.
    const identity = sessions.find(token)
    if (identity) return {identity, session: token}
    throw unauthorized('Unauthorized - Session not found')
  }
  if (!mayUseCookie(request, url, options.allowedOrigins)) return {identity: ANONYMOUS}
  for (const session of sessionsOf(request.headers.get('cookie'), {url})) {
    const identity = sessions.find(session)
    if (identity) return {identity, session}
  }
  return {identity: ANONYMOUS}
}

/** Middleware: sets `identity` on every request, and `session` on those that have one. */
export function identify(lake: Lake): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    const {identity, session} = callerOf(c.req.raw, lake, c.get('connection').url)
    c.set('identity', identity)
    c.set('session', session)
    await next()
  }
}

/** Who a request counts for, and at which address. A site's own server has no token, and counts as no stranger. */
export function payerOf(c: Context<LakeEnv>): [identity: Identity, address: string] {
  const {address, isLocal} = c.get('connection')
  return [isLocal ? READ_TOKEN : c.get('identity'), address]
}

export const clientInfo = (c: Context<LakeEnv>): ClientInfo => ({
  address: c.get('connection').address,
  agent: c.req.header('user-agent') ?? '',
})

/** Begins a session in the browser that asks. Returns its value. */
export function beginSession(c: Context<LakeEnv>, {sessions}: Pick<Lake, 'sessions'>, owner?: Identity): string {
  const session = sessions.create(owner, clientInfo(c))
  c.header('set-cookie', sessionCookie(session, c.get('connection')))
  return session
}

/** Where a password is typed: limits of wrong ones are by address and device. */
export const loginClient = (c: Context<LakeEnv>) => ({
  address: c.get('connection').address,
  device: deviceOf(c.req.header('cookie'), c.get('connection')),
})
