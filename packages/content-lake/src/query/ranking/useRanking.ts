import {type GroqNode, isNode, mapTree} from '../groq.ts'
import {isStep} from '../limits/steps.ts'
import {nativeCall, withScoredMatches} from '../nativeFunctions.ts'
import {type Cut, rankingNode} from './rankDocuments.ts'

/**
 * Lets the lake rank what `score()` is asked to, and answer its own functions. The tree can only be evaluated
 * afterwards, not mapped again. Results are those of groq-js.
 */
export const useRanking = (tree: GroqNode): GroqNode =>
  mapTree(tree, (node) => {
    if (node.type === 'Slice') return withCut(node)
    return rankingNode(withScoredMatches(node) ?? node) ?? nativeCall(node) ?? node
  })

/** `score(…) [_score > 0] | order(_score desc) [0...20]` needs few of what was scored. */
function withCut(slice: GroqNode): GroqNode {
  const {base: ordered, left, right} = slice
  if (!isNode(ordered) || !isOrderByScore(ordered) || !isNode(ordered.base)) return slice
  const filtered = ordered.base
  const above = filtered.type === 'Filter' && isNode(filtered.expr) ? lowestScore(filtered.expr) : undefined
  if (above === undefined || !isNode(filtered.base) || !isNode(filtered.base.scored)) return slice
  if (typeof left !== 'number' || typeof right !== 'number' || left < 0 || right < 0) return slice
  const cut: Cut = {above, best: Math.max(1, right + 1)}
  const ranking = rankingNode(filtered.base.scored, cut)
  return ranking ? {...slice, base: {...ordered, base: {...filtered, base: ranking}}} : slice
}

function isOrderByScore({type, name, args}: GroqNode): boolean {
  if (type !== 'PipeFuncCall' || name !== 'order' || !Array.isArray(args)) return false
  const [first] = args
  return isNode(first) && first.type === 'Desc' && isNode(first.base) && isScore(withoutSteps(first.base))
}

/** The number that `_score > 0` compares with, if the condition says nothing else. */
function lowestScore(condition: GroqNode): number | undefined {
  const {type, op, left, right} = condition
  if (!isNode(left) || !isNode(right)) return undefined
  if (type === 'And' && isStep(left)) return lowestScore(right)
  const isComparison = type === 'OpCall' && op === '>' && isScore(left) && right.type === 'Value'
  return isComparison && typeof right.value === 'number' ? right.value : undefined
}

const isScore = ({type, name, base}: GroqNode): boolean =>
  type === 'AccessAttribute' && name === '_score' && base === undefined

/** What counts the steps of a sort stands around its key. */
function withoutSteps(key: GroqNode): GroqNode {
  if (key.type !== 'Select' || !Array.isArray(key.alternatives) || key.alternatives.length !== 1) return key
  const [alternative] = key.alternatives
  const isCounter = isNode(alternative) && isNode(alternative.condition) && isStep(alternative.condition)
  return isCounter && isNode(alternative.value) ? alternative.value : key
}
