import {type ClientFrame, EVENT_STREAM, type ServerFrame, UNAUTHORIZED_CLOSE} from './protocol.ts'

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

/** The lake sends a heartbeat on every stream each 15 s: after this silence the connection counts as lost. */
const SILENCE_LIMIT_MS = 45_000

/**
 * One WebSocket that multiplexes many event streams. Opens with the first stream and closes with the last. When it is
 * lost, every stream ends, and their event sources reconnect over a new one.
 */
class MultiplexConnection {
  readonly #url: string
  readonly #streams = new Map<number, RemoteStream>()
  #socket: WebSocket | undefined
  /** Frames queued until the socket is open. */
  #waiting: string[] = []
  #lastId = 0
  #lastFrameAt = 0
  #watch: ReturnType<typeof setInterval> | undefined

  constructor(url: string) {
    this.#url = url
  }

  /** Opens a stream. Settles like `fetch`, once the lake has answered with a status. */
  open(url: string, headers: Record<string, string>, signal?: AbortSignal | null): Promise<Response> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    this.#lastId += 1
    const id = this.#lastId
    let socket: WebSocket
    try {
      socket = this.#connect()
    } catch (error) {
      // As `fetch`, which never throws: the page may not open sockets.
      return Promise.reject(new TypeError('The connection to the content lake was refused', {cause: error}))
    }
    const stream = new RemoteStream(() => this.#release(id, stream), signal)
    this.#streams.set(id, stream)
    this.#send(socket, {op: 'open', id, url, headers})
    return stream.response
  }

  #connect(): WebSocket {
    // One that is closing carries nothing any more, and may take minutes to say that it has closed.
    if (this.#socket && this.#socket.readyState > WebSocket.OPEN) this.#drop(this.#socket)
    if (this.#socket) return this.#socket
    const socket = new WebSocket(this.#url)
    this.#socket = socket
    this.#lastFrameAt = Date.now()
    this.#watch = setInterval(() => {
      // By the time of day, which goes on while a laptop sleeps. It may also be set back.
      if (Math.abs(Date.now() - this.#lastFrameAt) > SILENCE_LIMIT_MS) this.#drop(socket)
    }, SILENCE_LIMIT_MS / 3)
    this.#waiting = []
    socket.addEventListener('open', () => {
      if (socket !== this.#socket) return
      if (this.#streams.size === 0) return this.#drop(socket)
      for (const text of this.#waiting.splice(0)) socket.send(text)
    })
    socket.addEventListener('message', (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#receive(JSON.parse(event.data))
    })
    socket.addEventListener('close', (event) => this.#drop(socket, event.code))
    return socket
  }

  #send(socket: WebSocket, frame: ClientFrame): void {
    const text = JSON.stringify(frame)
    if (socket.readyState === WebSocket.OPEN) socket.send(text)
    else this.#waiting.push(text)
  }

  #receive(frame: ServerFrame): void {
    this.#lastFrameAt = Date.now()
    const stream = this.#streams.get(frame.id)
    if (!stream) return
    if ('status' in frame) stream.begin(frame.status, frame.headers)
    else if ('c' in frame) stream.push(frame.c)
    else this.#finish(frame.id, stream)
  }

  #finish(id: number, stream: RemoteStream): void {
    this.#streams.delete(id)
    stream.end()
    this.#closeWhenIdle()
  }

  #release(id: number, stream: RemoteStream): void {
    if (this.#streams.get(id) !== stream || !this.#socket) return
    this.#streams.delete(id)
    this.#send(this.#socket, {op: 'close', id})
    this.#closeWhenIdle()
  }

  /** A socket in its handshake is kept for the next stream: closing it then logs an error in the browser's console. */
  #closeWhenIdle(): void {
    if (this.#streams.size > 0 || !this.#socket) return
    if (this.#socket.readyState !== WebSocket.CONNECTING) this.#drop(this.#socket)
  }

  /**
   * Ends all streams of a lost socket, so that their readers reconnect. Closes it even during its handshake: a browser makes
   * one at a time with a host, and gives one that stands still four minutes, in which all later sockets would wait.
   */
  #drop(socket: WebSocket, code?: number): void {
    if (socket !== this.#socket) return
    clearInterval(this.#watch)
    this.#socket = undefined
    const streams = [...this.#streams.values()]
    this.#streams.clear()
    for (const stream of streams) stream.lose(code === UNAUTHORIZED_CLOSE)
    socket.close()
  }
}

/** One event stream on the shared socket, as the `Response` of a `fetch`. */
class RemoteStream {
  readonly response: Promise<Response>
  readonly #body: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly #encoder = new TextEncoder()
  readonly #settle = Promise.withResolvers<Response>()
  readonly #signal: AbortSignal | null | undefined
  readonly #release: () => void
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  #begun = false

  /** `release` is called when the reader cancels or aborts. */
  constructor(release: () => void, signal?: AbortSignal | null) {
    this.#release = release
    this.#signal = signal
    this.response = this.#settle.promise
    this.#body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller
      },
      cancel: () => {
        this.#detach()
        release()
      },
    })
    signal?.addEventListener('abort', this.#abort, {once: true})
  }

  begin(status: number, headers: Record<string, string>): void {
    this.#begun = true
    this.#settle.resolve(new Response(this.#body, {status, headers}))
  }

  push(text: string): void {
    this.#controller?.enqueue(this.#encoder.encode(text))
  }

  end(): void {
    this.#controller?.close()
    this.#detach()
  }

  /** The socket was lost. Event sources reconnect after the end of a body and after a network error. */
  lose(unauthorized: boolean): void {
    if (!this.#begun && unauthorized) this.begin(401, {'content-type': 'text/plain'})
    if (this.#begun) this.end()
    else {
      this.#detach()
      this.#settle.reject(new TypeError('The connection to the content lake failed'))
    }
  }

  #abort = (): void => {
    const reason: unknown = this.#signal?.reason
    this.#controller?.error(reason)
    this.#detach()
    this.#settle.reject(reason)
    this.#release()
  }

  #detach(): void {
    this.#controller = undefined
    this.#signal?.removeEventListener('abort', this.#abort)
  }
}
