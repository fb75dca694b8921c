import type {IncomingMessage} from 'node:http'
import {type Caller, callerOf} from '../access/callerOf.ts'
import {ANONYMOUS} from '../access/identities.ts'
import {isOwnHost, isTrustedOrigin} from '../access/origins.ts'
import {LakeError} from '../errors.ts'
import {connectionOf} from '../http/connection.ts'
import type {Lake} from '../types.ts'

export interface TransactionError {
  /** The status line's code and reason. */
  refused: string
  /** What to do about it. */
  sentence?: string
  retrySeconds?: number | undefined
}

type Admission =
  | TransactionError
  | (Caller & {
      endpoint: 'multiplex' | 'presence'
      request: Request
      /** Takes the socket out of the count; to be called when it has closed. */
      release: () => void
    })

const ENDPOINT = /^\/v[^/]+\/(?:(multiplex)|socket\/([^/]+))$/

/**
 * Decides on a request to become a socket. The same-origin policy does not hold for sockets: any page may open one,
 * with the browser's cookies, so the page behind it has to be named and trusted.
 */
export function admitUpgrade(incoming: IncomingMessage, lake: Lake): Admission {
  const asked = `http://${incoming.headers.host ?? ''}${incoming.url ?? ''}`
  if (!URL.canParse(asked)) return {refused: '400 Bad Request'}
  const {url, address} = connectionOf(asked, incoming, lake.options.trustedProxies)
  const {hostname, pathname, username} = new URL(url)
  if (username) return {refused: '400 Bad Request'}
  if (!isOwnHost(hostname, lake.options)) return {refused: '403 Forbidden'}

  if (lake.notReady !== undefined) {
    return {refused: '503 Service Unavailable', sentence: `The lake is not ready: ${lake.notReady}`, retrySeconds: 1}
  }
  const [matched, multiplex, dataset] = ENDPOINT.exec(pathname) ?? []
  if (!matched || (dataset && dataset !== lake.options.dataset)) return {refused: '404 Not Found'}

  const {origin} = incoming.headers
  if (origin !== undefined && !isTrustedOrigin(origin, url, lake.options.allowedOrigins))
    return {refused: '403 Forbidden'}

  const request = new Request(url, {headers: plainHeaders(incoming)})
  const caller = identify(request, lake)
  try {
    const release = lake.streams.take(caller.identity, address)
    return {endpoint: multiplex ? 'multiplex' : 'presence', ...caller, request, release}
  } catch (error) {
    if (!(error instanceof LakeError)) throw error
    const {status, message, retrySeconds} = error
    return {refused: `${status} ${String(error.body.error)}`, sentence: message, retrySeconds}
  }
}

function identify(request: Request, lake: Lake): Caller {
  try {
    return callerOf(request, lake)
  } catch (error) {
    if (error instanceof LakeError && error.status === 401) return {identity: ANONYMOUS}
    throw error
  }
}

/** The headers that say who asks, and from which page. */
function plainHeaders({headers}: IncomingMessage): Record<string, string> {
  const {authorization, cookie, origin, host} = headers
  return {
    ...(authorization && {authorization}),
    ...(cookie && {cookie}),
    ...(origin && {origin}),
    ...(host && {host}),
    ...(typeof headers['sec-fetch-site'] === 'string' && {'sec-fetch-site': headers['sec-fetch-site']}),
  }
}
