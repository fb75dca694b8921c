import {type ClientFrame, EVENT_STREAM, type ServerFrame, UNAUTHORIZED_CLOSE} from './protocol.ts'

/**
 * A `fetch` that multiplexes all event streams of a tab over one WebSocket. A browser opens six HTTP/1.1 connections
 * per host, and the Studio holds about six streams per open document: without this, a second tab would hang. Pass it to
 * the client as `createClient({…, resolveFetch: () => lakeFetch})`, with `const lakeFetch =
 * multiplexFetch('http://localhost:3333')`. Create one per tab: each call opens a socket of its own, lazily.
 */
export function multiplexFetch(lakeUrl: string): typeof fetch {
  const origin = new URL(lakeUrl).origin
  const open = streamOpener(`${origin.replace(/^http/, 'ws')}/v1/multiplex`)
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, origin)
    if (url.origin !== origin || !EVENT_STREAM.test(url.pathname)) return fetch(input, init)
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    return open(url.pathname + url.search, Object.fromEntries(headers), signal)
  }
}

/** The lake sends a heartbeat on every stream each 15 s: after this silence the connection counts as lost. */
const SILENCE_LIMIT_MS = 45_000

/**
 * Returns a function that opens an event stream, and settles like `fetch`, once the lake has answered with a status. One
 * WebSocket multiplexes all of them: it opens with the first stream and closes with the last. When it is lost, every stream
 * ends, and their event sources reconnect over a new one.
 */
function streamOpener(socketUrl: string) {
  const streams = new Map<number, RemoteStream>()
  let current: WebSocket | undefined
  /** Frames queued until the socket is open. */
  let waiting: string[] = []
  let lastId = 0
  let lastFrameAt = 0
  let watch: ReturnType<typeof setInterval> | undefined

  function connect(): WebSocket {
    // One that is closing carries nothing any more, and may take minutes to say that it has closed.
    if (current && current.readyState > WebSocket.OPEN) drop(current)
    if (current) return current
    const socket = new WebSocket(socketUrl)
    current = socket
    lastFrameAt = Date.now()
    watch = setInterval(() => {
      // By the time of day, which goes on while a laptop sleeps. It may also be set back.
      if (Math.abs(Date.now() - lastFrameAt) > SILENCE_LIMIT_MS) drop(socket)
    }, SILENCE_LIMIT_MS / 3)
    waiting = []
    socket.addEventListener('open', () => {
      if (socket !== current) return
      if (streams.size === 0) return drop(socket)
      for (const text of waiting.splice(0)) socket.send(text)
    })
    socket.addEventListener('message', (event: MessageEvent<string>) => {
      if (socket === current) receive(JSON.parse(event.data))
    })
    socket.addEventListener('close', (event) => drop(socket, event.code))
    return socket
  }

  function send(socket: WebSocket, frame: ClientFrame): void {
    const text = JSON.stringify(frame)
    if (socket.readyState === WebSocket.OPEN) socket.send(text)
    else waiting.push(text)
  }

  function receive(frame: ServerFrame): void {
    lastFrameAt = Date.now()
    const stream = streams.get(frame.id)
    if (!stream) return
    if ('status' in frame) stream.begin(frame.status, frame.headers)
    else if ('c' in frame) stream.push(frame.c)
    else {
      streams.delete(frame.id)
      stream.end()
      closeWhenIdle()
    }
  }

  function release(id: number, stream: RemoteStream): void {
    if (streams.get(id) !== stream || !current) return
    streams.delete(id)
    send(current, {op: 'close', id})
    closeWhenIdle()
  }

  /** A socket in its handshake is kept for the next stream: closing it then logs an error in the browser's console. */
  function closeWhenIdle(): void {
    if (streams.size === 0 && current && current.readyState !== WebSocket.CONNECTING) drop(current)
  }

  /**
   * Ends all streams of a lost socket, so that their readers reconnect. Closes it even during its handshake: a browser makes
   * one at a time with a host, and gives one that stands still four minutes, in which all later sockets would wait.
   */
  function drop(socket: WebSocket, code?: number): void {
    if (socket !== current) return
    clearInterval(watch)
    current = undefined
    const lost = [...streams.values()]
    streams.clear()
    for (const stream of lost) stream.lose(code === UNAUTHORIZED_CLOSE)
    socket.close()
  }

  return (url: string, headers: Record<string, string>, signal?: AbortSignal | null): Promise<Response> => {
    if (signal?.aborted) return Promise.reject(signal.reason)
    lastId += 1
    const id = lastId
    let socket: WebSocket
    try {
      socket = connect()
    } catch (error) {
      // As `fetch`, which never throws: the page may not open sockets.
      return Promise.reject(new TypeError('The connection to the content lake was refused', {cause: error}))
    }
    const stream: RemoteStream = remoteStream(() => release(id, stream), signal)
    streams.set(id, stream)
    send(socket, {op: 'open', id, url, headers})
    return stream.response
  }
}

const encoder = new TextEncoder()

type RemoteStream = ReturnType<typeof remoteStream>

/**
 * One event stream on the shared socket, as the `Response` of a `fetch`. `release` is called when the reader cancels or
 * aborts.
 */
function remoteStream(release: () => void, signal?: AbortSignal | null) {
  const {promise: response, resolve, reject} = Promise.withResolvers<Response>()
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  let begun = false
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(started) {
      controller = started
    },
    cancel() {
      detach()
      release()
    },
  })
  signal?.addEventListener('abort', abort, {once: true})

  function begin(status: number, headers: Record<string, string>): void {
    begun = true
    resolve(new Response(body, {status, headers}))
  }

  function end(): void {
    controller?.close()
    detach()
  }

  function abort(): void {
    const reason: unknown = signal?.reason
    controller?.error(reason)
    detach()
    reject(reason)
    release()
  }

  function detach(): void {
    controller = undefined
    signal?.removeEventListener('abort', abort)
  }

  return {
    response,
    begin,
    end,
    push: (text: string): void => controller?.enqueue(encoder.encode(text)),
    /** The socket was lost. Event sources reconnect after the end of a body and after a network error. */
    lose(unauthorized: boolean): void {
      if (!begun && unauthorized) begin(401, {'content-type': 'text/plain'})
      if (begun) end()
      else {
        detach()
        reject(new TypeError('The connection to the content lake failed'))
      }
    },
  }
}
