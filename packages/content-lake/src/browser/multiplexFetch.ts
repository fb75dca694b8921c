import {MultiplexConnection} from './MultiplexConnection.ts'

/** The requests that stay open for as long as a document is: everything else goes out on its own. */
const EVENT_STREAM = /\/v[^/]+\/(?:data\/(?:listen|live)\/|projects\/[^/]+\/datasets\/[^/]+\/(?:listen$|live\/))/

/**
 * A `fetch` that sends all event streams of a browser tab through one WebSocket.
 *
 * A browser opens six HTTP/1.1 connections a host, and the Studio holds about six event streams for one open document:
 * without this, a second tab waits for ever. Use it as the client's transport:
 *
 * ```ts
 * createClient({…, resolveFetch: () => lakeFetch})   // with const lakeFetch = multiplexFetch('http://localhost:3333')
 * ```
 *
 * Make one for each tab and keep it: each call opens a socket of its own, when the first stream needs it.
 */
export function multiplexFetch(lakeUrl: string): typeof fetch {
  const origin = new URL(lakeUrl).origin
  const connection = new MultiplexConnection(`${origin.replace(/^http/, 'ws')}/v1/multiplex`)
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, origin)
    if (url.origin !== origin || !EVENT_STREAM.test(url.pathname)) return fetch(input, init)
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    return connection.open(url.pathname + url.search, Object.fromEntries(headers), signal)
  }
}
