import type {JsonObject} from '../types.ts'

/** An answer in the shape of hosted Sanity's errors. Anything else that is thrown becomes a 500. */
export class LakeError extends Error {
  readonly status: number
  readonly body: JsonObject
  /** After how many seconds the same request may succeed. */
  readonly retrySeconds: number | undefined

  constructor(status: number, body: JsonObject, message: string, retrySeconds?: number) {
    super(message)
    this.name = 'LakeError'
    this.status = status
    this.body = body
    this.retrySeconds = retrySeconds
  }
}

/** One failed mutation of a transaction. */
export interface ErrorItem {
  error: JsonObject & {type: string; description: string}
  index: number
}

/** A refused transaction: `{error: {type: 'mutationError', description, items}}`. */
export function mutationError(status: number, item: ErrorItem): LakeError {
  const {description} = item.error
  const items = [{error: item.error, index: item.index}]
  return new LakeError(status, {error: {type: 'mutationError', description, items}}, description)
}

/** A refused action: the same shape under the name that the actions API uses. */
export function actionError(status: number, item: ErrorItem): LakeError {
  const {description} = item.error
  const items = [{error: item.error, index: item.index}]
  return new LakeError(status, {error: {type: 'actionError', description, items}}, description)
}

/** A query that groq-js cannot parse, with the span that the client marks. */
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
