import type {IncomingMessage} from 'node:http'
import {ANONYMOUS} from '../access/identities.ts'
import {identityOf} from '../access/identityOf.ts'
import {isOwnHost, isTrustedOrigin} from '../access/origins.ts'
import {connectionOf} from '../http/connection.ts'
import {LakeError} from '../http/errors.ts'
import type {Identity, Lake} from '../types.ts'

export type Admission = {refused: string} | {endpoint: 'multiplex' | 'presence'; identity: Identity; request: Request}

const ENDPOINT = /^\/v[^/]+\/(?:(multiplex)|socket\/([^/]+))$/

/**
 * Decides on a request to become a socket. The same-origin policy does not hold for sockets: any page may open one,
 * with the browser's cookies, so the page behind it has to be named and trusted.
 */
export function admitUpgrade(incoming: IncomingMessage, lake: Lake): Admission {
  const asked = `http://${incoming.headers.host ?? ''}${incoming.url ?? ''}`
  if (!URL.canParse(asked)) return {refused: '400 Bad Request'}
  const {url} = connectionOf(asked, incoming, lake.options.trustedProxies)
  const {hostname, pathname, username} = new URL(url)
  if (username) return {refused: '400 Bad Request'}
  if (!isOwnHost(hostname, lake.options)) return {refused: '403 Forbidden'}

  const [matched, multiplex, dataset] = ENDPOINT.exec(pathname) ?? []
  if (!matched || (dataset && dataset !== lake.options.dataset)) return {refused: '404 Not Found'}

  const {origin} = incoming.headers
  if (origin !== undefined && !isTrustedOrigin(origin, url, lake.options.allowedOrigins))
    return {refused: '403 Forbidden'}

  const request = new Request(url, {headers: plainHeaders(incoming)})
  return {endpoint: multiplex ? 'multiplex' : 'presence', identity: identify(request, lake), request}
}

function identify(request: Request, lake: Lake): Identity {
  try {
    return identityOf(request, lake)
  } catch (error) {
    if (error instanceof LakeError && error.status === 401) return ANONYMOUS
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
