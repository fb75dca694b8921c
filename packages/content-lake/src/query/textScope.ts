import {type GroqNode, isNode} from './groq.ts'
import {pathsOf} from './paths.ts'
import {TEXT_PROPERTY} from './textSearch.ts'

/**
 * Whether the left side of a `match` is text that the text index holds: `whole` for a document's whole text and its
 * id, `fields` for some of its fields. Undefined for anything else, such as what a reference leads to.
 */
export function textScope(node: GroqNode): 'whole' | 'fields' | undefined {
  if (node.type === 'Group' && isNode(node.base)) return textScope(node.base)
  if (node.type === 'Array' && Array.isArray(node.elements)) {
    const scopes = node.elements.map((element) =>
      isNode(element) && isNode(element.value) ? textScope(element.value) : undefined,
    )
    if (scopes.includes(undefined)) return undefined
    return scopes.includes('fields') ? 'fields' : 'whole'
  }
  const paths = pathsOf(node)
  if (!paths?.every(isIndexed)) return undefined
  return paths.every(([name, ...rest]) => rest.length === 0 && (name === TEXT_PROPERTY || name === '_id'))
    ? 'whole'
    : 'fields'
}

/** Names that begin with an underscore are not text that anybody typed. `url` is made when it is read. */
const isIndexed = ([name, ...rest]: string[]): boolean =>
  name !== undefined &&
  (name === '_id' || !name.startsWith('_')) &&
  name !== 'url' &&
  !rest.some((field) => field.startsWith('_'))

/** The patterns on the right side of a `match`, when they are known. */
export function textPatterns({type, value}: GroqNode): string[] | undefined {
  if (type !== 'Value') return undefined
  const patterns = Array.isArray(value) ? value : [value]
  return patterns.every((pattern) => typeof pattern === 'string') ? patterns : undefined
}
