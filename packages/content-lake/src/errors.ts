import {STATUS_CODES} from 'node:http'
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

/** An HTTP error of a type that clients tell apart: `{error: {type, description}}`. */
export class TypedError extends LakeError {
  constructor(status: number, type: string, description: string, retrySeconds?: number) {
    super(status, {error: {type, description}}, description, retrySeconds)
  }
}

/** A plain HTTP error: `{statusCode, error, message}` and further fields. */
export function httpError(status: number, message: string, fields: JsonObject = {}, retrySeconds?: number): LakeError {
  const body = {statusCode: status, error: STATUS_CODES[status] ?? '', message, ...fields}
  return new LakeError(status, body, message, retrySeconds)
}

export const badRequest = (message: string, fields?: JsonObject): LakeError => httpError(400, message, fields)
export const unauthorized = (message: string): LakeError => httpError(401, message)
export const forbidden = (message: string): LakeError => httpError(403, message)
export const notFound = (message: string): LakeError => httpError(404, message)
export const conflict = (message: string): LakeError => httpError(409, message)
export const payloadTooLarge = (message: string): LakeError => httpError(413, message)
export const tooManyRequests = (message: string, retrySeconds: number, fields?: JsonObject): LakeError =>
  httpError(429, message, fields, retrySeconds)
export const serviceUnavailable = (message: string, retrySeconds: number, fields?: JsonObject): LakeError =>
  httpError(503, message, fields, retrySeconds)

/** The lake cannot start. The message is one sentence for the operator. */
export class LakeOpenError extends Error {
  override readonly name = 'LakeOpenError'
}

/** Operator error on the command line: print the message without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A number of bytes, or of characters of JSON, for people: `1.3 MB`. */
export const sizeText = (size: number): string =>
  size < 2 ** 20 ? `${Math.round(size / 2 ** 10)} kB` : `${Math.round((size / 2 ** 20) * 10) / 10} MB`

/** Returns the message of a thrown value, which may be anything. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
