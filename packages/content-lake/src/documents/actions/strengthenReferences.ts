import type {JsonValue} from '../../types.ts'
import {isJsonObject} from '../json.ts'

/**
 * References to what was not yet published are weak, with a note to make them strong on publishing. This does so,
 * except where the schema wants them weak for good.
 */
export function strengthenReferences(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(strengthenReferences)
  if (!isJsonObject(value)) return value
  const {_strengthenOnPublish: note, ...rest} = value
  if (isJsonObject(note) && note.weak !== true) delete rest._weak
  return Object.fromEntries(Object.entries(rest).map(([name, item]) => [name, strengthenReferences(item)]))
}
