import type {ConnectionStatus} from './ConnectionStatus.ts'

/** A stream that ends sooner counts as a failed attempt. */
const BRIEF_MS = 1000

/** How requests reach the content lake. */
export interface Transport {
  base: typeof fetch
  connection: ConnectionStatus
  /** Timeout of an attempt, in milliseconds. */
  attemptLimitMs: number
}

type Controller = ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>

/**
 * Opens an event stream that reconnects with `Last-Event-ID` after a break, and emits only complete events. The server
 * reports missed events by `welcomeback` or `reset`. Returns the lake's own refusal of the first request unchanged.
 */
export async function resumeStream(
  {base, connection, attemptLimitMs}: Transport,
  url: URL,
  init: RequestInit = {},
): Promise<Response> {
  const stopped = new AbortController()
  const signal = init.signal ? AbortSignal.any([init.signal, stopped.signal]) : stopped.signal
  const first = await open(init.headers)
  if (!first.ok || !first.body) return first
  const {status, headers} = first
  const start = (controller: Controller) => void pump(first, controller)
  return new Response(new ReadableStream({start, cancel: () => stopped.abort()}), {status, headers})

  async function pump(opened: Response, controller: Controller): Promise<void> {
    const encoder = new TextEncoder()
    let lastEventId = ''
    let brief = 0
    try {
      for (let response = opened; response.ok && response.body; ) {
        const openedAt = performance.now()
        for await (const events of completeEvents(response.body, signal)) {
          lastEventId = [...events.matchAll(/^id: ?(.+)$/gm)].at(-1)?.[1] ?? lastEventId
          controller.enqueue(encoder.encode(events))
        }
        // Backs off if streams end as soon as they are open, as behind some proxies: they would be requested without a
        // pause.
        brief = performance.now() - openedAt < BRIEF_MS ? brief + 1 : 0
        if (brief > 1) await connection.backOff(brief)
        const resumed = new Headers(init.headers)
        if (lastEventId) resumed.set('Last-Event-ID', lastEventId)
        response = await open(resumed)
        connection.recheckPerson()
      }
      controller.close()
    } catch (error) {
      if (!stopped.signal.aborted) controller.error(error)
    }
  }

  /** Retries until there is a stream, or a final refusal of the lake. */
  async function open(headers: HeadersInit | undefined): Promise<Response> {
    const channel = {}
    const request = {...init, signal, ...(headers && {headers})}
    try {
      for (let attempt = 0; ; attempt++) {
        signal.throwIfAborted()
        const response = await openWithin(attemptLimitMs, base, url, request).catch(() => undefined)
        if (response?.ok) return response
        const refusal = response && (await readRefusal(response))
        if (refusal) return refusal
        signal.throwIfAborted()
        connection.reportFailure(channel, response?.status === 401 ? 'signedOut' : 'away')
        await connection.backOff(attempt)
      }
    } finally {
      connection.reportSuccess(channel)
    }
  }
}

/** Sends a request; rejects if there is no status in time. The signal of `init` still aborts the body afterwards. */
export async function openWithin(
  limitMs: number,
  base: typeof fetch,
  url: URL,
  init: RequestInit = {},
): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new TypeError('There was no answer in time')), limitMs)
  const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal
  return base(url.href, {...init, signal}).finally(() => clearTimeout(timer))
}

/** Returns the lake's own final refusal; undefined for transient errors and a proxy's answers. */
async function readRefusal(response: Response): Promise<Response | undefined> {
  const {status, headers} = response
  const text = await response.text().catch(() => '')
  const isTransient = status === 401 || status === 408 || status === 425 || status === 429 || status >= 500
  return !isTransient && /^\s*\{.*"error"/s.test(text) ? new Response(text, {status, headers}) : undefined
}

/** Yields the text of a stream in chunks of complete events. Discards an incomplete last event. */
async function* completeEvents(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<string> {
  const reader = body.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, {once: true})
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const {done, value} = await reader.read()
      if (done) return
      rest += decoder.decode(value, {stream: true})
      const end = rest.lastIndexOf('\n\n') + 2
      if (end < 2) continue
      yield rest.slice(0, end)
      rest = rest.slice(end)
    }
  } catch {
    // Connection lost: the caller reconnects.
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Sends a request and reads its answer whole; rejects if there is no status in time, or nothing more of the body for as long. */
export async function readWithin(
  limitMs: number,
  base: typeof fetch,
  url: URL,
  init: RequestInit = {},
): Promise<Response> {
  const silent = new AbortController()
  const signal = init.signal ? AbortSignal.any([init.signal, silent.signal]) : silent.signal
  const response = await openWithin(limitMs, base, url, {...init, signal})
  if (!response.body) return response
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(new TypeError('The answer broke off')), limitMs)
  }
  const watch = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    start: wait,
    transform(chunk, controller) {
      wait()
      controller.enqueue(chunk)
    },
  })
  try {
    return new Response(await new Response(response.body.pipeThrough(watch, {signal})).blob(), response)
  } finally {
    clearTimeout(timer)
  }
}
