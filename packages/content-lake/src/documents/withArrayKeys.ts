import {randomBytes} from 'node:crypto'
import type {JsonValue} from '../types.ts'
import {isJsonObject} from './json.ts'

/** Gives every object in an array a `_key` if it has none, as `autoGenerateArrayKeys` asks. */
export function withArrayKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => withKey(withArrayKeys(item)))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withArrayKeys(item)]))
}

function withKey(item: JsonValue): JsonValue {
  if (!isJsonObject(item) || item._key !== undefined) return item
  return {_key: randomBytes(6).toString('hex'), ...item}
}
