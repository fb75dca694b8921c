import type {JsonObject} from './types.ts'

/** An error response in the shape of hosted Sanity's. Any other thrown error becomes a 500. */
export class LakeError extends Error {
  readonly status: number
  readonly body: JsonObject
  /** The value of the `Retry-After` header. */
  readonly retrySeconds: number | undefined

  constructor(status: number, body: JsonObject, message: string, retrySeconds?: number) {
    super(message)
    this.name = 'LakeError'
    this.status = status
    this.body = body
    this.retrySeconds = retrySeconds
  }
}

/** A query that groq-js cannot parse, with the span to mark. */
export function queryParseError(description: string, query: string, start: number, end: number): LakeError {
  return new LakeError(400, {error: {type: 'queryParseError', description, query, start, end}}, description)
}

/** A plain HTTP error: `{statusCode, error, message}`. */
function httpError(statusCode: number, error: string, message: string, retrySeconds?: number): LakeError {
  return new LakeError(statusCode, {statusCode, error, message}, message, retrySeconds)
}

export const badRequest = (message: string): LakeError => httpError(400, 'Bad Request', message)
export const unauthorized = (message: string): LakeError => httpError(401, 'Unauthorized', message)
export const forbidden = (message: string): LakeError => httpError(403, 'Forbidden', message)
export const notFound = (message: string): LakeError => httpError(404, 'Not Found', message)
export const conflict = (message: string): LakeError => httpError(409, 'Conflict', message)
export const payloadTooLarge = (message: string): LakeError => httpError(413, 'Payload Too Large', message)
export const tooManyRequests = (message: string, retrySeconds: number): LakeError =>
  httpError(429, 'Too Many Requests', message, retrySeconds)
export const serviceUnavailable = (message: string, retrySeconds: number): LakeError =>
  httpError(503, 'Service Unavailable', message, retrySeconds)

/** The lake cannot start. The message is one sentence for the operator. */
export class LakeOpenError extends Error {
  override readonly name = 'LakeOpenError'
}

/** Operator error on the command line: print the message without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Returns the message of a thrown value, which may be anything. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
