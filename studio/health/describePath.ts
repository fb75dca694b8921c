import {type Schema, type SchemaType, stringToPath} from 'sanity'
import {isObject} from '../../sanity/health/documents.ts'
import {stepInto} from './valueAt.ts'

/**
 * Describes a path to editors: the titles of its fields and blocks.
 *
 * @example describePath(schema, page, 'blocks[_key=="a"].heading.en') // '内容块 › 流程 › 小标题 › English'
 */
export function describePath(schema: Schema, document: {_type: string}, path: string): string {
  const titles: string[] = []
  for (const type of typesAlong(schema, document, path)) {
    // Parts of formatted text have no titles that editors know.
    if (!type || type.name === 'block') break
    if (type.title) titles.push(type.title)
  }
  return titles.join(' › ')
}

/** Returns the type of the value at a path of a document. */
export function typeAt(schema: Schema, document: {_type: string}, path: string): SchemaType | undefined {
  return [...typesAlong(schema, document, path)].at(-1)
}

/** Yields the type of each segment of a path. */
function* typesAlong(schema: Schema, document: {_type: string}, path: string): Generator<SchemaType | undefined> {
  let type: SchemaType | undefined = schema.get(document._type)
  let value: unknown = document
  for (const segment of stringToPath(path)) {
    value = stepInto(value, segment)
    type = typeof segment === 'string' ? fieldOf(type, segment) : memberOf(type, value)
    yield type
  }
}

function fieldOf(type: SchemaType | undefined, name: string): SchemaType | undefined {
  if (!type || !('fields' in type)) return undefined
  return type.fields.find((field) => field.name === name)?.type
}

function memberOf(type: SchemaType | undefined, item: unknown): SchemaType | undefined {
  if (type?.jsonType !== 'array') return undefined
  const name = isObject(item) ? item._type : undefined
  return type.of.find((member) => member.name === name)
}
