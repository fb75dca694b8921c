import {callNative, type Evaluate} from '../callNative.ts'
import {type GroqNode, isNode} from '../groq.ts'
import {isNever, step} from '../limits/steps.ts'
import {compileScore, type Score} from './compileScore.ts'

/** What the steps behind a `score()` will drop, so that it need not be made. */
export interface Cut {
  /** Scores have to be above this. */
  above: number
  /** So many of the best are enough, and those that are as good as the last of them. */
  best: number
}

const NO_CUT: Cut = {above: Number.NEGATIVE_INFINITY, best: Number.POSITIVE_INFINITY}

interface Ranked {
  value: object
  score: number
}

/**
 * A node that does what `score()` does, in groq-js's order, without taking every text apart and without copying what is
 * dropped next. Undefined for another node.
 */
export function rankingNode(node: GroqNode, cut: Cut = NO_CUT): GroqNode | undefined {
  const {base, args} = node
  if (node.type !== 'PipeFuncCall' || node.name !== 'score' || !isNode(base) || !Array.isArray(args)) return undefined
  const isCounted = args.some((argument) => isNode(argument) && isNever(argument))
  const scores = args.flatMap((argument) => (isNode(argument) && !isNever(argument) ? [compileScore(argument)] : []))
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
  const ranked: Ranked[] = []
  for (const value of values) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue
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
