/** The log of this process: text for people, or one line of JSON for each message; and a line for each request. */
import {AsyncLocalStorage} from 'node:async_hooks'
import {randomBytes} from 'node:crypto'
import type {IncomingMessage, ServerResponse} from 'node:http'
import {formatWithOptions, stripVTControlCharacters} from 'node:util'
import type {SiteEnv} from '../lib/env.ts'
import {messageOf} from '../lib/messageOf.ts'
import {pathOf} from '../lib/urls.ts'

export type LogOptions = SiteEnv['log']

type Level = 'info' | 'warn' | 'error'

const levels = {debug: 'info', log: 'info', info: 'info', warn: 'warn', error: 'error'} as const

declare global {
  /** Global, because Next bundles this module into its instrumentation, too. */
  var siteRequestIds: AsyncLocalStorage<string> | undefined
}

/** Ids of the requests that are being answered, which their log entries name. */
globalThis.siteRequestIds ??= new AsyncLocalStorage<string>()
const requestIds = globalThis.siteRequestIds

/** The id of the request that is being answered; undefined outside of one. */
export function currentRequestId(): string | undefined {
  return requestIds.getStore()
}

/**
 * Lets the process go on without a log once whoever reads its output has ended, as `tee` may. Next would log that error, and so
 * cause it again, without end.
 */
export function outliveReader(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}

/**
 * Makes the console write JSON to the standard error output, one line a message, so that what Next and libraries say is
 * read like our own: `time`, `level`, `message`, and where they are known `id` (of the request) and `stack`.
 */
export function logAsJson(write: (line: string) => void = (line) => void process.stderr.write(line)): void {
  for (const [method, level] of Object.entries(levels)) {
    Object.assign(console, {[method]: (...args: unknown[]) => write(`${entryOf(level, args)}\n`)})
  }
}

function entryOf(level: Level, args: readonly unknown[]): string {
  const error = args.find((one) => one instanceof Error)
  const words = args.map((one) => (one instanceof Error ? wordsOf(one) : one))
  const message = stripVTControlCharacters(
    formatWithOptions({colors: false, breakLength: Number.POSITIVE_INFINITY}, ...words),
  )
  const id = currentRequestId()
  return JSON.stringify({time: new Date().toISOString(), level, message: message.trim(), id, stack: error?.stack})
}

/** An error's name and message with those of its causes: `fetch failed` says nothing. Nothing else of it, as that may be personal. */
function wordsOf(error: Error): string {
  const chain = new Set<Error>()
  for (let one: unknown = error; one instanceof Error && !chain.has(one); one = one.cause) chain.add(one)
  return [...chain].map((one) => `${one.name}: ${messageOf(one)}`).join(', caused by ')
}

/** Ids that are accepted from our own proxies; `cleanHeaders` has taken away all others. */
const wellFormedId = /^[\w.:-]{1,64}$/

/**
 * Answers a request under its id: the one that our proxy gave it (`X-Request-ID`), else a new one. Logs it when the response
 * has ended: method, path, status, milliseconds; neither what follows the question mark nor who asked, as both may be
 * personal. A response that the visitor did not wait for has no status.
 */
export function withRequestLog(
  {format, requests}: LogOptions,
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => void,
): void {
  const given = String(request.headers['x-request-id'])
  const id = request.headers['x-request-id'] && wellFormedId.test(given) ? given : randomBytes(9).toString('base64url')
  if (requests) {
    const start = performance.now()
    const {method} = request
    const path = pathOf(request.url)
    response.once('close', () => {
      const ms = Math.round((performance.now() - start) * 10) / 10
      writeRequest(format, {id, method, path, status: response.writableFinished ? response.statusCode : undefined, ms})
    })
  }
  requestIds.run(id, answer)
}

interface AnsweredRequest {
  id: string
  method: string | undefined
  path: string
  status: number | undefined
  ms: number
}

function writeRequest(format: LogOptions['format'], request: AnsweredRequest): void {
  const {id, method, path, status = 'aborted', ms} = request
  const line =
    format === 'json'
      ? JSON.stringify({time: new Date().toISOString(), level: 'info', message: 'request', ...request})
      : `request ${method} ${path} status=${status} ms=${ms} id=${id}`
  process.stderr.write(`${line}\n`)
}
