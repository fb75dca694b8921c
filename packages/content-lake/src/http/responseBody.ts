import {createReadStream} from 'node:fs'

export function streamBody(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const {done, value} = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}

interface ByteRange {
  start: number
  end: number
}

/** Parses a `Range` header with one range, as media players send it; undefined for the whole file. */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (!first && !last)) return undefined
  const start = first ? Number(first) : Math.max(0, size - Number(last))
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1
  return start <= end ? {start, end} : undefined
}

/** A file as a response body with backpressure. */
export function fileBody(file: string, range?: ByteRange): ReadableStream<Uint8Array> {
  return streamBody(createReadStream(file, range))
}

/** Returns whether `If-None-Match` names this version, so that a 304 is enough. */
export function isUnmodified(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes('*') || known.includes(etag)
}
