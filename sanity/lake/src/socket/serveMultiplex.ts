import type {Hono} from 'hono'
import type {WebSocket} from 'ws'
import type {ServerFrame} from '../browser/protocol.ts'
import type {LakeEnv} from '../types.ts'
import {parseClientFrame} from './parseClientFrame.ts'

/** The Studio holds about six streams for each open document; a tab with more than this has lost its way. */
const MAX_STREAMS = 100
const PROTOCOL_ERROR = 1008
const INTERNAL_ERROR = 1011

/** What a page may say of a stream; who asks is known from the request that opened the socket. */
const FORWARDED_HEADERS = ['accept', 'authorization', 'last-event-id']

/** Runs each stream that a tab asks for through the HTTP app, and sends what it answers as frames. */
export function serveMultiplex(socket: WebSocket, upgrade: Request, app: Hono<LakeEnv>): void {
  const streams = new Map<number, AbortController>()

  socket.on('message', (data) => {
    const frame = parseClientFrame(String(data))
    if (!frame) return socket.close(PROTOCOL_ERROR, 'Not a frame of this protocol')
    if (frame.op === 'close') return streams.get(frame.id)?.abort()
    if (streams.has(frame.id)) return socket.close(PROTOCOL_ERROR, 'This id is in use')
    if (streams.size >= MAX_STREAMS) {
      void send(socket, {id: frame.id, status: 429, headers: {}}).then(() => send(socket, {id: frame.id, end: true}))
      return
    }
    const abort = new AbortController()
    streams.set(frame.id, abort)
    const request = streamRequest(upgrade, frame.url, frame.headers)
    relay(socket, frame.id, app, request, abort.signal)
      .catch(() => socket.close(INTERNAL_ERROR, 'The stream failed'))
      .finally(() => streams.delete(frame.id))
  })
  socket.on('close', () => {
    for (const stream of streams.values()) stream.abort()
  })
}

function streamRequest(upgrade: Request, path: string, asked: Record<string, string>): Request {
  const headers = new Headers(upgrade.headers)
  for (const name of FORWARDED_HEADERS) {
    const value = asked[name]
    if (value !== undefined) headers.set(name, value)
  }
  return new Request(new URL(path, upgrade.url), {headers})
}

async function relay(
  socket: WebSocket,
  id: number,
  app: Hono<LakeEnv>,
  request: Request,
  signal: AbortSignal,
): Promise<void> {
  const response = await app.fetch(request)
  const reader = response.body?.getReader()
  const stop = () => void reader?.cancel()
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, {once: true})
  await send(socket, {
    id,
    status: response.status,
    headers: {'content-type': response.headers.get('content-type') ?? ''},
  })
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const piece = await reader?.read()
      if (!piece || piece.done) break
      // Waiting for the socket leaves the rest in the stream's own queue, which has a limit.
      await send(socket, {id, c: decoder.decode(piece.value, {stream: true})})
    }
  } catch {
    // The stream was cut off because this reader was too slow; its end tells the browser to reconnect.
  }
  if (!signal.aborted) await send(socket, {id, end: true})
}

/** Settles when the frame has left for the network, or the socket is gone. */
function send(socket: WebSocket, frame: ServerFrame): Promise<void> {
  const {promise, resolve} = Promise.withResolvers<void>()
  socket.send(JSON.stringify(frame), () => resolve())
  return promise
}
