import {type Path, stringToPath} from 'sanity'
import {isObject} from '../../lib/json.ts'

/** The segments of a path; none of the empty one, which Sanity refuses: it stands for the whole document. */
export const segmentsOf = (path: string): Path => (path === '' ? [] : stringToPath(path))

/** Returns the value at a path of a document. */
export function valueAt(document: unknown, path: string): unknown {
  return segmentsOf(path).reduce<unknown>((value, segment) => stepInto(value, segment), document)
}

/** Resolves one segment of a path: a field, an index, or the key of an item. */
export function stepInto(value: unknown, segment: unknown): unknown {
  if (typeof segment === 'string') return isObject(value) ? value[segment] : undefined
  if (!Array.isArray(value)) return undefined
  if (typeof segment === 'number') return value[segment]
  const key = isObject(segment) ? segment._key : undefined
  return value.find((item) => isObject(item) && item._key === key)
}

/** Returns the Chinese of the locale object at a path, if it is plain text. */
export function chineseTextAt(document: unknown, path: string): string | undefined {
  const text = valueAt(document, path)
  return isObject(text) && typeof text.zh === 'string' ? text.zh : undefined
}
