import type {JsonObject} from '../types.ts'

/** Why a step of a transaction cannot be done. Whoever runs the steps adds which one it was. */
export class Refusal extends Error {
  readonly status: number
  readonly error: JsonObject & {type: string; description: string}

  constructor(status: number, type: string, description: string, details: JsonObject = {}) {
    super(description)
    this.name = 'Refusal'
    this.status = status
    this.error = {...details, type, description}
  }
}

export const alreadyExists = (id: string): Refusal =>
  new Refusal(409, 'documentAlreadyExistsError', `Document by ID "${id}" already exists`, {id})

export const documentNotFound = (id: string): Refusal =>
  new Refusal(404, 'documentNotFoundError', `The document with the ID "${id}" was not found`, {id})

export const invalid = (description: string): Refusal => new Refusal(400, 'validationError', description)

/** Throws unless the document is at the revision that the client based its change on. */
export function requireRevision(id: string, current: string | undefined, expected: string | undefined): void {
  if (expected === undefined || expected === current) return
  const description = `Document "${id}" has unexpected revision ID ("${current ?? ''}"), expected "${expected}"`
  throw new Refusal(409, 'documentRevisionIDDoesNotMatchError', description, {
    id,
    currentRevisionID: current ?? null,
    expectedRevisionID: expected,
  })
}

/** `_type`, and what an asset document says of its file, are set once. Hosted Sanity answers with the same error. */
export const immutable = (id: string, attribute: string, advice = ''): Refusal =>
  new Refusal(
    409,
    'cannotModifyImmutableAttributeError',
    `Cannot modify immutable attribute "${attribute}" of document "${id}"${advice && `: ${advice}`}`,
    {id, attribute},
  )
