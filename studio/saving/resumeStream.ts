import type {Reachability} from './Reachability.ts'

/** A stream that is not open after this time is asked for anew: the lake answers in milliseconds. */
const OPEN_LIMIT_MS = 10_000

type Controller = ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>

/**
 * Opens an event stream that goes on after its connection is lost: it is opened anew where it broke off, and only whole
 * events are handed on. The server says by `welcomeback` or `reset` what it has missed. A first answer that is no stream
 * is returned as it is, when it is the lake's own.
 */
export async function resumeStream(
  base: typeof fetch,
  reach: Reachability,
  url: URL,
  init: RequestInit = {},
  openLimitMs: number = OPEN_LIMIT_MS,
): Promise<Response> {
  const stopped = new AbortController()
  const signal = init.signal ? AbortSignal.any([init.signal, stopped.signal]) : stopped.signal
  const first = await open(init.headers, [401])
  if (!first.ok || !first.body) return first
  const {status, headers} = first
  const start = (controller: Controller) => void relay(first, controller)
  return new Response(new ReadableStream({start, cancel: () => stopped.abort()}), {status, headers})

  async function relay(opened: Response, controller: Controller): Promise<void> {
    const encoder = new TextEncoder()
    let lastEventId = ''
    try {
      for (let response = opened; response.ok && response.body; ) {
        for await (const events of wholeEvents(response.body, signal)) {
          lastEventId = [...events.matchAll(/^id: ?(.+)$/gm)].at(-1)?.[1] ?? lastEventId
          controller.enqueue(encoder.encode(events))
        }
        const resumed = new Headers(init.headers)
        if (lastEventId) resumed.set('Last-Event-ID', lastEventId)
        response = await open(resumed)
      }
      controller.close()
    } catch (error) {
      if (!stopped.signal.aborted) controller.error(error)
    }
  }

  /** A stream, or an answer of the lake that nothing will change, or one with a status that is asked for. */
  async function open(headers: HeadersInit | undefined, statuses: number[] = []): Promise<Response> {
    const channel = {}
    const request = {...init, signal, ...(headers && {headers})}
    try {
      for (let attempt = 0; ; attempt++) {
        signal.throwIfAborted()
        const response = await openWithin(openLimitMs, base, url, request).catch(() => undefined)
        if (response && (response.ok || statuses.includes(response.status))) return response
        const refusal = response && (await readRefusal(response))
        if (refusal) return refusal
        signal.throwIfAborted()
        reach.failed(channel, response?.status === 401 ? 'signedOut' : 'away')
        await reach.pause(attempt)
      }
    } finally {
      reach.worked(channel)
    }
  }
}

/** The response of a stream, whose own signal goes on to end it; rejects when there is none in time. */
async function openWithin(limitMs: number, base: typeof fetch, url: URL, init: RequestInit): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new TypeError('The stream was not opened in time')), limitMs)
  const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal
  return base(url.href, {...init, signal}).finally(() => clearTimeout(timer))
}

/** The lake's own refusal of a stream, in its words; undefined for what a proxy says in its place. */
async function readRefusal(response: Response): Promise<Response | undefined> {
  const {status, headers} = response
  const text = await response.text().catch(() => '')
  const isPassing = status === 401 || status === 408 || status === 425 || status === 429 || status >= 500
  return !isPassing && /^\s*\{.*"error"/s.test(text) ? new Response(text, {status, headers}) : undefined
}

/** The text of a stream in pieces that end with an event; what is cut off in the middle of one is left out. */
async function* wholeEvents(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<string> {
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
    // The connection was lost: the caller opens the next one.
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
