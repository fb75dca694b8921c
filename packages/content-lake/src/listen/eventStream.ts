import type {ServerResponse} from 'node:http'
import type {Context} from 'hono'
import type {WebSocket} from 'ws'
import {sizeText} from '../errors.ts'
import type {LakeEnv} from '../http/request.ts'
import type {Lake} from '../Lake.ts'

/** Buffer limit per reader. Beyond it the stream is aborted; the client reconnects and refetches. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024

const HEARTBEAT_MS = 15_000
/** Reconnection delay of event sources, whose default is three seconds. */
const RETRY_MS = 1000

const encoder = new TextEncoder()
const COMMENT = encoder.encode(':\n\n')
const RETRY = encodeRetry(RETRY_MS)

export type EventStream = ReturnType<typeof eventStream>

/** `outgoing`: the response on a connection of its own, which ends for a reader that is too slow. */
export function eventStream(maxWaitingBytes: number = MAX_WAITING_BYTES, outgoing?: Pick<ServerResponse, 'destroy'>) {
  const endListeners: (() => void)[] = []
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const heartbeat = setInterval(() => write(COMMENT), HEARTBEAT_MS)
  heartbeat.unref()

  function finish(): void {
    if (!controller) return
    controller = undefined
    clearInterval(heartbeat)
    for (const listener of endListeners.splice(0)) listener()
  }

  function write(bytes: Uint8Array): void {
    if (!controller) return
    controller.enqueue(bytes)
    if ((controller.desiredSize ?? 0) >= 0) return
    // As if the client had left: the error of a body is printed by Hono's server, with a stack and past the log.
    if (outgoing) outgoing.destroy()
    else controller.error(new Error(`A reader fell more than ${sizeText(maxWaitingBytes)} behind and was cut off`))
    finish()
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(started) {
        controller = started
      },
      cancel: finish,
    },
    new ByteLengthQueuingStrategy({highWaterMark: maxWaitingBytes}),
  )
  write(RETRY)

  return {
    response: new Response(body, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      },
    }),
    send: (event: string, data: unknown, id?: string): void => {
      if (controller) write(encodeEvents([{event, data, ...(id && {id})}]))
    },
    /** Sends bytes of `encodeEvents`. */
    write,
    end: (): void => {
      controller?.close()
      finish()
    },
    /** Calls back once when the stream ends, immediately if it has ended. */
    onEnd: (listener: () => void): void => {
      if (controller) endListeners.push(listener)
      else listener()
    },
  }
}

/**
 * Serves an event stream that `begin` fills. It ends with the lake, with the session that it was opened in, and when
 * users or roles change. Throws 429 or 503 when there are too many.
 */
export function serveEvents(
  c: Context<LakeEnv>,
  lake: Pick<Lake, 'sessions' | 'streams' | 'users' | 'onClose'>,
  begin: (stream: EventStream) => void,
): Response {
  const release = lake.streams.take(c.get('identity'), c.get('connection').address)
  const stream = eventStream(MAX_WAITING_BYTES, c.env?.outgoing)
  const session = c.get('session')
  stream.onEnd(release)
  stream.onEnd(lake.onClose(stream.end))
  // The client reconnects, and its permissions are read again.
  stream.onEnd(lake.users.onChange(stream.end))
  if (session !== undefined) stream.onEnd(lake.sessions.onSessionEnd(session, stream.end))
  try {
    begin(stream)
  } catch (error) {
    stream.end()
    throw error
  }
  return stream.response
}

/** Encodes the delay after which an event source connects again, in milliseconds. */
export function encodeRetry(milliseconds: number): Uint8Array {
  return encoder.encode(`retry: ${milliseconds}\n\n`)
}

/** Encodes server-sent events; the bytes may be sent to many streams. */
export const encodeEvents = (events: readonly {event: string; data: unknown; id?: string}[]): Uint8Array =>
  encoder.encode(
    events
      .map(({event, data, id}) => `event: ${event}\n${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`)
      .join(''),
  )

/**
 * Sends a text, or ends the socket if more than `maxWaiting` bytes wait already: a tab that does not read loses its
 * streams, and reconnects when it resumes.
 */
export function sendText(socket: WebSocket, text: string, maxWaiting: number = MAX_WAITING_BYTES): void {
  if (socket.bufferedAmount > maxWaiting) socket.terminate()
  else socket.send(text)
}
