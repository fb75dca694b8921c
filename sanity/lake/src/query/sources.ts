import {type GroqNode, isNode, mapTree} from './groq.ts'

/** A `*[…]` that need not look at every document, because its filter pins the type or the id. */
export interface IndexedSource {
  /** The parameter that stands for it in the tree; no query can name it. */
  parameter: string
  field: '_type' | '_id'
  /** A literal or a parameter: one value or a list of them. */
  operand: GroqNode
}

export interface IndexedTree {
  tree: GroqNode
  sources: IndexedSource[]
}

export const SOURCE_PREFIX = '\0source'

/** Puts an indexed source in the place of every `*` whose filter allows it; the filter itself stays. */
export function indexSources(tree: GroqNode): IndexedTree {
  const sources: IndexedSource[] = []
  const indexed = mapTree(tree, (node) => {
    if (node.type !== 'Filter' || !isNode(node.base) || node.base.type !== 'Everything' || !isNode(node.expr))
      return node
    const found = lookup(node.expr, '_id') ?? lookup(node.expr, '_type')
    if (!found) return node
    const source = {...found, parameter: `${SOURCE_PREFIX}${sources.length}`}
    sources.push(source)
    return {...node, base: {type: 'Parameter', name: source.parameter}}
  })
  return {tree: indexed, sources}
}

function lookup(condition: GroqNode, field: '_type' | '_id'): Omit<IndexedSource, 'parameter'> | undefined {
  if (condition.type === 'Group' && isNode(condition.base)) return lookup(condition.base, field)
  if (!isNode(condition.left) || !isNode(condition.right)) return undefined
  if (condition.type === 'And') return lookup(condition.left, field) ?? lookup(condition.right, field)
  if (condition.type !== 'OpCall') return undefined
  if (isField(condition.left, field) && (condition.op === '==' || condition.op === 'in')) {
    return constantLookup(field, condition.right)
  }
  return condition.op === '==' && isField(condition.right, field) ? constantLookup(field, condition.left) : undefined
}

function constantLookup(field: '_type' | '_id', node: GroqNode): Omit<IndexedSource, 'parameter'> | undefined {
  if (node.type === 'Value' || node.type === 'Parameter') return {field, operand: node}
  if (node.type !== 'Array' || !Array.isArray(node.elements)) return undefined
  const values = node.elements.map((element) =>
    isNode(element) && isNode(element.value) && !element.isSplat && element.value.type === 'Value'
      ? element.value.value
      : undefined,
  )
  return values.includes(undefined) ? undefined : {field, operand: {type: 'Value', value: values}}
}

const isField = (node: GroqNode, name: string): boolean =>
  node.type === 'AccessAttribute' && node.name === name && !isNode(node.base)

/** What the source's operand stands for, given the parameters. */
export function operandValues({operand}: IndexedSource, params: Record<string, unknown>): string[] {
  const value = operand.type === 'Parameter' ? params[String(operand.name)] : operand.value
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string')
}
