import {isPrimitive, type Primitive} from '../indexes/ValueIndex.ts'
import {argsOf, calledBy, type GroqNode, isNode, itemsOf, someNode} from './groq.ts'

/** The value that a field is compared with: constant given the parameters, or evaluated in the scope of the filter. */
export interface Operand {
  node: GroqNode
  /** Of an evaluated one, among those of its source. */
  position?: number
}

export type AddOperand = (node: GroqNode) => number

export function operandOf(node: GroqNode, add: AddOperand): Operand | undefined {
  const constant = constantOperand(node)
  if (constant) return {node: constant}
  return isOuterField(node) || (isOwnList(node) && !hasEvaluatedSource(node)) ? {node, position: add(node)} : undefined
}

/** A literal, a parameter, or an array of literals. */
export function constantOperand(node: GroqNode): GroqNode | undefined {
  if (node.type === 'Value' || node.type === 'Parameter') return node
  if (node.type === 'Group' && isNode(node.base)) return constantOperand(node.base)
  const values = itemsOf(node)?.map(({type, value}) => (type === 'Value' ? value : undefined))
  return !values || values.includes(undefined) ? undefined : {type: 'Value', value: values}
}

/** `^._id`, `^.^.slug.current`, `$document._id`. */
function isOuterField(node: GroqNode): boolean {
  if (node.type === 'Parent' || node.type === 'Parameter') return true
  return node.type === 'AccessAttribute' && isNode(node.base) && isOuterField(node.base)
}

/** Returns whether a node is a list such as `*[…]._id` that reads nothing outside itself. */
export const isOwnList = (node: GroqNode): boolean => startsWithDocuments(node) && !readsOuterScope(node)

export const readsOuterScope = (node: GroqNode): boolean => someNode(node, ({type}) => type === 'Parent')

/**
 * Returns whether it contains an evaluated source: in filter and operand, nested lists would double the tree each time.
 */
const hasEvaluatedSource = (node: GroqNode): boolean => someNode(node, ({source}) => source !== undefined)

const LIST_STEPS = new Set(['Filter', 'Map', 'FlatMap', 'ArrayCoerce', 'AccessElement', 'AccessAttribute', 'Slice'])

function startsWithDocuments(node: GroqNode): boolean {
  if (isEverything(node)) return true
  return LIST_STEPS.has(node.type) && isNode(node.base) && startsWithDocuments(node.base)
}

/** Prefix of parameters for the documents that an index found. */
export const SOURCE_PREFIX = '\0source'

/** Parameter with the function that finds a source's documents. */
export const FIND_PARAMETER = '\0find'

export function sourceName(node: GroqNode): string | undefined {
  if (typeof node.source === 'string') return node.source
  return node.type === 'Parameter' && String(node.name).startsWith(SOURCE_PREFIX) ? String(node.name) : undefined
}

/** Returns whether a node is all documents, or those of them that an index found. */
export const isEverything = (node: GroqNode): boolean => node.type === 'Everything' || sourceName(node) !== undefined

/** Returns whether a node is `*`, or a function that looks at all documents itself. */
export const readsAll = ({type, namespace}: GroqNode): boolean =>
  type === 'Everything' || (type === 'FuncCall' && namespace === 'releases')

/** The values of an operand; undefined if one of them cannot be looked up, such as null. */
export function operandValues(
  {node, position}: Operand,
  params: Record<string, unknown>,
  evaluated: readonly unknown[],
): Primitive[] | undefined {
  const value = position === undefined ? constantValue(node, params) : evaluated[position]
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.every(isPrimitive) ? values : undefined
}

export const constantValue = (node: GroqNode, params: Record<string, unknown>): unknown =>
  node.type === 'Parameter' ? params[String(node.name)] : node.value

/** The path that a node reads from the filtered document, without array selectors: `authors[]._ref` → authors, _ref. */
export function pathOf(node: GroqNode): string[] | undefined {
  switch (node.type) {
    case 'This':
      return []
    case 'AccessAttribute':
      return follow(node, [String(node.name)])
    case 'Group':
    case 'ArrayCoerce':
    case 'AccessElement':
    case 'Slice':
    case 'Filter':
      return follow(node, [])
    case 'Map':
    case 'FlatMap':
      return follow(node, isNode(node.expr) ? pathOf(node.expr) : undefined)
    default:
      return undefined
  }
}

/** The alternative paths of a node: several for `coalesce(title.zh, title.en)`. */
export function pathsOf(node: GroqNode): string[][] | undefined {
  if (calledBy(node) === 'global::coalesce' && Array.isArray(node.args)) {
    const paths = argsOf(node).map(pathOf)
    return paths.every((path) => path !== undefined) ? paths : undefined
  }
  const path = pathOf(node)
  return path && [path]
}

function follow({base}: GroqNode, rest: string[] | undefined): string[] | undefined {
  const start = isNode(base) ? pathOf(base) : []
  return start && rest && [...start, ...rest]
}
