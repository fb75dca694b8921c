import type {JsonValue} from '../types.ts'

/** How long a value is as JSON, roughly: characters that JSON escapes count once. */
export function sizeOf(value: JsonValue): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 5
  let size = 2
  if (Array.isArray(value)) for (const item of value) size += sizeOf(item)
  else for (const [name, item] of Object.entries(value)) size += name.length + 4 + sizeOf(item)
  return size
}
