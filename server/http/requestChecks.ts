/** Checks of a request before anything acts on it: trusted headers, and refusals. */
import {type IncomingMessage, type ServerResponse, STATUS_CODES} from 'node:http'
import {type BlockList, isIP} from 'node:net'
import {basePath, pathOf} from '../../lib/urls.ts'

/** Request headers that Next's router sends. Others of the kind would let a visitor control Next. */
const routerHeaders = new Set([
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-router-state-tree',
  'next-url',
])
/** Believed only from our own proxies. */
const proxyHeaders = new Set(['x-forwarded-for', 'x-forwarded-proto', 'x-request-id'])

/**
 * Deletes headers that visitors must not set: all that begin with `x-` or `next-`, except those above, proxy headers
 * that do not come from our own proxies, and those that name a trace, which would put a stranger's spans among ours.
 * `X-Forwarded-For` then holds the visitor's address and nothing else. The browser's name goes, too: no answer depends on it,
 * and Next searches it for robots in time that grows with the square of its length, 1.4 s for a header of 15 kB.
 * Ranges and preconditions, too: pages never heeded them, and for files that they do not fit Next answers 500, not 416 or 412.
 */
export function cleanHeaders({headers, socket}: Pick<IncomingMessage, 'headers' | 'socket'>, proxies: BlockList): void {
  const peer = plainAddress(socket.remoteAddress ?? '')
  const forwardedFor = headers['x-forwarded-for']
  const isOurs = contains(proxies, peer)
  for (const name of Object.keys(headers)) {
    const isKept = routerHeaders.has(name) || (isOurs && proxyHeaders.has(name))
    if (
      !isKept &&
      /^(?:x-|next-|forwarded$|traceparent$|tracestate$|baggage$|user-agent$|range$|if-range$|if-match$|if-unmodified-since$)/.test(
        name,
      )
    )
      delete headers[name]
  }
  if (!/^https?$/.test(String(headers['x-forwarded-proto'] ?? 'http'))) delete headers['x-forwarded-proto']
  headers['x-forwarded-for'] = visitorAddress(peer, String(forwardedFor ?? ''), proxies)
  if (forwardedFor !== undefined && !isOurs && /^(?:127\.|::1$)/.test(peer)) warnOfProxy(peer)
}

/** A segment that a URL parser, such as Next's, takes away with the one before: `/./`, `/../`, `/%2e/`. */
const dotSegment = /[\\/](?:\.|%2e){1,2}(?:[\\/]|$)/i

/**
 * Takes scheme and host from a request line that has them, `GET http://host/h5 HTTP/1.1`, as programs send it to a proxy. Next
 * would take the two slashes for a mistake in the path and redirect to whatever host it names. RFC 9112: that host counts.
 * Resolves dot segments, as Next does: all checks are made on the path that it reads.
 */
export function toOriginForm(request: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(request.url ?? '') ?? []
  if (host !== undefined) {
    request.url = rest.startsWith('/') ? rest : `/${rest}`
    request.headers.host = host
  }
  const {url = ''} = request
  const path = pathOf(url)
  const resolved = path.startsWith('/') && dotSegment.test(path) ? URL.parse(`http://site${path}`)?.pathname : undefined
  if (resolved !== undefined) request.url = resolved + url.slice(path.length)
}

/** The nearest address that is none of our proxies. Anything further left could have been written by anybody. */
export function visitorAddress(peer: string, forwardedFor: string, proxies: BlockList): string {
  let address = peer
  for (const hop of forwardedFor.split(',').reverse()) {
    const before = plainAddress(hop.trim())
    if (!contains(proxies, address) || !isIP(before)) break
    address = before
  }
  return address
}

function contains(proxies: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Unwraps an IPv4-mapped IPv6 address. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

let warned = false

/** Without the setting, all visitors behind a proxy share its address and its rate limits. */
function warnOfProxy(peer: string): void {
  if (warned) return
  warned = true
  console.warn(
    `${peer} sends X-Forwarded-For, which is not believed: if it is your proxy, set TRUSTED_PROXIES=${peer}.`,
  )
}

/** Paths below which there are no pages: only programs request them, and Next fails on paths that it cannot decode. */
const machinePaths = new RegExp(`^${basePath}/(?:api|_next|shareImages)/`)

/** The only paths that take more than GET and HEAD. A test compares them with the route handlers. */
const methodsBelowApi: readonly (readonly [pattern: RegExp, methods: readonly string[]])[] = [
  [/^contact$/, ['GET', 'HEAD', 'POST']],
  [/^revalidate$/, ['POST']],
  [/^draft-mode\/disable$/, ['POST']],
  [/^draft-mode\/perspective$/, ['POST']],
  [/^enquiries\/(?:access|search|export)$/, ['OPTIONS', 'POST']],
  [/^enquiries\/[^/]+$/, ['DELETE', 'OPTIONS', 'PATCH']],
]
const reading = ['GET', 'HEAD']

/** Files in which Next keeps a page's data: second addresses that nothing requests, as the router asks by headers. */
const innerPaths = /\.rsc$|\.segments(?:\/|$)/

/** In bytes; no form and no webhook comes near. Chunked bodies are counted where they are read. */
const longestBody = 256 * 1024
/** No address of the site comes near; file systems refuse longer names. */
const longestSegment = 200

export interface Refusal {
  status: 400 | 404 | 405 | 413 | 429
  /** The methods that the path takes. */
  allow?: readonly string[]
}

/**
 * Refuses requests for which Next would answer 500, work for nothing, or look for a server action where the site has
 * none. Undecodable paths outside `machinePaths` go on to Next, which shows the not-found page in the visitor's language.
 */
export function refusalOf({
  method = '',
  url = '',
  headers,
  headersDistinct,
  httpVersion,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'headersDistinct' | 'httpVersion'>): Refusal | undefined {
  const path = pathOf(url)
  // RFC 9112, 3.2. A cache in front may have gone by the other one.
  const hosts = headersDistinct.host ?? []
  if (hosts.length > 1 || !hosts.every(isHost)) return {status: 400}
  // The host of the request line, if there is one (`toOriginForm`).
  if (headers.host === undefined ? httpVersion === '1.1' : !isHost(headers.host)) return {status: 400}
  // Next redirects `ftp://host/h5` to that host.
  if (!url.startsWith('/') || (machinePaths.test(path) && !canDecode(path))) return {status: 400}
  const allow = methodsOf(path)
  if (!allow.includes(method)) return {status: 405, allow}
  if (Number(headers['content-length'] ?? 0) > longestBody) return {status: 413}
  if (innerPaths.test(path)) return {status: 404}
  if (machinePaths.test(path) && path.split('/').some((segment) => segment.length > longestSegment))
    return {status: 404}
  return undefined
}

/** Answers a refused request. */
export function refuse(response: ServerResponse, {status, allow}: Refusal): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(allow && {Allow: allow.join(', ')}),
    // The rest of the body is not read, so the connection cannot be used again.
    ...(status === 413 && {Connection: 'close'}),
  })
  response.end(STATUS_CODES[status])
}

/** Methods that a path takes. */
export function methodsOf(path: string): readonly string[] {
  const name = path.startsWith(`${basePath}/api/`) ? path.slice(`${basePath}/api/`.length) : ''
  return methodsBelowApi.find(([pattern]) => pattern.test(name))?.[1] ?? reading
}

/** A host and its port by RFC 3986, 3.2.2: a name, an IPv4 address, or an IPv6 address in brackets. */
const hostAndPort = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+(?::\d*)?$|^\[[\da-f:.]+\](?::\d*)?$/i

/** Parsed, too: a port may be too high, and what looks like an address may be none. */
const isHost = (text: string): boolean => hostAndPort.test(text) && URL.canParse(`http://${text}`)

function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
