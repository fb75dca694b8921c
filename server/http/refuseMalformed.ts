import {type IncomingMessage, type ServerResponse, STATUS_CODES} from 'node:http'
import {basePath} from '../../lib/urls.ts'

/** Where no page can be: what is asked for there comes from programs, and Next fails on a path that it cannot decode. */
const machinePaths = new RegExp(`^${basePath}/(?:api|_next|shareImages)/`)

/** The only paths that take more than GET and HEAD. A test compares them with the route handlers. */
const methodsBelowApi: readonly (readonly [pattern: RegExp, methods: readonly string[]])[] = [
  [/^contact$/, ['GET', 'HEAD', 'POST']],
  [/^revalidate$/, ['POST']],
  [/^draft-mode\/disable$/, ['GET', 'HEAD', 'POST']],
  [/^enquiries\/(?:search|export)$/, ['OPTIONS', 'POST']],
  [/^enquiries\/[^/]+$/, ['DELETE', 'OPTIONS', 'PATCH']],
]
const reading = ['GET', 'HEAD']

/** Where Next keeps the data of a page: a second address for it, by which nobody asks. Its router asks by headers. */
const innerPaths = /\.rsc$|\.segments(?:\/|$)/

/** No form and no webhook is nearly as large, in bytes; what comes in pieces is counted where it is read. */
const longestBody = 256 * 1024
/** No address of ours is nearly as long; a file system refuses longer names. */
const longestSegment = 200

export interface Refusal {
  status: 400 | 404 | 405 | 413 | 429
  /** The methods that the path takes. */
  allow?: readonly string[]
}

/**
 * Why a request does not reach Next, which would answer with 500, work for nothing, or look for a server action where the
 * site has none. Unreadable paths outside of `machinePaths` go on to Next, which shows the page for unknown ones in the
 * visitor's language.
 */
export function refusalOf({
  method = '',
  url = '',
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): Refusal | undefined {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  if (url === '*' || (machinePaths.test(path) && !canDecode(path))) return {status: 400}
  const allow = methodsOf(path)
  if (!allow.includes(method)) return {status: 405, allow}
  if (Number(headers['content-length'] ?? 0) > longestBody) return {status: 413}
  if (innerPaths.test(path)) return {status: 404}
  if (machinePaths.test(path) && path.split('/').some((segment) => segment.length > longestSegment))
    return {status: 404}
  return undefined
}

/** Answers a request that is refused. */
export function refuse(response: ServerResponse, {status, allow}: Refusal): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(allow && {Allow: allow.join(', ')}),
    // What is left of a body is not read.
    ...(status === 413 && {Connection: 'close'}),
  })
  response.end(STATUS_CODES[status])
}

/** The methods that a path takes. */
export function methodsOf(path: string): readonly string[] {
  const name = path.startsWith(`${basePath}/api/`) ? path.slice(`${basePath}/api/`.length) : ''
  return methodsBelowApi.find(([pattern]) => pattern.test(name))?.[1] ?? reading
}

function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
