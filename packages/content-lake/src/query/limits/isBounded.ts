import {type GroqNode, isNode, nodesOf} from '../groq.ts'
import {pathPattern} from '../nativeFunctions.ts'

const MAX_NODES = 4000
/** Where values are built from values that were built: each stage can multiply what the one before has made. */
const MAX_NODES_IN_STAGES = 400
const MAX_STAGES = 2
const MAX_BARE_DATASETS = 20
const MAX_WILDCARDS = 3

/** Functions whose cost is more than proportional to their arguments, or whose result is much larger. */
const UNBOUNDED_FUNCTIONS = new Set(['array::intersects', 'diff::changedAny', 'diff::changedOnly'])
/** Functions that may multiply a text, but not each other's. */
const GROWING_FUNCTIONS = new Set(['array::join', 'string::split'])
const BUILDERS = new Set(['Object', 'Array'])
const PASSING = new Set(['Filter', 'PipeFuncCall'])

/**
 * Whether each single step of a query is short and makes little, so that counting its steps is enough to stop it in
 * time. Others may still be harmless, but only a process that can be ended shows it.
 */
export function isBounded(tree: GroqNode): boolean {
  let nodes = 0
  let bareDatasets = 0
  /** The arguments of `path()` that the lake itself compares, in time proportional to their length. */
  const paths = new Set<unknown>()
  for (const node of nodesOf(tree)) {
    nodes += 1
    if (node.type === 'Everything') bareDatasets += 1
    if (node.type === 'Filter' && isNode(node.base) && node.base.type === 'Everything') bareDatasets -= 1
    if (node.type === 'OpCall' && node.op === 'in' && isNode(node.right)) paths.add(pathPattern(node.right))
    if (isPath(node) && Array.isArray(node.args) && paths.has(node.args[0])) continue
    if (nodes > MAX_NODES || isUnbounded(node)) return false
  }
  const stages = stagesOf(tree)
  return (
    bareDatasets <= MAX_BARE_DATASETS &&
    (stages < MAX_STAGES || (stages === MAX_STAGES && nodes <= MAX_NODES_IN_STAGES))
  )
}

function isUnbounded(node: GroqNode): boolean {
  if (node.type === 'FuncCall') {
    const name = nameOf(node)
    if (UNBOUNDED_FUNCTIONS.has(name)) return true
    if (isPath(node)) return !isConstant(node) || hasManyWildcards(node)
    return GROWING_FUNCTIONS.has(name) && growsTwice(node)
  }
  return node.type === 'OpCall' && node.op === 'match' && isNode(node.right) && !isPlainPattern(node.right)
}

const isPath = (node: GroqNode): boolean => node.type === 'FuncCall' && nameOf(node) === 'global::path'

const isConstant = ({args}: GroqNode): boolean =>
  Array.isArray(args) && args.every((argument) => isNode(argument) && argument.type === 'Value')

const nameOf = ({namespace, name}: GroqNode): string => `${namespace}::${name}`

function growsTwice({args}: GroqNode): boolean {
  for (const inner of nodesOf(args)) if (inner.type === 'FuncCall' && GROWING_FUNCTIONS.has(nameOf(inner))) return true
  return false
}

/** A pattern with many wildcards can be compared with a text in very many ways. */
function isPlainPattern(pattern: GroqNode): boolean {
  for (const node of nodesOf(pattern)) {
    if (!['Value', 'Array', 'ArrayElement', 'Group'].includes(node.type) && !isTextQuery(node)) return false
  }
  return !hasManyWildcards(pattern)
}

const isTextQuery = (node: GroqNode): boolean => node.type === 'FuncCall' && node.namespace === 'text'

function hasManyWildcards(pattern: GroqNode): boolean {
  for (const {type, value} of nodesOf(pattern)) {
    if (type !== 'Value') continue
    const texts = Array.isArray(value) ? value : [value]
    if (texts.flatMap(termsOf).some((term) => term.split('*').length - 1 > MAX_WILDCARDS)) return true
  }
  return false
}

const termsOf = (text: unknown): string[] => String(text).replace(/\*+/g, '*').split(/\s+/)

/** How many times in a row values are built from what was built before: `{"a": b}{"c": [a, a]}` are two. */
function stagesOf(tree: GroqNode): number {
  let most = 0

  /** The stages behind a node's value. */
  function visit(node: GroqNode): number {
    if (node.type === 'Value') return 0
    let parts = node.type === 'OpCall' && node.op === '+' ? 1 : 0
    for (const [property, part] of Object.entries(node))
      if (property !== 'base') parts = Math.max(parts, visitAll(part))
    if (BUILDERS.has(node.type)) return Math.max(1, parts)
    const base = isNode(node.base) ? visit(node.base) : 0
    most = Math.max(most, base + parts)
    // What a filter or an order builds is looked at and dropped.
    return PASSING.has(node.type) ? base : base + parts
  }

  const visitAll = (value: unknown): number => {
    if (Array.isArray(value)) return value.reduce((highest: number, item) => Math.max(highest, visitAll(item)), 0)
    return isNode(value) ? visit(value) : 0
  }

  return Math.max(most, visit(tree))
}
