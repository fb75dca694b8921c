/** The published types ask for Express; the middleware itself runs on Node's own requests. */
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
