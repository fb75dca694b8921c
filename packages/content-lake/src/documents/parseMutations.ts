import {createHash, randomBytes} from 'node:crypto'
import {isRecord, isStringList} from '../json.ts'
import type {
  DocumentAction,
  DocumentInput,
  JsonObject,
  JsonValue,
  Mutation,
  MutationTarget,
  PatchInsert,
  PatchOperations,
} from '../types.ts'
import {invalid} from './TransactionError.ts'

export function parseMutation(value: JsonValue): Mutation {
  const entries = isRecord(value) ? Object.entries(value) : []
  const [operation, body] = entries[0] ?? []
  if (entries.length !== 1 || !isRecord(body)) throw invalid('A mutation is an object with one operation')
  switch (operation) {
    case 'create':
      return {create: parseDocument(body)}
    case 'createIfNotExists':
      return {createIfNotExists: parseDocument(body)}
    case 'createOrReplace':
      return {createOrReplace: parseDocument(body)}
    case 'delete':
      return {delete: parseDelete(body)}
    case 'patch':
      return {patch: parseTargetedPatch(body)}
    default:
      throw invalid(`Unknown mutation "${operation}"`)
  }
}

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/

/**
 * The stored form of a document's `_createdAt`: as sent if it is in UTC, else converted to it, as queries compare times as
 * text. Undefined for what is no time with its zone, such as a 30th of February.
 */
export function creationTime(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  const [, local = '', zone] = TIME.exec(value) ?? []
  // `Date` makes the 2nd of March of it.
  if (storedTime(`${local}Z`) !== `${local}.000Z`) return undefined
  return zone === 'Z' ? value : storedTime(value)
}

/**
 * Normalizes a time in ISO 8601 to the stored format, in which times compare as text. Undefined for any other text, and
 * for years outside of 0 to 9999, whose texts begin with a sign.
 */
export function storedTime(text: string): string | undefined {
  const date = new Date(text)
  const year = date.getUTCFullYear()
  return year >= 0 && year <= 9999 ? date.toISOString() : undefined
}

export function parseDocument(value: JsonValue | undefined): DocumentInput {
  if (!isRecord(value)) throw invalid('A document has to be an object')
  const {_id, _type, _createdAt: given, ...fields} = value
  const _createdAt = creationTime(given)
  if (given !== undefined && _createdAt === undefined)
    throw invalid('The _createdAt of a document has to be a time with its zone, such as 2026-11-23T08:00:00Z')
  if (typeof _type !== 'string') throw invalid('The document has no _type')
  if (_id !== undefined && typeof _id !== 'string') throw invalid('The _id of a document has to be a string')
  return {...fields, _type, ...(_createdAt !== undefined && {_createdAt}), ...(_id !== undefined && {_id})}
}

/** Throws for a deletion that asks to purge the history, as its sender would rely on it. */
export function refusePurge({purge}: Record<string, JsonValue | undefined>): void {
  if (purge === undefined || purge === null || purge === false) return
  throw invalid(
    'The lake keeps the history of what is deleted: leave out "purge". An export has content without history',
  )
}

/** Throws for a field that an action does not know: a misspelt condition, ignored, would let it overwrite another change. */
export function requireKnownFields({actionType, ...given}: DocumentAction, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw invalid(`The action "${actionType}" has no "${unknown}", only ${known.join(', ')}`)
}

/** Throws for a condition that it does not know, such as `ifRevisionID`: ignored, it would delete what was to be kept. */
function parseDelete(body: JsonObject): MutationTarget {
  const {purge, ...target} = body
  refusePurge({purge})
  const unknown = Object.keys(target).find((name) => !TARGET_FIELDS.has(name))
  if (unknown !== undefined) throw invalid(`A delete has no "${unknown}", only an id or a query`)
  return parseTarget(target)
}

const TARGET_FIELDS = new Set(['id', 'query', 'params'])

/** Throws for an id beside a query: either of them would silently be ignored. */
function parseTarget({id, query, params}: Record<string, JsonValue | undefined>): MutationTarget {
  if (id !== undefined && query !== undefined)
    throw invalid('A delete or patch names its documents by an id or by a query, and not by both')
  if (typeof id === 'string' || isStringList(id)) return {id}
  if (typeof query !== 'string') throw invalid('A delete or patch needs an id or a query')
  if (params === undefined || params === null) return {query}
  if (!isRecord(params)) throw invalid('The "params" of a query have to be an object')
  return {query, params}
}

function parseTargetedPatch({id, query, params, ...operations}: JsonObject): MutationTarget & PatchOperations {
  return {...parseTarget({id, query, params}), ...parsePatch(operations)}
}

/** The patch of an action, which may name one of the documents that the action is about, and no other. */
export function parsePatchOf(ids: readonly string[], {id, ...operations}: JsonObject): PatchOperations {
  if (id === undefined || ids.some((known) => known === id)) return parsePatch(operations)
  throw invalid(`The patch names ${JSON.stringify(id)}, which the action is not about: leave out "id"`)
}

/** Throws for unknown operations: the edit would silently be lost. */
function parsePatch(patch: JsonObject): PatchOperations {
  const {set, setIfMissing, unset, inc, dec, insert, diffMatchPatch, ifRevisionID, ...others} = patch
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw invalid(`Unknown operation "${unknown}" of a patch`)
  const operations: PatchOperations = {}
  if (set !== undefined) operations.set = objectOf('set', set)
  if (setIfMissing !== undefined) operations.setIfMissing = objectOf('setIfMissing', setIfMissing)
  if (unset !== undefined) operations.unset = listOfPaths(unset)
  if (inc !== undefined) operations.inc = recordOf('inc', inc, isNumber)
  if (dec !== undefined) operations.dec = recordOf('dec', dec, isNumber)
  if (insert !== undefined) operations.insert = insertOf(insert)
  if (diffMatchPatch !== undefined) operations.diffMatchPatch = recordOf('diffMatchPatch', diffMatchPatch, isString)
  const revision = parseRevision('ifRevisionID', ifRevisionID)
  if (revision !== undefined) operations.ifRevisionID = revision
  return operations
}

/** A check that cannot be made is refused: skipped, it would let an edit overwrite another. */
export function parseRevision(name: string, value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalid(`"${name}" has to be a revision`)
  return value
}

const isNumber = (value: JsonValue): value is number => typeof value === 'number'
const isString = (value: JsonValue): value is string => typeof value === 'string'

function objectOf(operation: string, value: JsonValue): JsonObject {
  if (!isRecord(value)) throw invalid(`"${operation}" has to be an object of paths and values`)
  return value
}

function listOfPaths(value: JsonValue): string[] {
  if (!isStringList(value)) throw invalid('"unset" has to be a list of paths')
  return value
}

function recordOf<Value extends JsonValue>(
  operation: string,
  value: JsonValue,
  isValue: (value: JsonValue) => value is Value,
): Record<string, Value> {
  const entries = Object.entries(objectOf(operation, value)).map(([path, item]): [string, Value] => {
    if (!isValue(item)) throw invalid(`"${operation}" has a value of the wrong type at "${path}"`)
    return [path, item]
  })
  // Assignment would interpret `__proto__`.
  return Object.fromEntries(entries)
}

function insertOf(value: JsonValue): PatchInsert {
  const {items, ...places} = objectOf('insert', value)
  if (!Array.isArray(items)) throw invalid('"insert" has to have a list of items')
  const {before, after, replace} = places
  if (Object.keys(places).length === 1) {
    if (typeof before === 'string') return {before, items}
    if (typeof after === 'string') return {after, items}
    if (typeof replace === 'string') return {replace, items}
  }
  throw invalid('"insert" has to say where, once: before, after or replace')
}

/** Keys that are made for one request, before the time of its transaction is counted. docs/limits.md lists it. */
const MAX_KEYS = 250_000
/** Hexadecimal digits. */
const KEY_LENGTH = 12

/** Keys are drawn this many bytes at a time: a hash for each would take five times as long. */
const DRAWN_BYTES = 250 * KEY_LENGTH

/**
 * Makes random keys, the same ones for the same transaction id: a request that is sent again has to be the same. Throws
 * TransactionError after the most that one request may have.
 */
export function createKeys(transactionId = randomBytes(16).toString('base64url')): () => string {
  let left = MAX_KEYS
  let draws = 0
  let drawn = ''
  return () => {
    left -= 1
    if (left < 0) throw invalid(`More than ${MAX_KEYS} items have no _key; send them in parts`)
    if (drawn === '') {
      drawn = createHash('shake256', {outputLength: DRAWN_BYTES}).update(`${draws} ${transactionId}`).digest('hex')
      draws += 1
    }
    const key = drawn.slice(-KEY_LENGTH)
    drawn = drawn.slice(0, -KEY_LENGTH)
    return key
  }
}

/** Adds missing `_key`s to objects in arrays, for `autoGenerateArrayKeys`. */
export function withArrayKeys(value: JsonValue, newKey: () => string): JsonValue {
  if (Array.isArray(value)) return value.map((item) => withKey(withArrayKeys(item, newKey), newKey))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withArrayKeys(item, newKey)]))
}

function withKey(item: JsonValue, newKey: () => string): JsonValue {
  if (!isRecord(item) || item._key !== undefined) return item
  return {_key: newKey(), ...item}
}
