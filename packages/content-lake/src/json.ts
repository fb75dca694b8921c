import type {JsonObject, JsonValue} from './types.ts'

/** Maximum nesting of brackets in a query or in JSON. */
export const MAX_NESTING = 100

/** Narrows to an object that is no list: of a `JsonValue`, to a `JsonObject`. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isStringList = (value: JsonValue | undefined): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Decodes a text, with or without a byte order mark. Throws if it is not in UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array | ArrayBuffer): string =>
  new TextDecoder('utf-8', {fatal: true}).decode(bytes)

/** Parses JSON; undefined for any other text. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Approximate length of a value as JSON; that of a text is exact. */
function sizeOf(value: JsonValue): number {
  if (typeof value === 'string') return JSON.stringify(value).length
  if (typeof value !== 'object' || value === null) return 5
  let size = 2
  if (Array.isArray(value)) for (const item of value) size += sizeOf(item)
  else for (const [name, item] of Object.entries(value)) size += sizeOf(name) + 2 + sizeOf(item)
  return size
}

const sizes = new WeakMap<JsonObject, number>()

/** The size of a document, which nobody changes in place: it is asked for at every step of a commit, and counted once. */
export function sizeOfDocument(document: JsonObject): number {
  const size = sizes.get(document) ?? sizeOf(document)
  sizes.set(document, size)
  return size
}

/** Returns whether brackets are nested deeper than `limit` in a query or in JSON, outside of strings. */
export function isNestedDeeper(text: string, limit: number): boolean {
  let depth = 0
  let quote = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (quote !== 0) {
      if (code === BACKSLASH) index += 1
      else if (code === quote) quote = 0
    } else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) quote = code
    else if (code === ROUND_OPEN || code === SQUARE_OPEN || code === CURLY_OPEN) {
      depth += 1
      if (depth > limit) return true
    } else if (code === ROUND_CLOSE || code === SQUARE_CLOSE || code === CURLY_CLOSE) depth -= 1
  }
  return false
}

const BACKSLASH = 92
const DOUBLE_QUOTE = 34
const SINGLE_QUOTE = 39
const [ROUND_OPEN, ROUND_CLOSE, SQUARE_OPEN, SQUARE_CLOSE, CURLY_OPEN, CURLY_CLOSE] = [40, 41, 91, 93, 123, 125]
