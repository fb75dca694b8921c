import {argsOf, calledBy, type GroqNode, isNode, nodesOf} from '../groq.ts'
import {pathPattern} from '../nativeFunctions.ts'
import {readsAll} from '../operands.ts'

/** Planning takes longer than in proportion to the number of nodes. */
const MAX_NODES = 4000
/** Each copies the list of all documents. */
const MAX_BARE_DATASETS = 20
/** In one step they may look at each pair of items of two long lists. */
const UNBOUNDED_FUNCTIONS = new Set(['array::intersects', 'diff::changedAny', 'diff::changedOnly'])

/**
 * Returns whether counting steps, work and memory is enough to limit a query. False may be harmless: its process tells.
 */
export function isBounded(tree: GroqNode): boolean {
  let nodes = 0
  let bareDatasets = 0
  /** Arguments of `path()` that the lake itself matches, counting the work: groq-js takes exponential time for wildcards. */
  const paths = new Set<unknown>()
  for (const node of nodesOf(tree)) {
    nodes += 1
    if (readsAll(node)) bareDatasets += 1
    if (node.type === 'Filter' && isNode(node.base) && node.base.type === 'Everything') bareDatasets -= 1
    if (node.type === 'OpCall' && node.op === 'in' && isNode(node.right)) paths.add(pathPattern(node.right))
    const name = calledBy(node) ?? ''
    const isForeignPath = name === 'global::path' && !paths.has(argsOf(node)[0])
    if (nodes > MAX_NODES || UNBOUNDED_FUNCTIONS.has(name) || isForeignPath) return false
  }
  return bareDatasets <= MAX_BARE_DATASETS
}
