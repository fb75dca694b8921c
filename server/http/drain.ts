import type {Server as HttpServer} from 'node:http'
import {Server} from 'node:net'

interface DrainLimits {
  /** Milliseconds in which clients may still use the connections that they keep open. */
  idle: number
  /** Milliseconds after which what is still open, such as a stream, is cut off. */
  cutOff: number
}

/** How often connections are looked at that have become idle since, in milliseconds. */
const interval = 100

/**
 * Stops listening and resolves once all connections have ended. A kept connection is not closed at once: its client may
 * be sending a request on it this moment, which would fail. The next response asks the client to close it instead.
 */
export function drain(server: HttpServer, {idle, cutOff}: DrainLimits): Promise<void> {
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'))
  return new Promise((resolve) => {
    let closing: NodeJS.Timeout | undefined
    const grace = setTimeout(() => {
      server.closeIdleConnections()
      closing = setInterval(() => server.closeIdleConnections(), interval)
    }, idle)
    const end = setTimeout(() => server.closeAllConnections(), cutOff)
    // Not the HTTP server's own `close`, which closes kept connections at once.
    Server.prototype.close.call(server, () => {
      clearTimeout(grace)
      clearInterval(closing)
      clearTimeout(end)
      resolve()
    })
  })
}
