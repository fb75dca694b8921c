import type {IncomingMessage} from 'node:http'
import type {Context, MiddlewareHandler} from 'hono'
import {bodyLimit} from 'hono/body-limit'
import {cors} from 'hono/cors'
import {isOwnHost, isOwnSite, isPublicOrigin, isTrustedOrigin, pageRefusal} from '../access/origins.ts'
import {badRequest, forbidden, payloadTooLarge, serviceUnavailable, sizeText} from '../errors.ts'
import type {Lake} from '../Lake.ts'
import {connectionOf, type LakeEnv, onAnswerEnd, payerOf} from './request.ts'

type Middleware = MiddlewareHandler<LakeEnv>

const MAX_BODY_BYTES = 16 * 1024 * 1024
/** Room for the longest query with the longest parameters: anonymous clients may send queries. */
const MAX_QUERY_BYTES = 4 * 1024 * 1024
const QUERY = /^\/v[^/]+\/data\/query\//
const ASSET_UPLOAD = /^\/v[^/]+\/assets\//

export const connect =
  ({options}: Lake): Middleware =>
  async (c, next) => {
    c.set('connection', connectionOf(c.req.url, c.env?.incoming, options.trustedProxies))
    await next()
  }

/** Middleware: cancels the body of a HEAD response, as an unread stream would stay open, and counted, forever. */
export const endUnread: Middleware = async (c, next) => {
  await next()
  if (c.req.method === 'HEAD') await c.res.body?.cancel()
}

/** Middleware: `no-store` and `nosniff`, unless a route sets its own caching. */
export const noStore: Middleware = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  c.header('x-content-type-options', 'nosniff')
}

/** Middleware: rejects unknown `Host` headers, against DNS rebinding. */
export const checkHost =
  ({options}: Lake): Middleware =>
  async (c, next) => {
    requireOwnHost(c.req.url, c.env?.incoming, options)
    await next()
  }

/**
 * Throws 400 for an address with a user or password, of which no `Request` can be made, and for two `Host` headers, of
 * which a proxy may have taken the other (RFC 9112, 3.2). Throws 403 for foreign host names.
 */
export function requireOwnHost(
  url: string,
  incoming: Pick<IncomingMessage, 'headersDistinct'> | undefined,
  options: Lake['options'],
): void {
  const hosts = incoming?.headersDistinct.host ?? []
  if (hosts.length > 1) throw badRequest('The request must not have more than one Host header')
  const {hostname, username, password} = new URL(url)
  if (username || password) throw badRequest('The address must not name a user')
  if (!isOwnHost(hostname, options)) throw forbidden(`The lake does not answer to the host name "${hostname}"`)
}

const HEALTH = /^\/health(\/|$)/

/** Middleware: 503 for all but health checks while the lake prepares, rather than answers from half of its content. */
export const refuseUntilReady =
  (lake: Lake): Middleware =>
  async (c, next) => {
    const {notReady} = lake
    if (notReady !== undefined && !HEALTH.test(c.req.path))
      throw serviceUnavailable(`The lake is not ready: ${notReady}`, 1)
    await next()
  }

/** Paths of the API, without the one that tells a page whether it is trusted. */
const API = /^\/v[^/]+\/(?!check\/cors$)/

/** The only address of the API to which a page of another site may link. */
const LOGIN = /^\/v[^/]+\/auth\/login\/local$/

/** Whether a page of another site asks, embeds, prefetches or links; other ports of localhost are other sites, too. */
function isForeignPage(path: string, header: (name: string) => string | undefined): boolean {
  // A browser would send a preflight request before a token, so this is a program.
  if (header('authorization') !== undefined) return false
  if (header('origin') !== undefined) return true
  const isLogin = LOGIN.test(path) && header('sec-fetch-dest') === 'document'
  return !isLogin && !isOwnSite(header('sec-fetch-site'))
}

/**
 * Middleware: CORS for trusted origins, with credentials. A 403 for pages of others on the API, as they may not read the
 * answers, and could make an editor's browser send costly queries.
 */
export const allowOrigins = (lake: Lake): Middleware => {
  const withHeaders = cors({
    origin: (origin) => origin,
    credentials: true,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    exposeHeaders: ['ETag', 'Retry-After', 'X-Request-Id', 'X-Sanity-Shard', 'X-Sanity-Deprecated'],
    maxAge: 600,
  })
  return async (c, next) => {
    const origin = c.req.header('origin')
    const isTrusted =
      origin !== undefined && isTrustedOrigin(origin, c.get('connection').url, lake.options.allowedOrigins)
    if (isTrusted) return withHeaders(c, next)
    const isForeign = isForeignPage(c.req.path, (name) => c.req.header(name))
    // Also where a form would hear that it is none of the lake's own.
    if (isForeign && (API.test(c.req.path) || (origin !== undefined && isPublicOrigin(origin, lake.options))))
      throw forbidden(pageRefusal(origin ?? 'other sites', lake.options))
    await next()
    // A cache that keeps this answer must not give it to an allowed page, whose browser would miss the headers above.
    c.header('vary', 'Origin', {append: true})
  }
}

/** Long-lived streams, which are counted by themselves, and health checks, which always have an answer. */
const UNCOUNTED = /^\/v[^/]+\/data\/(?:listen|live\/events)\/|^\/health(\/|$)/

/** Only without a body: `limitBody` reads one into memory wherever it is sent. */
const isUncounted = ({method, path}: Context['req']): boolean =>
  (method === 'GET' || method === 'HEAD') && UNCOUNTED.test(path)

/**
 * Middleware: counts requests and bytes of bodies until the answer is sent or the client gone; 429 or 503 for too many.
 */
export const limitRequests =
  ({requests, bodies}: Lake): Middleware =>
  async (c, next) => {
    const {outgoing} = c.env ?? {}
    if (outgoing && !isUncounted(c.req)) {
      onAnswerEnd(outgoing, requests.take(...payerOf(c)))
      const bytes = bodyBytes(c.req)
      if (bytes > 0) onAnswerEnd(outgoing, bodies.take(...payerOf(c), bytes))
    }
    await next()
  }

/** The memory that a body may take: what it declares, or the most that `limitBody` allows. Uploads take none. */
function bodyBytes({raw: {body, headers}, path}: Context['req']): number {
  if (!body || ASSET_UPLOAD.test(path)) return 0
  const declared = headers.get('content-length')
  const most = maxBodyBytes(path)
  return declared === null ? most : Math.min(Number(declared), most)
}

const maxBodyBytes = (path: string) => (QUERY.test(path) ? MAX_QUERY_BYTES : MAX_BODY_BYTES)

/** Middleware: limits request bodies; uploads have their own limit. */
export const limitBody: Middleware = (c, next) => {
  if (ASSET_UPLOAD.test(c.req.path)) return next()
  const maxSize = maxBodyBytes(c.req.path)
  const onError = () => {
    throw payloadTooLarge(`The request body is larger than ${sizeText(maxSize)}`)
  }
  return bodyLimit({maxSize, onError})(c, next)
}

/** The dataset that a path names: `/v1/data/query/<dataset>`, `/v1/data/live/events/<dataset>`, `/v1/assets/images/<dataset>`. */
export function datasetOf(path: string): string | undefined {
  const [, , area, kind, first, second] = path.split('/')
  if (area !== 'data' && area !== 'assets') return undefined
  const encoded = area === 'data' && kind === 'live' ? second : first
  try {
    return encoded && decodeURIComponent(encoded)
  } catch {
    throw badRequest(`The path ${path} is not encoded correctly`)
  }
}
