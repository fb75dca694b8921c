import {type GroqNode, isNode} from './groq.ts'
import {type Lookup, lookupOf, scoreLookup, someOf} from './lookups.ts'
import {type AddOperand, isSource} from './operands.ts'
import {pathOf} from './paths.ts'

/** What every document that a node yields has passed on its way from `*`. */
interface Conditions {
  filters: GroqNode[]
  lookups: (Lookup | undefined)[]
}

/**
 * Goes down `*[…] | order(…) | score(…) [_score > 0]` to its `*`. Slices end it: they count documents. A score can
 * only leave documents out when the filter behind it does.
 */
export function conditionsOf(node: GroqNode, add: AddOperand): Conditions {
  const conditions: Conditions = {filters: [], lookups: []}
  let needsScore = false
  let step: GroqNode | undefined = node
  while (step && !isEverything(step)) {
    if (step.type === 'Filter' && isNode(step.expr)) {
      conditions.filters.push(step.expr)
      conditions.lookups.push(lookupOf(step.expr, add))
      needsScore ||= asksForScore(step.expr)
    } else if (step.type === 'PipeFuncCall' && step.name === 'score' && Array.isArray(step.args)) {
      if (needsScore) conditions.lookups.push(scored(step.args.filter(isNode), add))
    } else if (step.type !== 'PipeFuncCall' || step.name !== 'order') {
      return {filters: [], lookups: []}
    }
    step = isNode(step.base) ? step.base : undefined
  }
  return step ? conditions : {filters: [], lookups: []}
}

/** The same node with other documents in the place of its `*`. */
export function withDocuments(node: GroqNode, documents: GroqNode): GroqNode {
  if (isEverything(node) || !isNode(node.base)) return documents
  return {...node, base: withDocuments(node.base, documents)}
}

const isEverything = (node: GroqNode): boolean => node.type === 'Everything' || isSource(node)

/** A score adds to the one that a document has, so documents with a `_score` of their own count as well. */
function scored(conditions: GroqNode[], add: AddOperand): Lookup | undefined {
  const lookups = conditions.map((condition) => scoreLookup(condition, add))
  return someOf([...lookups, {kind: 'present', path: ['_score']}])
}

/** Whether only a score above 0 passes. */
function asksForScore({type, op, base, left, right}: GroqNode): boolean {
  if (type === 'Group' && isNode(base)) return asksForScore(base)
  if (!isNode(left) || !isNode(right)) return false
  if (type === 'And') return asksForScore(left) || asksForScore(right)
  const isOverZero = type === 'OpCall' && op === '>' && typeof right.value === 'number' && right.value >= 0
  return isOverZero && right.type === 'Value' && pathOf(left)?.join('.') === '_score'
}
