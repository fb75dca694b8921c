/** Compression of responses: shared ones once for all visitors, everything else as a stream. */
import {hash} from 'node:crypto'
import type {IncomingMessage, ServerResponse} from 'node:http'
import {promisify} from 'node:util'
import {brotliCompress, constants, gzip} from 'node:zlib'
import compression from 'compression'
import {LRUCache} from 'lru-cache'
import Negotiator from 'negotiator'

/** Compresses a response as it is streamed, Brotli before gzip. Event streams stay as they are: they must not be buffered. */
export const compressStream = compression({
  // About 2 ms for a page; the highest level, meant for static files, takes a hundred times as long.
  brotli: {params: {[constants.BROTLI_PARAM_QUALITY]: 5}},
  filter: (request, response) =>
    !String(response.getHeader('content-type')).startsWith('text/event-stream') &&
    compression.filter(request, response),
})

/** 1.5 ms for a page. Level 9 takes 14 ms for two per cent less, and the first visitor after a publish would wait for it. */
const quality = {params: {[constants.BROTLI_PARAM_QUALITY]: 6}}

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, quality),
  gzip: (body: Buffer) => promisify(gzip)(body),
}

type Encoding = keyof typeof compressors

const encodings = Object.keys(compressors)
const isEncoding = (name: string | undefined): name is Encoding => name !== undefined && name in compressors

/** Compressed bodies by encoding and content hash. In bytes: room for every page of the site some ten times over. */
const cache = new LRUCache<string, Buffer, {encoding: Encoding; body: Buffer}>({
  maxSize: 32 * 2 ** 20,
  sizeCalculation: ({byteLength}) => byteLength,
  fetchMethod: (_key, _stale, {context: {encoding, body}}) => compressors[encoding](body),
})

/** In bytes; smaller bodies gain nothing. */
const threshold = 1024

/**
 * Compresses a whole body that many visitors get, once for all of them: one that may be cached and that is sent in one
 * piece, as pages and their data are. Sets the headers and resolves with the compressed body; undefined for any other
 * response. Keyed by content, so a changed page is compressed anew whatever its address and ETag.
 */
export function compressShared(
  request: IncomingMessage,
  response: ServerResponse,
  chunk: unknown,
): Promise<Buffer> | undefined {
  const encoding = new Negotiator(request).encoding(encodings, {preferred: encodings})
  if (request.method !== 'GET' || !isEncoding(encoding)) return undefined
  const body = bufferOf(chunk)
  if (!body || body.byteLength < threshold || !isShared(request, response)) return undefined
  return cache.forceFetch(`${encoding} ${hash('sha256', body)}`, {context: {encoding, body}}).then((compressed) => {
    response.setHeader('Content-Encoding', encoding)
    response.setHeader('Content-Length', compressed.byteLength)
    return compressed
  })
}

/**
 * Removes the length of an answer to HEAD where GET would be compressed. RFC 9110, 8.6: it may name no other length than
 * that of GET, by which a cache drops its copy.
 */
export function dropLengthOfHead(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'HEAD' || !compression.filter(request, response)) return
  const encoding = new Negotiator(request).encoding([...encodings, 'deflate', 'identity'], {preferred: encodings})
  if (encoding !== undefined && encoding !== 'identity') response.removeHeader('Content-Length')
}

function bufferOf(chunk: unknown): Buffer | undefined {
  if (typeof chunk === 'string') return Buffer.from(chunk)
  return chunk instanceof Uint8Array ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : undefined
}

/** Whether a response is the same for everyone and worth compressing. */
function isShared(request: IncomingMessage, response: ServerResponse): boolean {
  if (response.headersSent || response.statusCode !== 200 || response.hasHeader('content-encoding')) return false
  const control = String(response.getHeader('cache-control') ?? '')
  if (!/s-maxage|public/.test(control) || /private|no-store|no-transform/.test(control)) return false
  return compression.filter(request, response)
}
