import {isPrimitive, type Primitive} from '../indexes/ValueIndex.ts'
import {type GroqNode, isNode, nodesOf} from './groq.ts'

/** What a field is compared with: known as soon as the parameters are, or to be evaluated where the filter stands. */
export type Operand = {isConstant: true; node: GroqNode} | {isConstant: false; node: GroqNode; position: number}

/** Takes in operands that have to be evaluated, and gives each its position. */
export type AddOperand = (node: GroqNode) => number

/** Undefined for what depends on the very document that is being filtered. */
export function operandOf(node: GroqNode, add: AddOperand): Operand | undefined {
  const constant = constantOperand(node)
  if (constant) return {isConstant: true, node: constant}
  return isOuterField(node) || (isOwnList(node) && !hasEvaluatedSource(node))
    ? {isConstant: false, node, position: add(node)}
    : undefined
}

/** A literal, a parameter, or an array of literals. */
export function constantOperand(node: GroqNode): GroqNode | undefined {
  if (node.type === 'Value' || node.type === 'Parameter') return node
  if (node.type === 'Group' && isNode(node.base)) return constantOperand(node.base)
  if (node.type !== 'Array' || !Array.isArray(node.elements)) return undefined
  const values = node.elements.map((element) =>
    isNode(element) && isNode(element.value) && !element.isSplat && element.value.type === 'Value'
      ? element.value.value
      : undefined,
  )
  return values.includes(undefined) ? undefined : {type: 'Value', value: values}
}

/** `^._id`, `^.^.slug.current`, `$document._id`. */
function isOuterField(node: GroqNode): boolean {
  if (node.type === 'Parent' || node.type === 'Parameter') return true
  return node.type === 'AccessAttribute' && isNode(node.base) && isOuterField(node.base)
}

/** `*[…]._id` and the like, which looks at nothing outside itself. */
export function isOwnList(node: GroqNode): boolean {
  for (const {type} of nodesOf(node)) if (type === 'Parent') return false
  return startsWithDocuments(node)
}

/** What is in it would be in the filter and in the operand: lists in lists would double the tree each time. */
function hasEvaluatedSource(node: GroqNode): boolean {
  for (const {source} of nodesOf(node)) if (source !== undefined) return true
  return false
}

const LIST_STEPS = new Set(['Filter', 'Map', 'FlatMap', 'ArrayCoerce', 'AccessElement', 'AccessAttribute', 'Slice'])

function startsWithDocuments(node: GroqNode): boolean {
  if (node.type === 'Everything' || isSource(node)) return true
  return LIST_STEPS.has(node.type) && isNode(node.base) && startsWithDocuments(node.base)
}

/** Stands in the tree for the documents that an index found. */
export const SOURCE_PREFIX = '\0source'

/** The parameter that finds the documents of a source with operands. */
export const FIND_PARAMETER = '\0find'

/** The name of the source that a node stands for. */
export function sourceName(node: GroqNode): string | undefined {
  if (typeof node.source === 'string') return node.source
  return node.type === 'Parameter' && String(node.name).startsWith(SOURCE_PREFIX) ? String(node.name) : undefined
}

export const isSource = (node: GroqNode): boolean => sourceName(node) !== undefined

/** The values that an operand stands for; undefined when an index cannot look for one of them, such as null. */
export function operandValues(
  operand: Operand,
  params: Record<string, unknown>,
  evaluated: readonly unknown[],
): Primitive[] | undefined {
  const value = operand.isConstant ? constantValue(operand.node, params) : evaluated[operand.position]
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.every(isPrimitive) ? values : undefined
}

/** What a constant operand stands for, given the parameters. */
export const constantValue = (node: GroqNode, params: Record<string, unknown>): unknown =>
  node.type === 'Parameter' ? params[String(node.name)] : node.value

/**
 * The field names on the way to what a node reads from the document that is being filtered: `authors[]._ref` →
 * authors, _ref. Steps that only choose among the items of an array are left out. Undefined for anything else.
 */
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

/** The paths of which one leads to the node's value: several for `coalesce(title.zh, title.en)`. */
export function pathsOf(node: GroqNode): string[][] | undefined {
  if (node.type === 'FuncCall' && node.namespace === 'global' && node.name === 'coalesce' && Array.isArray(node.args)) {
    const paths = node.args.map((argument) => (isNode(argument) ? pathOf(argument) : undefined))
    return paths.every((path) => path !== undefined) ? paths : undefined
  }
  const path = pathOf(node)
  return path && [path]
}

function follow({base}: GroqNode, rest: string[] | undefined): string[] | undefined {
  const start = isNode(base) ? pathOf(base) : []
  return start && rest && [...start, ...rest]
}
