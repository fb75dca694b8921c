import {MultiplexConnection} from './MultiplexConnection.ts'

/** Long-lived event streams; any other request is sent as usual. */
const EVENT_STREAM = /\/v[^/]+\/(?:data\/(?:listen|live)\/|projects\/[^/]+\/datasets\/[^/]+\/(?:listen$|live\/))/

/**
 * A `fetch` that multiplexes all event streams of a tab over one WebSocket. A browser opens six HTTP/1.1 connections
 * per host, and the Studio holds about six streams per open document: without this, a second tab would hang. Pass it to
 * the client as `createClient({…, resolveFetch: () => lakeFetch})`, with `const lakeFetch =
 * multiplexFetch('http://localhost:3333')`. Create one per tab: each call opens a socket of its own, lazily.
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
