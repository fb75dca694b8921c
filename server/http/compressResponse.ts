import {constants} from 'node:zlib'
import compression from 'compression'

/**
 * Compresses answers as the browser allows, Brotli before gzip. Event streams are left alone: a compressor would hold
 * back what the preview waits for.
 */
export const compressResponse = compression({
  // About 2 ms for a page; the highest level, meant for files compressed once, takes a hundred times as long.
  brotli: {params: {[constants.BROTLI_PARAM_QUALITY]: 5}},
  filter: (request, response) =>
    !String(response.getHeader('content-type')).startsWith('text/event-stream') &&
    compression.filter(request, response),
})
