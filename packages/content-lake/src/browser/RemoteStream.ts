/** One event stream that arrives over the shared socket, presented as the `Response` that `fetch` would give. */
export class RemoteStream {
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

  /** The socket is gone. An event source reconnects after the end of a body, and after a network error. */
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
