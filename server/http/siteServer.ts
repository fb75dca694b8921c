import {existsSync, readFileSync} from 'node:fs'
import {createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES} from 'node:http'
import type {Duplex} from 'node:stream'
import {policyHeader, policyOfFile} from './contentSecurityPolicy.ts'
import {securityHeaders} from './securityHeaders.ts'

interface ServerLimits {
  /** Milliseconds after which a client that takes nothing of its answer loses its connection. */
  idle?: number
  /** Connections at a time. */
  connections?: number
}

/** Requests that a connection may send before the first is answered. Browsers and proxies send one. */
const maxPipelined = 8

const mostConnections = 5000
/** Descriptors for files, the database and the content API; where there are few, half of them. */
const keptDescriptors = 1000

/**
 * Connections that a process may take, by its `/proc/<pid>/limits`. A part of the build that cannot be opened for want of
 * descriptors is missing until the process ends: each page that needs it fails.
 */
export function connectionsWithin(limits: string): number {
  // Node raises the soft limit to the hard one by itself.
  const files = Number(/^Max open files +\S+ +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  return Math.min(mostConnections, Math.max(files - keptDescriptors, Math.floor(files / 2)))
}

/** Empty where the system has no such file. */
export function limitsOf(pid: number | undefined): string {
  const file = `/proc/${pid ?? 'self'}/limits`
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/**
 * An HTTP server with limits of time, connections and pipelining, so that no client keeps memory or descriptors that
 * files, database and content API need.
 */
export function createSiteServer(
  listener: RequestListener,
  {idle = 120_000, connections = connectionsWithin(limitsOf(undefined))}: ServerLimits = {},
): Server {
  const underway: Underway = new WeakMap()
  const server = createServer(
    {
      // Browsers and proxies send all headers at once.
      headersTimeout: 15_000,
      // The longest body, 256 kB, at 35 kbit/s.
      requestTimeout: 60_000,
      // How often both are looked at.
      connectionsCheckingInterval: 5_000,
      // Longer than the keep-alive of proxies in front, so that none reuses a connection that is being closed here.
      keepAliveTimeout: 65_000,
      // Probes connections whose peer may be gone without a word, such as those of event streams.
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
      // Nothing here speaks another protocol, and no limit above would hold for a connection that Next has taken over.
      shouldUpgradeCallback: () => false,
      // Refused with the site's headers by `requestChecks.ts`.
      requireHostHeader: false,
    },
    limitPipelining(listener, underway),
  )
  // Node would answer 417 by itself, without the site's headers and its log. RFC 9110, 10.1.1, leaves it open.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error: Error & {code?: string}, socket) => {
    // In the middle of an answer, a refusal would be taken for a part of it.
    const hasBegun = [...(underway.get(socket) ?? [])].some(({headersSent}) => headersSent)
    if (hasBegun || !socket.writable || error.code === 'ECONNRESET') socket.destroy()
    else refuseUnreadable(socket, error.code)
  })
  server.maxConnections = connections
  // Otherwise a worker of `npm start` would hand the connection back to its supervisor and get it again, without end.
  // Node's types lack the property.
  Object.assign(server, {dropMaxConnection: true})
  // A silent event stream waits for content, not for its client.
  server.setTimeout(idle, (socket) => {
    if (socket.writableLength > 0) socket.destroy()
  })
  return server
}

/** The answers that each connection waits for, or is getting. */
type Underway = WeakMap<Duplex, Set<ServerResponse>>

/** The statuses of requests that Node cannot read, by the code of its error; 400 for all others. */
const unreadable: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Answers what no pipeline sees, with the headers of any other answer, and ends the connection. */
function refuseUnreadable(socket: Duplex, code: string | undefined): void {
  const status = unreadable[code ?? ''] ?? 400
  const text = STATUS_CODES[status] ?? ''
  const headers = {
    ...securityHeaders,
    [policyHeader]: policyOfFile,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Length': text.length,
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  // The peer may keep its half open indefinitely.
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${text}\r\n${lines.join('')}\r\n${text}`)
}

/** Ends connections with too many requests under way: their answers would all wait in memory for the first one. */
function limitPipelining(listener: RequestListener, underway: Underway): RequestListener {
  return (request, response) => {
    const {socket} = request
    const responses = underway.get(socket) ?? new Set()
    // Requests of the same packet are still announced after the connection has ended.
    if (socket.destroyed || responses.size >= maxPipelined) return void socket.destroy()
    underway.set(socket, responses.add(response))
    response.once('close', () => responses.delete(response))
    listener(request, response)
  }
}
