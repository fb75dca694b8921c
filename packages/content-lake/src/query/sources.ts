import {argsOf, callNative, type GroqNode, isNode, isPipe, mapTree, nodesOf} from './groq.ts'
import {isStep} from './limits/countSteps.ts'
import {everyOf, type Lookup, lookupOf, scoreLookup, someOf} from './lookups.ts'
import {useNativeFunctions} from './nativeFunctions.ts'
import {
  type AddOperand,
  constantOperand,
  FIND_PARAMETER,
  isEverything,
  isOwnList,
  pathOf,
  SOURCE_PREFIX,
  sourceName,
} from './operands.ts'

/** A `*[…]` answered by an index instead of a scan. */
export interface IndexedSource {
  /** Its parameter in the tree; queries cannot name it. */
  name: string
  lookup: Lookup
  /** Whether operands are evaluated in the scope of the filter. */
  isDynamic: boolean
  /** The types or ids that the result depends on; undefined if any. */
  scope: SourceScope | undefined
}

interface SourceScope {
  field: '_type' | '_id'
  /** A literal or a parameter: one value or a list of them. */
  operand: GroqNode
}

/** Fields of which one query may have indexes built: more would evict those that other queries need. */
const MAX_FIELDS = 16

/** Replaces every `*` whose filter allows it by an indexed source; the filter stays. */
export function indexSources(tree: GroqNode): {tree: GroqNode; sources: IndexedSource[]} {
  const sources: IndexedSource[] = []
  /** Sources that are all of `*[_type == "a"]`, with that filter. */
  const exactSources = new Map<GroqNode, GroqNode>()
  let fields = new Set<string>()
  let lists = 0
  const indexed = mapTree(tree, (node) => {
    if (node.type === 'OpCall' && node.op === 'in' && isNode(node.right) && isOwnList(node.right)) {
      lists += 1
      // Numbered, as the filter's index lookup may use the same list.
      return {...node, right: {...node.right, list: lists}}
    }
    const operands: GroqNode[] = []
    const add: AddOperand = (operand) => operands.push(operand) - 1
    const conditions = conditionsOf(node, exactSources, add)
    const lookup = everyOf(conditions.lookups)
    // Only further conditions make a better source of an exact one.
    if (!lookup || (conditions.isExact && conditions.lookups.filter(Boolean).length === 1)) return node
    const known = new Set([...fields, ...fieldsOf(lookup)])
    if (known.size > MAX_FIELDS) return node
    fields = known
    const name = `${SOURCE_PREFIX}${sources.length}`
    const scope = firstScope(conditions.filters, '_id') ?? firstScope(conditions.filters, '_type')
    if (lookup.kind === 'type' && isTypeFilter(node)) {
      const source = sourceNode(name, operands)
      sources.push({name, lookup: {...lookup, isExact: true}, isDynamic: false, scope})
      exactSources.set(source, node)
      return source
    }
    sources.push({name, lookup, isDynamic: operands.length > 0, scope})
    return withDocuments(node, exactSources, sourceNode(name, operands))
  })
  // `*[a][b]` creates a source for `*[a]`, then a better one for both: drop the unused.
  const used = new Set(Array.from(nodesOf(indexed), sourceName))
  return {tree: indexed, sources: sources.filter(({name}) => used.has(name))}
}

const fieldsOf = (lookup: Lookup): string[] =>
  'of' in lookup ? lookup.of.flatMap(fieldsOf) : 'path' in lookup ? [JSON.stringify(lookup.path)] : []

function firstScope(filters: readonly GroqNode[], field: SourceScope['field']): SourceScope | undefined {
  const [operand] = filters.flatMap((filter) => scopeOperand(filter, field) ?? [])
  return operand && {field, operand}
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

/** The conditions between a node and its `*`. */
interface Conditions {
  filters: GroqNode[]
  lookups: (Lookup | undefined)[]
  /** Whether the last lookup is that of an exact source. */
  isExact: boolean
}

type ExactSources = ReadonlyMap<GroqNode, GroqNode>

/** Returns whether a node is `*[_type == "a"]` or `*[_type == $type]`, with the counting that `countSteps` adds. */
function isTypeFilter({type, base, expr}: GroqNode): boolean {
  if (type !== 'Filter' || !isNode(base) || base.type !== 'Everything' || !isNode(expr)) return false
  if (expr.type !== 'And' || !isNode(expr.left) || !isStep(expr.left) || !isNode(expr.right)) return false
  const {op, left, right} = expr.right
  return op === '==' && isNode(left) && isField(left, '_type') && isNode(right) && constantOperand(right) === right
}

/**
 * Collects the conditions of `*[…] | order(…) | score(…) [_score > 0]`. Slices end it, as they depend on all documents.
 * A score excludes documents only if the filter after it does.
 */
function conditionsOf(node: GroqNode, exactSources: ExactSources, add: AddOperand): Conditions {
  const conditions: Conditions = {filters: [], lookups: [], isExact: false}
  let needsScore = false
  let step: GroqNode | undefined = node
  for (;;) {
    const filter: GroqNode | undefined = step && exactSources.get(step)
    if (filter) conditions.isExact = true
    step = filter ?? step
    if (!step || isEverything(step)) break
    if (step.type === 'Filter' && isNode(step.expr)) {
      conditions.filters.push(step.expr)
      conditions.lookups.push(lookupOf(step.expr, add))
      needsScore ||= asksForScore(step.expr)
    } else if (isPipe(step, 'score')) {
      if (needsScore) conditions.lookups.push(scored(argsOf(step), add))
    } else if (!isPipe(step, 'order')) {
      return NO_CONDITIONS
    }
    step = isNode(step.base) ? step.base : undefined
  }
  return step ? conditions : NO_CONDITIONS
}

const NO_CONDITIONS: Conditions = {filters: [], lookups: [], isExact: false}

/** Replaces the `*` of a node. */
function withDocuments(node: GroqNode, exactSources: ExactSources, documents: GroqNode): GroqNode {
  const filter = exactSources.get(node)
  if (filter) return {...filter, base: documents}
  if (isEverything(node) || !isNode(node.base)) return documents
  return {...node, base: withDocuments(node.base, exactSources, documents)}
}

/** A score adds to a document's own `_score`, so documents with that field count. */
function scored(conditions: GroqNode[], add: AddOperand): Lookup | undefined {
  const lookups = conditions.map((condition) => scoreLookup(condition, add))
  return someOf([...lookups, {kind: 'present', path: ['_score']}])
}

/** Returns whether a condition requires a score above 0. */
function asksForScore({type, op, base, left, right}: GroqNode): boolean {
  if (type === 'Group' && isNode(base)) return asksForScore(base)
  if (!isNode(left) || !isNode(right)) return false
  if (type === 'And') return asksForScore(left) || asksForScore(right)
  const isOverZero = type === 'OpCall' && op === '>' && typeof right.value === 'number' && right.value >= 0
  return isOverZero && right.type === 'Value' && pathOf(left)?.join('.') === '_score'
}

/** An object evaluated in a scope like that of a filter's condition, where `^` means the same. */
const inFilterScope = (attributes: GroqNode[]): GroqNode => ({
  type: 'Projection',
  base: {type: 'Object', attributes: []},
  expr: {type: 'Object', attributes},
})

/** The replacement of `*`: a parameter with the documents or, with operands, a call that finds them. */
function sourceNode(name: string, operands: readonly GroqNode[]): GroqNode {
  if (operands.length === 0) return {type: 'Parameter', name}
  const attributes = operands.map((operand, position) => ({
    type: 'ObjectAttributeValue',
    name: String(position),
    value: useNativeFunctions(operand),
  }))
  const call = callNative(
    ([values], evaluate) => {
      const find = evaluate({type: 'Parameter', name: FIND_PARAMETER}).data
      const found = values ? evaluate(values).data : undefined
      return typeof find === 'function' ? find(name, Object.values(found ?? {})) : null
    },
    [inFilterScope(attributes)],
  )
  return {...call, source: name}
}
