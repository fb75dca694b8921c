import {hash} from 'node:crypto'
import type {IncomingMessage, ServerResponse} from 'node:http'
import {promisify} from 'node:util'
import {brotliCompress, constants, gzip} from 'node:zlib'
import compression from 'compression'
import {LRUCache} from 'lru-cache'
import Negotiator from 'negotiator'

/** 1.5 ms for a page. Level 9 takes 14 ms for two per cent less, which the first visitor after a publish would wait for. */
const quality = {params: {[constants.BROTLI_PARAM_QUALITY]: 6}}

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, quality),
  gzip: (body: Buffer) => promisify(gzip)(body),
}

type Encoding = keyof typeof compressors

const encodings = Object.keys(compressors)
const isEncoding = (name: string | undefined): name is Encoding => name !== undefined && name in compressors

/** Compressed answers by encoding and content. In bytes: room for every page of the site some ten times over. */
const kept = new LRUCache<string, Buffer, {encoding: Encoding; body: Buffer}>({
  maxSize: 32 * 2 ** 20,
  sizeCalculation: ({byteLength}) => byteLength,
  fetchMethod: (_key, _stale, {context: {encoding, body}}) => compressors[encoding](body),
})

/** Smaller answers gain nothing. */
const threshold = 1024

/**
 * Compresses an answer that many will get only once: one that may be cached and that comes in one piece, as pages and
 * their data do. All others are left as they are. It goes by the content, so a page that changes is another one, whatever
 * its address and tag.
 */
export function compressOnce(request: IncomingMessage, response: ServerResponse): void {
  const encoding = new Negotiator(request).encoding(encodings, {preferred: encodings})
  if (request.method !== 'GET' || !isEncoding(encoding)) return
  const {write, end} = response
  let isStreamed = false
  response.write = (...args: unknown[]) => {
    isStreamed = true
    return Reflect.apply(write, response, args)
  }
  response.end = (...args: unknown[]) => {
    const body = bodyOf(args[0])
    if (isStreamed || !body || body.byteLength < threshold || !isShared(request, response))
      return Reflect.apply(end, response, args)
    const send = (compressed: Buffer) => {
      response.setHeader('Content-Encoding', encoding)
      response.setHeader('Content-Length', compressed.byteLength)
      Reflect.apply(end, response, [compressed, ...args.slice(1).filter((argument) => typeof argument === 'function')])
    }
    kept
      .forceFetch(`${encoding} ${hash('sha256', body)}`, {context: {encoding, body}})
      .then(send, () => Reflect.apply(end, response, args))
    return response
  }
}

function bodyOf(chunk: unknown): Buffer | undefined {
  if (typeof chunk === 'string') return Buffer.from(chunk)
  return chunk instanceof Uint8Array ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : undefined
}

/** True for an answer that is the same for everyone, and worth compressing. */
function isShared(request: IncomingMessage, response: ServerResponse): boolean {
  if (response.headersSent || response.statusCode !== 200 || response.hasHeader('content-encoding')) return false
  const control = String(response.getHeader('cache-control') ?? '')
  if (!/s-maxage|public/.test(control) || /private|no-store|no-transform/.test(control)) return false
  return compression.filter(request, response)
}
