import {createHash, timingSafeEqual} from 'node:crypto'
import type {IncomingMessage, ServerResponse} from 'node:http'
import {isIP} from 'node:net'
import type {Context, MiddlewareHandler} from 'hono'
import {ADMIN_TOKEN, ANONYMOUS, EDITOR, mayWrite, READ_TOKEN, WRITE_TOKEN} from '../access/identities.ts'
import {isLoopbackAddress, isOwnSite, isTrustedOrigin} from '../access/origins.ts'
import type {ClientInfo} from '../access/Sessions.ts'
import {forbidden, TypedError, unauthorized} from '../errors.ts'
import type {Lake} from '../Lake.ts'
import type {Identity} from '../types.ts'

/** The public URL and the sender of a request. */
export interface Connection {
  /** The URL as the browser has it: https if a trusted proxy says so. */
  url: string
  address: string
  /** Whether a program on this machine, such as a site's own server, sent it without a proxy. */
  isLocal: boolean
}

/** The variables that the access middleware sets on each request. */
export interface LakeEnv {
  /** The Node request and response; absent when the app is called directly. A stream on a shared socket has no response. */
  Bindings: {incoming?: IncomingMessage; outgoing?: Pick<ServerResponse, 'once' | 'destroy' | 'closed'>}
  Variables: {identity: Identity; session: string | undefined; connection: Connection; requestId: string}
}

type Sent = Pick<IncomingMessage, 'headers' | 'httpVersion'> & {
  socket: Pick<IncomingMessage['socket'], 'remoteAddress'>
}

/** Forwarding headers count only from trusted proxies; anybody can send them. */
export function connectionOf(url: string, incoming: Sent | undefined, trustedProxies: readonly string[]): Connection {
  const peer = plainAddress(incoming?.socket.remoteAddress ?? '')
  const isProxied = trustedProxies.includes(peer)
  const protocol = isProxied ? lastOf(incoming?.headers['x-forwarded-proto']) : undefined
  return {
    url: protocol === 'https' ? url.replace(/^http:/, 'https:') : url,
    address: (isProxied && addressIn(lastOf(incoming?.headers['x-forwarded-for']))) || peer,
    isLocal: incoming !== undefined && isLocal(incoming) && isOwnSite(lastOf(incoming.headers['sec-fetch-site'])),
  }
}

/** Headers that proxies and tunnels add. */
const FORWARDED =
  /^(x-forwarded-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*|fastly-.*|forwarded|via)$/

/**
 * Whether a program on this machine sends the request itself, to a loopback name: not by a proxy, tunnel or foreign name.
 * A proxy that says nothing of itself speaks HTTP/1.0, as nginx's does unless told otherwise.
 */
export function isLocal({headers, httpVersion, socket}: Sent): boolean {
  const host = URL.parse(`http://${headers.host}`)?.hostname ?? ''
  return (
    isLoopbackAddress(plainAddress(socket.remoteAddress ?? '')) &&
    isLoopbackAddress(host) &&
    httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => FORWARDED.test(name))
  )
}

/** Each proxy appends; earlier entries may be forged. */
function lastOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  return [header].flat().join(',').split(',').at(-1)?.trim()
}

/** Without the port that some proxies write, and the brackets of IPv6. Undefined for what is no address. */
function addressIn(text = ''): string | undefined {
  const [, bracketed, plain] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const address = plainAddress(bracketed ?? plain ?? text)
  return isIP(address) ? address : undefined
}

/** Unwraps IPv4-mapped IPv6 addresses. */
const plainAddress = (address: string): string => address.replace(/^::ffff:/, '')

const MONTH_S = 30 * 24 * 60 * 60

/** The public URL of the request decides the cookies' names. */
type Place = Pick<Connection, 'url'>

const isSecure = ({url}: Place): boolean => url.startsWith('https:')

/**
 * By https with the prefix `__Host-`: set by this host only, for all paths, https only. With the port, as all ports of a
 * host share cookies, and two lakes of one machine would sign each other's editors out.
 */
function nameOf(name: string, place: Place): string {
  const {port} = new URL(place.url)
  return `${isSecure(place) ? '__Host-' : ''}${name}${port && `-${port}`}`
}

const SESSION = 'lakeSession'
const DEVICE = 'lakeDevice'

function valuesOf(cookieHeader: string | null | undefined, name: string): string[] {
  return (cookieHeader ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
}

export const sessionsOf = (cookieHeader: string | null | undefined, place: Place): string[] =>
  valuesOf(cookieHeader, nameOf(SESSION, place))

/** HttpOnly and SameSite: out of reach of scripts and of other sites' requests. */
const cookie = (name: string, value: string, place: Place, rest = ''): string =>
  `${nameOf(name, place)}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure(place) ? '; Secure' : ''}${rest}`

export const sessionCookie = (session: string, place: Place): string => cookie(SESSION, session, place)

export const expiredSessionCookie = (place: Place): string => cookie(SESSION, '', place, '; Max-Age=0')

/** The `Set-Cookie` header of the device cookie, which exempts a browser from login delays. */
export const deviceCookie = (device: string, place: Place): string =>
  cookie(DEVICE, device, place, `; Max-Age=${6 * MONTH_S}`)

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

/** The sender of a request. Tokens and anonymous requests have no session. */
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

/** The identity and address whose limits a request counts against. A local program without a token is not anonymous. */
export function payerOf(c: Context<LakeEnv>): [identity: Identity, address: string] {
  const {address, isLocal} = c.get('connection')
  return [isLocal ? READ_TOKEN : c.get('identity'), address]
}

/** Calls back once the answer is sent or its client gone, who may have left long before there is one. */
export function onAnswerEnd(outgoing: Pick<ServerResponse, 'once' | 'closed'>, release: () => void): void {
  if (outgoing.closed) release()
  else outgoing.once('close', release)
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
  device: valuesOf(c.req.header('cookie'), nameOf(DEVICE, c.get('connection')))[0],
})

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
