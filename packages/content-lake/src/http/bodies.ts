import {createReadStream} from 'node:fs'
import type {Context} from 'hono'
import {UNCOUNTED_ANSWER} from '../access/ConcurrencyLimits.ts'
import {badRequest, messageOf, sizeText} from '../errors.ts'
import {decodeUtf8, isNestedDeeper, isRecord, MAX_NESTING} from '../json.ts'
import type {Lake} from '../Lake.ts'
import type {JsonObject, JsonValue} from '../types.ts'
import {type LakeEnv, onAnswerEnd, payerOf} from './request.ts'

/** Reads a body as text. Throws 400 if it is no UTF-8, which would otherwise be stored with replacement characters. */
export async function bodyText(c: Context<LakeEnv>): Promise<string> {
  const bytes = await c.req.arrayBuffer()
  try {
    return decodeUtf8(bytes)
  } catch {
    throw badRequest('The request body is not in UTF-8')
  }
}

/** Reads a JSON object. Refuses a body of more than `most` characters unparsed. Throws 400. */
export async function jsonBody(c: Context<LakeEnv>, most = Number.POSITIVE_INFINITY): Promise<JsonObject> {
  const text = await bodyText(c)
  if (text.length > most) throw badRequest(`The request body is larger than ${sizeText(most)}`)
  const body = readJson(text, 'The request body')
  if (!isRecord(body)) throw badRequest('The request body has to be a JSON object')
  return body
}

/**
 * Reads the query's `$name` parameters, each a JSON value. Throws 400. `undefined`, which `@sanity/client` up to version 6 sends
 * for a parameter without a value, counts as not given.
 */
export function queryParameters(parameters: Iterable<[name: string, value: string]>): Record<string, JsonValue> {
  const given = Array.from(parameters).filter(([name, value]) => name.startsWith('$') && value !== 'undefined')
  // Assignment would interpret `__proto__`.
  return Object.fromEntries(given.map(([name, value]) => [name.slice(1), readJson(value, `The parameter ${name}`)]))
}

/** Reads a parameter that is `true` or `false`, or `fallback` without a value. Throws 400 for any other. */
export function readFlag(name: string, value: JsonValue | undefined, fallback = false): boolean {
  if (value === undefined || value === null) return fallback
  if (value === false || value === 'false') return false
  if (value === true || value === 'true') return true
  throw badRequest(`"${name}" has to be true or false, not ${JSON.stringify(value)}`)
}

/** Reads a parameter that is one of a few words; undefined without a value. Throws 400 for any other, which nobody would notice. */
export function readChoice<Choice extends string>(
  name: string,
  value: string | null | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (!value) return undefined
  const choice = choices.find((known) => known === value)
  if (choice === undefined)
    throw badRequest(`"${name}" has to be ${choices.join(' or ')}, not ${JSON.stringify(value)}`)
  return choice
}

/** Parses a client's JSON. Throws 400 with the name of the part that is invalid or nested too deeply. */
function readJson(text: string, name: string): JsonValue {
  if (isNestedDeeper(text, MAX_NESTING)) throw badRequest(`${name} is nested too deeply`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(`${name} is not JSON: ${messageOf(error)}`)
  }
}

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
    onAnswerEnd(outgoing, answers.take(...payerOf(c), length - UNCOUNTED_ANSWER))
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

/**
 * Parses a `Range` header with one range, as media players send it: undefined for the whole file, which is the answer to all
 * other forms, too, and `unsatisfiable` if nothing of the file is in it, which is a 416.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (!first && !last)) return undefined
  if (first && last && Number(last) < Number(first)) return undefined
  const start = first ? Number(first) : Math.max(0, size - Number(last))
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1
  return start <= end ? {start, end} : 'unsatisfiable'
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
