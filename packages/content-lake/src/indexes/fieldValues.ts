import type {LakeDocument} from '../types.ts'

export type Primitive = string | number | boolean

/**
 * Every value that a path can lead to, as text. Arrays on the way are entered, as by `tags[]` or `authors[]._ref`, so
 * one index serves all forms of a path, at the price of a document too many now and then.
 */
export function fieldValues(document: LakeDocument, path: readonly string[]): Set<string> {
  const found = new Set<string>()
  collect(document, path, 0, found)
  return found
}

function collect(value: unknown, path: readonly string[], depth: number, found: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, path, depth, found)
    return
  }
  const name = path[depth]
  if (name === undefined) {
    if (isPrimitive(value)) found.add(String(value))
  } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, name)) {
    collect(Object.getOwnPropertyDescriptor(value, name)?.value, path, depth + 1, found)
  }
}

export const isPrimitive = (value: unknown): value is Primitive =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
