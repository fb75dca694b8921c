import {stringToPath} from 'sanity'
import {isObject} from '../../sanity/health/documents.ts'

/** What stands at a path of a document, undefined if nothing does. */
export function valueAt(document: unknown, path: string): unknown {
  return stringToPath(path).reduce<unknown>((value, segment) => stepInto(value, segment), document)
}

/** One step along a path: a field, a position, or the item of a key. */
export function stepInto(value: unknown, segment: unknown): unknown {
  if (typeof segment === 'string') return isObject(value) ? value[segment] : undefined
  if (!Array.isArray(value)) return undefined
  if (typeof segment === 'number') return value[segment]
  const key = isObject(segment) ? segment._key : undefined
  return value.find((item) => isObject(item) && item._key === key)
}

/** The Chinese of the text at a path, where it is plain text. */
export function chineseAt(document: unknown, path: string): string | undefined {
  const text = valueAt(document, path)
  return isObject(text) && typeof text.zh === 'string' ? text.zh : undefined
}
