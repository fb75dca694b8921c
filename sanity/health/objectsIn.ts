/** An object somewhere in a document, with the path that leads to it, written as the Studio writes paths. */
export interface FoundObject {
  path: string
  value: Record<string, unknown>
}

/**
 * Every object in a document, the document itself first.
 *
 * @example objectsIn({blocks: [{_key: 'a', title: {zh: '关于'}}]}).map(({path}) => path)
 * // ['', 'blocks[_key=="a"]', 'blocks[_key=="a"].title']
 */
export function objectsIn(value: unknown, path = ''): FoundObject[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => objectsIn(item, `${path}${segmentOf(item, index)}`))
  if (!isObject(value)) return []
  const below = Object.entries(value).flatMap(([field, item]) => objectsIn(item, path ? `${path}.${field}` : field))
  return [{path, value}, ...below]
}

/** Is this an object that is no list? */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function segmentOf(item: unknown, index: number): string {
  return isObject(item) && typeof item._key === 'string' ? `[_key=="${item._key}"]` : `[${index}]`
}
