/** The published types require Express; the middleware itself runs on Node's own requests. */
declare module 'compression' {
  import type {IncomingMessage, ServerResponse} from 'node:http'
  import type {BrotliOptions} from 'node:zlib'

  interface CompressionOptions {
    brotli?: BrotliOptions
    filter?: (request: IncomingMessage, response: ServerResponse) => boolean
  }

  type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

  function compression(options?: CompressionOptions): Middleware
  namespace compression {
    function filter(request: IncomingMessage, response: ServerResponse): boolean
  }
  export default compression
}

/** The package has no types of its own. */
declare module 'negotiator' {
  import type {IncomingMessage} from 'node:http'

  export default class Negotiator {
    constructor(request: Pick<IncomingMessage, 'headers'>)
    /** The accepted content coding of highest quality among the available; `preferred` breaks ties. */
    encoding(available: string[], options?: {preferred: string[]}): string | undefined
    /** All accepted languages, by quality. */
    languages(): string[]
  }
}
