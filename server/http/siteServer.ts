import {existsSync, readFileSync} from 'node:fs'
import {createServer, type RequestListener, type Server} from 'node:http'
import type {Socket} from 'node:net'

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
    },
    limitPipelining(listener),
  )
  // Node would answer 417 by itself, without the site's headers and its log. RFC 9110, 10.1.1, leaves it open.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
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

/** Ends connections with too many requests under way: their answers would all wait in memory for the first one. */
function limitPipelining(listener: RequestListener): RequestListener {
  const underway = new WeakMap<Socket, number>()
  return (request, response) => {
    const {socket} = request
    const count = (underway.get(socket) ?? 0) + 1
    // Requests of the same packet are still announced after the connection has ended.
    if (socket.destroyed || count > maxPipelined) return void socket.destroy()
    underway.set(socket, count)
    response.once('close', () => underway.set(socket, (underway.get(socket) ?? 1) - 1))
    listener(request, response)
  }
}
