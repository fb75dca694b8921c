import type {Server} from 'node:http'

/** How long an answer may still take after the signal, in milliseconds; `npm start` ends the process after ten seconds. */
const limit = 8_000

/** How long `close` may take: what is left then, such as the verification of pages, is caught up at the next start. */
const closeLimit = 1_000

/**
 * Ends the process on SIGTERM or SIGINT as a load balancer expects it: no new connection is taken, answers under way
 * are finished, then `close` runs, for a second at most, and the process ends. Streams that never end are cut off after
 * eight seconds.
 */
export function drainOnSignal(server: Server, close: () => Promise<void>): void {
  const drain = () => {
    const cutOff = setTimeout(() => server.closeAllConnections(), limit)
    server.close(async () => {
      clearTimeout(cutOff)
      setTimeout(() => process.exit(0), closeLimit)
      await close()
      process.exit(0)
    })
    server.closeIdleConnections()
  }
  process.once('SIGTERM', drain)
  process.once('SIGINT', drain)
}
