import {writeFileSync} from 'node:fs'
import {extname} from 'node:path'
import {LakeError} from './errors.ts'
import type {JsonObject} from './types.ts'

/** The URL of a module beside the given one: TypeScript, or the JavaScript of a published package. */
export const moduleBeside = (url: string, name: string): URL => new URL(`./${name}${extname(url)}`, url)

/** Makes this process the OOM killer's first choice, rather than the lake. */
export function preferredByTheOomKiller(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not Linux, or not permitted.
  }
}

/** An error on its way from one process to another: `refusal` for a LakeError, `failure` for all others. */
export type SentError =
  | {kind: 'refusal'; status: number; body: JsonObject; message: string}
  | {kind: 'failure'; message: string}

export const toSentError = (error: unknown): SentError =>
  error instanceof LakeError
    ? {kind: 'refusal', status: error.status, body: error.body, message: error.message}
    : {kind: 'failure', message: error instanceof Error ? (error.stack ?? error.message) : String(error)}

export const fromSentError = (error: SentError): Error =>
  error.kind === 'refusal'
    ? new LakeError(error.status, error.body, error.message)
    : new Error(`It failed in a process of its own: ${error.message}`)
