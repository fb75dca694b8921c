import type {JsonObject, JsonValue, PatchInsert, PatchOperations} from '../types.ts'
import {isJsonObject, isStringList} from './json.ts'
import {invalid} from './Refusal.ts'

/** Reads the operations of a patch from a request, and nothing else that it may hold. Throws Refusal. */
export function parsePatch(patch: JsonObject): PatchOperations {
  const {set, setIfMissing, unset, inc, dec, insert, diffMatchPatch, ifRevisionID} = patch
  const operations: PatchOperations = {}
  if (set !== undefined) operations.set = objectOf('set', set)
  if (setIfMissing !== undefined) operations.setIfMissing = objectOf('setIfMissing', setIfMissing)
  if (unset !== undefined) operations.unset = listOfPaths(unset)
  if (inc !== undefined) operations.inc = recordOf('inc', inc, isNumber)
  if (dec !== undefined) operations.dec = recordOf('dec', dec, isNumber)
  if (insert !== undefined) operations.insert = insertOf(insert)
  if (diffMatchPatch !== undefined) operations.diffMatchPatch = recordOf('diffMatchPatch', diffMatchPatch, isString)
  if (typeof ifRevisionID === 'string') operations.ifRevisionID = ifRevisionID
  return operations
}

const isNumber = (value: JsonValue): value is number => typeof value === 'number'
const isString = (value: JsonValue): value is string => typeof value === 'string'

function objectOf(operation: string, value: JsonValue): JsonObject {
  if (!isJsonObject(value)) throw invalid(`"${operation}" has to be an object of paths and values`)
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
  const record: Record<string, Value> = {}
  for (const [path, item] of Object.entries(objectOf(operation, value))) {
    if (!isValue(item)) throw invalid(`"${operation}" has a value of the wrong type at "${path}"`)
    record[path] = item
  }
  return record
}

function insertOf(value: JsonValue): PatchInsert {
  const {items, before, after, replace} = objectOf('insert', value)
  if (!Array.isArray(items)) throw invalid('"insert" has to have a list of items')
  if (typeof before === 'string') return {before, items}
  if (typeof after === 'string') return {after, items}
  if (typeof replace === 'string') return {replace, items}
  throw invalid('"insert" has to say where: before, after or replace')
}
