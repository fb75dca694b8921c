import {randomUUID} from 'node:crypto'

/** What may wait for one slow reader. Beyond it the stream is cut off; the client reconnects and fetches anew. */
export const MAX_WAITING_BYTES = 16 * 1024 * 1024

const HEARTBEAT_MS = 15_000
/** How long event sources wait before they reconnect; their own default is three seconds. */
const RETRY_MS = 1000

const encoder = new TextEncoder()

/** An answer in the format of server-sent events that stays open. */
export interface EventStream {
  readonly response: Response
  send(event: string, data: unknown, id?: string): void
  end(): void
}

interface EventStreamOptions {
  /** Called once, however the stream ends. */
  onEnd: () => void
  maxWaitingBytes?: number
}

export function eventStream({onEnd, maxWaitingBytes = MAX_WAITING_BYTES}: EventStreamOptions): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT_MS)
  heartbeat.unref()

  function finish(): void {
    if (!controller) return
    controller = undefined
    clearInterval(heartbeat)
    onEnd()
  }

  function write(text: string): void {
    if (!controller) return
    controller.enqueue(encoder.encode(text))
    if ((controller.desiredSize ?? 0) >= 0) return
    controller.error(new Error(`A reader fell more than ${maxWaitingBytes} bytes behind and was cut off`))
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
  write(`retry: ${RETRY_MS}\n\n`)

  return {
    response: new Response(body, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      },
    }),
    send: (event, data, id) => {
      if (controller) write(`event: ${event}\n${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`)
    },
    end: () => {
      controller?.close()
      finish()
    },
  }
}

/** A name for one connection, as `welcome` gives it. */
export const newListenerName = (): string => randomUUID()
