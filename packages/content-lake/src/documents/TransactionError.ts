import {LakeError} from '../errors.ts'
import type {JsonObject} from '../types.ts'

/** The failure of a step of a transaction; `toHttpError` adds the index of the step. */
export class TransactionError extends Error {
  readonly status: number
  readonly error: JsonObject & {type: string; description: string}

  constructor(status: number, type: string, description: string, details: JsonObject = {}) {
    super(description)
    this.name = 'TransactionError'
    this.status = status
    this.error = {...details, type, description}
  }
}

export const alreadyExists = (id: string): TransactionError =>
  new TransactionError(409, 'documentAlreadyExistsError', `Document by ID "${id}" already exists`, {id})

export const documentNotFound = (id: string): TransactionError =>
  new TransactionError(404, 'documentNotFoundError', `The document with the ID "${id}" was not found`, {id})

export const invalid = (description: string): TransactionError =>
  new TransactionError(400, 'validationError', description)

export function requireRevision(id: string, current: string | undefined, expected: string | undefined): void {
  if (expected === undefined || expected === current) return
  const description = `Document "${id}" has unexpected revision ID ("${current ?? ''}"), expected "${expected}"`
  throw new TransactionError(409, 'documentRevisionIDDoesNotMatchError', description, {
    id,
    currentRevisionID: current ?? null,
    expectedRevisionID: expected,
  })
}

/** `_type`, and the fields of an asset document that describe its file, are set once. Same error as hosted Sanity. */
export const immutable = (id: string, attribute: string, advice = ''): TransactionError =>
  new TransactionError(
    409,
    'cannotModifyImmutableAttributeError',
    `Cannot modify immutable attribute "${attribute}" of document "${id}"${advice && `: ${advice}`}`,
    {id, attribute},
  )

/**
 * The HTTP error for a step that failed, as the hosted API answers it; any other error is returned unchanged. The actions
 * API has the same shape as the mutations API, under another type.
 */
export function toHttpError(error: unknown, kind: 'mutation' | 'action', index: number): unknown {
  if (!(error instanceof TransactionError)) return error
  const {description} = error.error
  const items = [{error: error.error, index}]
  return new LakeError(error.status, {error: {type: `${kind}Error`, description, items}}, description)
}
