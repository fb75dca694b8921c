import {createReadStream} from 'node:fs'
import type {Context} from 'hono'
import {UNCOUNTED_ANSWER} from '../access/ConcurrencyLimits.ts'
import {messageOf} from '../errors.ts'
import type {Lake} from '../Lake.ts'
import type {LakeEnv} from './connection.ts'
import {payerOf} from './identify.ts'

/** Answers with a body that may be long, counted until the client has it or is gone. Throws 429 or 503 for too many. */
export function answerWhole(
  c: Context<LakeEnv>,
  {answers}: Pick<Lake, 'answers'>,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {'content-type': 'application/json'},
): Response {
  const length = Buffer.byteLength(body)
  const {outgoing} = c.env ?? {}
  if (outgoing && length > UNCOUNTED_ANSWER) {
    outgoing.once('close', answers.take(...payerOf(c), length - UNCOUNTED_ANSWER))
  }
  // By the length `compress` leaves out bodies that are too short to be worth it.
  return c.body(body, 200, {...headers, 'content-length': String(length)})
}

/**
 * A response body with backpressure. An error goes to the log and ends the connection: the status has been sent, and Hono's
 * server would print the error of a body with its stack.
 */
export function streamBody(
  c: Context<LakeEnv>,
  {log}: Pick<Lake, 'log'>,
  source: AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  let isCancelled = false
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const {done, value} = await chunks.next()
        // As after a HEAD request, while its first chunk was being read: to write to the stream would be an error.
        if (isCancelled) return
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        if (isCancelled) return
        const {method, path} = c.req
        log.problem(`${method} ${path} was cut off: ${messageOf(error)}`, {id: c.get('requestId')})
        c.env?.outgoing?.destroy()
        controller.close()
      }
    },
    async cancel() {
      isCancelled = true
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

/** Reads a file, or a part of it, for `streamBody`. Opens it when the first chunk is asked for. */
export async function* chunksOf(file: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file, range)
}

/** Returns whether `If-None-Match` names this version, so that a 304 is enough. */
export function isUnmodified(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes('*') || known.includes(etag)
}
