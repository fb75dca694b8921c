import {isRecord} from '../../json.ts'
import {
  argsOf,
  calledBy,
  callNative,
  type Evaluate,
  type GroqNode,
  holds,
  isNode,
  isPipe,
  itemsOf,
  mapTree,
} from '../groq.ts'
import {countingLength, countWork, isNever, isStep, step, workOfComparing} from '../limits/countSteps.ts'
import {compileTerms, lengthOfTexts, type Term} from '../matchText.ts'
import {nativeCall, withScoredMatches} from '../nativeFunctions.ts'
import {textPatterns} from '../textSearch.ts'
import {readerOf as readerOfPath} from './fieldOrder.ts'
import {fieldList, fieldOrder, fieldPath, firstOf, withoutSteps} from './fieldReads.ts'

/**
 * Replaces `score()`, orders and lists of fields, filters of which a slice keeps the first, and native functions by the
 * lake's own implementations, equivalent to groq-js. The result can be evaluated, but not mapped again.
 */
export const useRanking = (tree: GroqNode): GroqNode =>
  mapTree(tree, (node) => {
    if (node.type === 'Slice') {
      const cut = withCut(firstOf(node) ?? node)
      return countingLength(cut) ?? cut
    }
    const ranked = rankingNode(withScoredMatches(node) ?? node) ?? fieldOrder(node) ?? firstOf(node)
    const list = node.list === undefined ? fieldList(node) : undefined
    return ranked ?? list ?? nativeCall(node) ?? node
  })

/** `score(…) [_score > 0] | order(_score desc) [0...20]` needs only the top results. */
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

function isOrderByScore(node: GroqNode): boolean {
  const [first] = isPipe(node, 'order') ? argsOf(node) : []
  return first?.type === 'Desc' && isNode(first.base) && isScore(withoutSteps(first.base))
}

/** The threshold of `_score > 0`, if the condition is nothing else. */
function lowestScore(condition: GroqNode): number | undefined {
  const {type, op, left, right} = condition
  if (!isNode(left) || !isNode(right)) return undefined
  if (type === 'And' && isStep(left)) return lowestScore(right)
  const isComparison = type === 'OpCall' && op === '>' && isScore(left) && right.type === 'Value'
  return isComparison && typeof right.value === 'number' ? right.value : undefined
}

const isScore = ({type, name, base}: GroqNode): boolean =>
  type === 'AccessAttribute' && name === '_score' && base === undefined

/** Limits implied by the steps after `score()`. */
interface Cut {
  above: number
  best: number
}

const NO_CUT: Cut = {above: Number.NEGATIVE_INFINITY, best: Number.POSITIVE_INFINITY}

/**
 * `score()` in groq-js's order, without tokenizing every text or copying what is discarded. Undefined for other nodes.
 */
function rankingNode(node: GroqNode, cut: Cut = NO_CUT): GroqNode | undefined {
  const {base} = node
  if (!isPipe(node, 'score') || !isNode(base)) return undefined
  const args = argsOf(node)
  const isCounted = args.some(isNever)
  const scores = args.filter((argument) => !isNever(argument)).map(compileScore)
  const native = callNative(
    ([documents], evaluate) => (documents ? rank(evaluate(documents).data, scores, {cut, isCounted, evaluate}) : null),
    [base],
  )
  return {...native, scored: node}
}

interface Ranking {
  cut: Cut
  isCounted: boolean
  evaluate: Evaluate
}

function rank(values: unknown, scores: readonly Score[], {cut, isCounted, evaluate}: Ranking): unknown {
  if (!Array.isArray(values)) return null
  const ranked: {value: object; score: number}[] = []
  for (const value of values) {
    if (!isRecord(value)) continue
    if (isCounted) evaluate(step)
    let score: number = typeof value._score === 'number' ? value._score : 0
    for (const scoreOf of scores) score += scoreOf(value, evaluate)
    if (score > cut.above) ranked.push({value, score})
  }
  ranked.sort((left, right) => right.score - left.score)
  const last = ranked[cut.best - 1]
  const kept = last ? ranked.filter(({score}) => score >= last.score) : ranked
  return kept.map(({value, score}) => ({...value, _score: score}))
}

type Score = (value: object, evaluate: Evaluate) => number

/** Compiles an argument of `score()`, equivalent to groq-js. */
function compileScore(node: GroqNode): Score {
  const {type, left, right} = node
  if (isNode(left) && isNode(right)) {
    if (type === 'OpCall' && node.op === 'match') return matchScore(left, right)
    if (type === 'And' || type === 'Or') return sumOf(compileScore(left), compileScore(right), type === 'And')
  }
  const [boosted, amount] = calledBy(node) === 'global::boost' ? argsOf(node) : []
  if (boosted && amount) return boostScore(compileScore(boosted), amount)
  return (value, evaluate) => Number(holds(node, value, evaluate))
}

function boostScore(boosted: Score, amount: GroqNode): Score {
  const read = evaluated(amount)
  return (value, evaluate) => {
    const score = boosted(value, evaluate)
    if (score <= 0) return 0
    const boost = read(value, evaluate)
    return typeof boost === 'number' ? score + boost : 0
  }
}

/** Evaluates a node as a filter's condition, which has the same scope. */
function evaluated(node: GroqNode): (value: object, evaluate: Evaluate) => unknown {
  if (node.type === 'Value') return () => node.value
  return (value, evaluate) => {
    let data: unknown
    const expr = callNative(
      ([part], evaluateThere) => {
        data = part && evaluateThere(part).data
        return null
      },
      [node],
    )
    evaluate({type: 'Filter', base: {type: 'Value', value: [value]}, expr})
    return data
  }
}

const sumOf =
  (left: Score, right: Score, needsBoth: boolean): Score =>
  (value, evaluate) => {
    const [one, two] = [left(value, evaluate), right(value, evaluate)]
    return needsBoth && (one === 0 || two === 0) ? 0 : one + two
  }

function matchScore(left: GroqNode, right: GroqNode): Score {
  const readTexts = readerOf(left)
  const constant = textPatterns(right)
  const known = constant?.flatMap(compileTerms)
  const readPatterns = evaluated(right)
  return (value, evaluate) => {
    const patterns = constant ?? textPatterns({type: 'Value', value: readPatterns(value, evaluate)}) ?? []
    const texts = patterns.length > 0 ? readTexts(value, evaluate) : []
    countWork(evaluate, workOfComparing(lengthOfTexts(texts), lengthOfTexts(patterns)))
    const terms = known ?? patterns.flatMap(compileTerms)
    let score = 0
    for (const term of terms) score += weightOf(countIn(texts, term))
    return score
  }
}

/** The weight of a term's frequency, as in groq-js. */
const weightOf = (frequency: number): number => (frequency * 2.2) / (frequency + 1.2)

function countIn(texts: readonly unknown[], term: Term): number {
  let found = 0
  for (const text of texts) if (typeof text === 'string') found += term.count(text)
  return found
}

type Read = (value: object, evaluate: Evaluate) => readonly unknown[]

/** Reads the matched texts, with a fast path for fields and lists of fields. */
function readerOf(node: GroqNode): Read {
  const paths = fieldPaths(node)
  if (paths) {
    const reads = paths.map(readerOfPath)
    return (value) => reads.map((read) => read(value))
  }
  const path = fieldPath(node)
  const read = path ? readerOfPath(path) : evaluated(node)
  return (value, evaluate) => {
    const found = read(value, evaluate)
    return Array.isArray(found) ? found : [found]
  }
}

/** `[title, body.text]` */
function fieldPaths(node: GroqNode): string[][] | undefined {
  const paths = itemsOf(node)?.map(fieldPath)
  return paths?.every((path) => path !== undefined) ? paths : undefined
}
