import type {ArraySchemaType, Schema, SchemaType} from 'sanity'
import {isObject} from '../../lib/json.ts'
import {segmentsOf, stepInto} from './valueAt.ts'

/** Sanity's own types that lists hold. Their titles say nothing to editors. */
const plainTypes: ReadonlySet<string> = new Set(['string', 'text', 'number', 'reference', 'image', 'file'])

/**
 * Describes a path to editors: the titles of its fields and blocks, with the numbers of items in their lists.
 *
 * @example describePath(schema, page, 'blocks[_key=="a"].steps[1].title') // '内容块 › 3. 流程图 › 步骤 2 › 名称'
 */
export function describePath(schema: Schema, document: {_type: string}, path: string): string {
  const titles: string[] = []
  for (const {type, item} of placesAlong(schema, document, path)) {
    // Parts of formatted text have no titles that editors know.
    if (!type || type.name === 'block') break
    if (item) titles.push(...itemTitles(titles.pop() ?? '', type.title ?? '', item))
    else if (type.title) titles.push(type.title)
  }
  return titles.join(' › ')
}

/** Titles of a list and its item: `步骤 2` if they are called the same. */
function itemTitles(listTitle: string, title: string, {list, number, isOnly}: Item): string[] {
  const [kind, ...others] = list.of
  if (others.length > 0) return [listTitle, isOnly ? title : `${number}. ${title}`]
  if (kind && plainTypes.has(kind.name)) return [`${listTitle} ${number}`]
  return [...(listTitle.startsWith(title) ? [] : [listTitle]), `${title} ${number}`]
}

/** Returns the type of the value at a path of a document. */
export function typeAt(schema: Schema, document: {_type: string}, path: string): SchemaType | undefined {
  return [...placesAlong(schema, document, path)].at(-1)?.type
}

interface Item {
  list: ArraySchemaType
  /** Counted from 1. */
  number: number
  isOnly: boolean
}

interface Place {
  type: SchemaType | undefined
  /** Set if it is an item of a list. */
  item?: Item
}

/** Yields the type of each segment of a path, and for items their place in the list. */
function* placesAlong(schema: Schema, document: {_type: string}, path: string): Generator<Place> {
  let type: SchemaType | undefined = schema.get(document._type)
  let value: unknown = document
  for (const segment of segmentsOf(path)) {
    const [parentType, parent]: [SchemaType | undefined, unknown] = [type, value]
    value = stepInto(parent, segment)
    if (typeof segment === 'string') {
      type = fieldOf(parentType, segment)
      yield {type}
    } else {
      type = memberOf(parentType, value)
      const list = parentType?.jsonType === 'array' && Array.isArray(parent) ? parentType : undefined
      const item = list &&
        Array.isArray(parent) && {list, number: parent.indexOf(value) + 1, isOnly: parent.length === 1}
      yield {type, ...(item && {item})}
    }
  }
}

function fieldOf(type: SchemaType | undefined, name: string): SchemaType | undefined {
  if (!type || !('fields' in type)) return undefined
  return type.fields.find((field) => field.name === name)?.type
}

function memberOf(type: SchemaType | undefined, item: unknown): SchemaType | undefined {
  if (type?.jsonType !== 'array') return undefined
  const name = isObject(item) ? item._type : typeof item
  return type.of.find((member) => member.name === name)
}
