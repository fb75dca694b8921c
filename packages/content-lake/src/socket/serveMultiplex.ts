import type {IncomingMessage} from 'node:http'
import type {Hono} from 'hono'
import type {WebSocket} from 'ws'
import {type ClientFrame, EVENT_STREAM, type ServerFrame} from '../browser/protocol.ts'
import type {LakeEnv} from '../http/request.ts'
import {isRecord, parseJson} from '../json.ts'
import {sendText} from '../listen/eventStream.ts'

/** The Studio holds about six streams per open document; more than this is a malfunction. */
const MAX_STREAMS = 100
const PROTOCOL_ERROR = 1008
const INTERNAL_ERROR = 1011

/** Headers accepted from the page; the identity is that of the upgrade request. */
const FORWARDED_HEADERS = ['accept', 'authorization', 'last-event-id']

interface MultiplexTarget {
  app: Hono<LakeEnv>
  incoming: IncomingMessage
}

/** Runs each requested stream through the HTTP app, and sends its response as frames. */
export function serveMultiplex(socket: WebSocket, upgrade: Request, {app, incoming}: MultiplexTarget): void {
  const streams = new Map<number, AbortController>()

  socket.on('message', (data) => {
    const frame = parseClientFrame(String(data))
    if (!frame) return socket.close(PROTOCOL_ERROR, 'Not a frame of this protocol')
    if (frame.op === 'close') return streams.get(frame.id)?.abort()
    if (streams.has(frame.id)) return socket.close(PROTOCOL_ERROR, 'This id is in use')
    if (streams.size >= MAX_STREAMS) {
      send(socket, {id: frame.id, status: 429, headers: {}})
      return send(socket, {id: frame.id, end: true})
    }
    const abort = new AbortController()
    streams.set(frame.id, abort)
    const request = streamRequest(upgrade, frame.url, frame.headers)
    relay(socket, frame.id, async () => app.fetch(request, {incoming}), abort.signal)
      .catch(() => socket.close(INTERNAL_ERROR, 'The stream failed'))
      .finally(() => streams.delete(frame.id))
  })
  socket.on('close', () => {
    for (const stream of streams.values()) stream.abort()
  })
}

function streamRequest(upgrade: Request, path: string, frameHeaders: Record<string, string>): Request {
  const headers = new Headers(upgrade.headers)
  for (const name of FORWARDED_HEADERS) {
    const value = frameHeaders[name]
    if (value !== undefined) headers.set(name, value)
  }
  return new Request(new URL(path, upgrade.url), {headers})
}

async function relay(
  socket: WebSocket,
  id: number,
  answer: () => Promise<Response>,
  signal: AbortSignal,
): Promise<void> {
  const response = await answer()
  const reader = response.body?.getReader()
  // An aborted stream cannot be cancelled.
  const stop = () => void reader?.cancel().catch(() => {})
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, {once: true})
  const headers = {'content-type': response.headers.get('content-type') ?? ''}
  send(socket, {id, status: response.status, headers})
  try {
    for (;;) {
      const piece = await reader?.read()
      if (!piece || piece.done) break
      sendText(socket, `{"id":${id},"c":${JSON.stringify(decoder.decode(piece.value))}}`)
    }
  } catch {
    // The stream exceeded its buffer and was aborted; the end frame makes the browser reconnect.
  }
  if (!signal.aborted) send(socket, {id, end: true})
}

const send = (socket: WebSocket, frame: ServerFrame): void => sendText(socket, JSON.stringify(frame))

const decoder = new TextDecoder()

/**
 * Path and query of an event stream; undefined for all else, which no limit of requests would count here. Judged as a URL
 * reads it: `/v1/data/listen/../query` is a query.
 */
function streamPath(address: string): string | undefined {
  const {pathname = '', search = ''} = (address.startsWith('/') && URL.parse(`http://lake${address}`)) || {}
  return EVENT_STREAM.test(pathname) ? pathname + search : undefined
}

/** Parses a frame; undefined if it is none of the protocol's. */
function parseClientFrame(text: string): ClientFrame | undefined {
  const frame = parseJson(text)
  if (!isRecord(frame) || typeof frame.id !== 'number') return undefined
  const {op, id, url} = frame
  if (op === 'close') return {op, id}
  const path = typeof url === 'string' ? streamPath(url) : undefined
  return op === 'open' && path !== undefined ? {op, id, url: path, headers: headersOf(frame.headers)} : undefined
}

/** Invalid header values would make `Request` throw. */
function headersOf(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {}
  const isHeader = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === 'string' && /^[\t\x20-\x7e]*$/.test(entry[1])
  return Object.fromEntries(Object.entries(value).filter(isHeader))
}
