import {conditionsOf, withDocuments} from './conditions.ts'
import {type GroqNode, isNode, mapTree, nodesOf} from './groq.ts'
import {everyOf, type Lookup} from './lookups.ts'
import {type AddOperand, constantOperand, isOwnList, SOURCE_PREFIX, sourceName} from './operands.ts'
import {pathOf} from './paths.ts'
import {sourceNode} from './sourceNode.ts'

/** A `*[…]` that need not look at every document, because its filter says where to find those it is for. */
export interface IndexedSource {
  /** Stands for it in the tree; no query can name it. */
  name: string
  lookup: Lookup
  /** Some operands of the lookup are evaluated where the filter stands. */
  isDynamic: boolean
  /** The types or ids that its result depends on; undefined when that can be any. */
  scope: SourceScope | undefined
}

interface SourceScope {
  field: '_type' | '_id'
  /** A literal or a parameter: one value or a list of them. */
  operand: GroqNode
}

interface IndexedTree {
  tree: GroqNode
  sources: IndexedSource[]
}

/** Puts an indexed source in the place of every `*` whose filter allows it; the filter itself stays. */
export function indexSources(tree: GroqNode): IndexedTree {
  const sources: IndexedSource[] = []
  let lists = 0
  const indexed = mapTree(tree, (node) => {
    if (node.type === 'OpCall' && node.op === 'in' && isNode(node.right) && isOwnList(node.right)) {
      lists += 1
      // The filter that it stands in may look for the same list in an index.
      return {...node, right: {...node.right, list: lists}}
    }
    const operands: GroqNode[] = []
    const add: AddOperand = (operand) => operands.push(operand) - 1
    const conditions = conditionsOf(node, add)
    const lookup = everyOf(conditions.lookups)
    if (!lookup) return node
    const name = `${SOURCE_PREFIX}${sources.length}`
    const scope = firstScope(conditions.filters, '_id') ?? firstScope(conditions.filters, '_type')
    sources.push({name, lookup, isDynamic: operands.length > 0, scope})
    return withDocuments(node, sourceNode(name, operands))
  })
  // `*[a][b]` makes a source for `*[a]`, then a better one for both.
  const used = new Set(Array.from(nodesOf(indexed), sourceName))
  return {tree: indexed, sources: sources.filter(({name}) => used.has(name))}
}

function firstScope(filters: readonly GroqNode[], field: SourceScope['field']): SourceScope | undefined {
  for (const filter of filters) {
    const operand = scopeOperand(filter, field)
    if (operand) return {field, operand}
  }
  return undefined
}

function scopeOperand(condition: GroqNode, field: SourceScope['field']): GroqNode | undefined {
  const {type, op, base, left, right} = condition
  if (type === 'Group' && isNode(base)) return scopeOperand(base, field)
  if (!isNode(left) || !isNode(right)) return undefined
  if (type === 'And') return scopeOperand(left, field) ?? scopeOperand(right, field)
  if (type !== 'OpCall' || (op !== '==' && op !== 'in')) return undefined
  if (isField(left, field)) return constantOperand(right)
  return op === '==' && isField(right, field) ? constantOperand(left) : undefined
}

const isField = (node: GroqNode, field: string): boolean => {
  const path = node.type === 'AccessAttribute' ? pathOf(node) : undefined
  return path?.length === 1 && path[0] === field
}
