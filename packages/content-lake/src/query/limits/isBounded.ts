import {argsOf, calledBy, type GroqNode, isNode, nodesOf, someNode} from '../groq.ts'
import {pathPattern} from '../nativeFunctions.ts'

const MAX_NODES = 4000
/** Each stage builds values from those of the one before, and can multiply them. */
const MAX_NODES_IN_STAGES = 400
const MAX_STAGES = 2
const MAX_BARE_DATASETS = 20
const MAX_WILDCARDS = 3

/** Functions with superlinear cost, or a result much larger than their arguments. */
const UNBOUNDED_FUNCTIONS = new Set(['array::intersects', 'diff::changedAny', 'diff::changedOnly'])
/** Functions that grow a text; not allowed to be nested. */
const GROWING_FUNCTIONS = new Set(['array::join', 'string::split'])
const BUILDERS = new Set(['Object', 'Array'])
const PASSING = new Set(['Filter', 'PipeFuncCall'])

/**
 * Returns whether every single step of a query is cheap in time and memory, so that counting steps is enough to limit
 * it. A false result may be a harmless query, which the query process tells.
 */
export function isBounded(tree: GroqNode): boolean {
  let nodes = 0
  let bareDatasets = 0
  /** Arguments of `path()` that the lake itself matches, counting the work. */
  const paths = new Set<unknown>()
  for (const node of nodesOf(tree)) {
    nodes += 1
    if (node.type === 'Everything' || (node.type === 'FuncCall' && node.namespace === 'releases')) bareDatasets += 1
    if (node.type === 'Filter' && isNode(node.base) && node.base.type === 'Everything') bareDatasets -= 1
    if (node.type === 'OpCall' && node.op === 'in' && isNode(node.right)) paths.add(pathPattern(node.right))
    if (calledBy(node) === 'global::path' && paths.has(argsOf(node)[0])) continue
    if (nodes > MAX_NODES || isUnbounded(node)) return false
  }
  const stages = stagesOf(tree)
  return (
    bareDatasets <= MAX_BARE_DATASETS &&
    (stages < MAX_STAGES || (stages === MAX_STAGES && nodes <= MAX_NODES_IN_STAGES))
  )
}

function isUnbounded(node: GroqNode): boolean {
  const name = calledBy(node)
  if (name !== undefined) {
    if (UNBOUNDED_FUNCTIONS.has(name)) return true
    if (name === 'global::path') return argsOf(node).some(({type}) => type !== 'Value') || hasManyWildcards(node)
    return GROWING_FUNCTIONS.has(name) && someNode(node.args, isGrowing)
  }
  return node.type === 'OpCall' && node.op === 'match' && isNode(node.right) && !isPlainPattern(node.right)
}

const isGrowing = (node: GroqNode): boolean => GROWING_FUNCTIONS.has(calledBy(node) ?? '')

const PLAIN = new Set(['Value', 'Array', 'ArrayElement', 'Group'])

const isPlainPattern = (pattern: GroqNode): boolean =>
  !someNode(pattern, (node) => !PLAIN.has(node.type) && !isTextQuery(node)) && !hasManyWildcards(pattern)

const isTextQuery = (node: GroqNode): boolean => node.type === 'FuncCall' && node.namespace === 'text'

/** Many wildcards make matching exponential. */
const hasManyWildcards = (pattern: GroqNode): boolean =>
  someNode(pattern, ({type, value}) => {
    const terms = type === 'Value' ? [value].flat().flatMap(termsOf) : []
    return terms.some((term) => term.split('*').length - 1 > MAX_WILDCARDS)
  })

const termsOf = (text: unknown): string[] => String(text).replace(/\*+/g, '*').split(/\s+/)

/** Number of nested stages: `{"a": b}{"c": [a, a]}` are two. */
function stagesOf(tree: GroqNode): number {
  let most = 0

  function visit(node: GroqNode): number {
    if (node.type === 'Value') return 0
    let parts = node.type === 'OpCall' && node.op === '+' ? 1 : 0
    for (const [property, part] of Object.entries(node))
      if (property !== 'base') parts = Math.max(parts, visitAll(part))
    if (BUILDERS.has(node.type)) return Math.max(1, parts)
    const base = isNode(node.base) ? visit(node.base) : 0
    most = Math.max(most, base + parts)
    // Values built in a filter or an order are discarded.
    return PASSING.has(node.type) ? base : base + parts
  }

  const visitAll = (value: unknown): number => {
    if (Array.isArray(value)) return value.reduce((highest: number, item) => Math.max(highest, visitAll(item)), 0)
    return isNode(value) ? visit(value) : 0
  }

  return Math.max(most, visit(tree))
}
