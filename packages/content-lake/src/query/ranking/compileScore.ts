import {eachToken, fold, isLike, patternTerms, withoutDots} from '../../indexes/matchTerms.ts'
import {callNative, type Evaluate, type GroqNode, isNode} from '../groq.ts'
import {countWork, workOfComparing} from '../limits/countSteps.ts'
import {lengthOfTexts} from '../matchText.ts'
import {textPatterns} from '../textSearch.ts'
import {fieldPath, readerOf as readerOfPath} from './fieldReads.ts'

export type Score = (value: object, evaluate: Evaluate) => number

/** Compiles an argument of `score()`, equivalent to groq-js. */
export function compileScore(node: GroqNode): Score {
  const {type, left, right, args} = node
  if (isNode(left) && isNode(right)) {
    if (type === 'OpCall' && node.op === 'match') return matchScore(left, right)
    if (type === 'And') return bothOf(compileScore(left), compileScore(right))
    if (type === 'Or') return sumOf(compileScore(left), compileScore(right))
  }
  if (type === 'FuncCall' && node.name === 'boost' && Array.isArray(args)) {
    const [boosted, amount]: unknown[] = args
    if (isNode(boosted) && isNode(amount)) return boostScore(compileScore(boosted), amount)
  }
  // Evaluated as a filter's condition, which has the same scope.
  return (value, evaluate) => {
    const {data} = evaluate({type: 'Filter', base: {type: 'Value', value: [value]}, expr: node})
    return Array.isArray(data) ? data.length : 0
  }
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
  (left: Score, right: Score): Score =>
  (value, evaluate) =>
    left(value, evaluate) + right(value, evaluate)

const bothOf =
  (left: Score, right: Score): Score =>
  (value, evaluate) => {
    const [one, two] = [left(value, evaluate), right(value, evaluate)]
    return one === 0 || two === 0 ? 0 : one + two
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
    for (const count of terms) score += weightOf(countIn(texts, count))
    return score
  }
}

/** The weight of a term's frequency, as in groq-js. */
const weightOf = (frequency: number): number => (frequency * 2.2) / (frequency + 1.2)

function countIn(texts: readonly unknown[], count: CountMatches): number {
  let found = 0
  for (const text of texts) if (typeof text === 'string') found += count(text)
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
  if (path) {
    const read = readerOfPath(path)
    return (value) => {
      const found = read(value)
      return Array.isArray(found) ? found : [found]
    }
  }
  const read = evaluated(node)
  return (value, evaluate) => {
    const found = read(value, evaluate)
    return Array.isArray(found) ? found : [found]
  }
}

/** `[title, body.text]` */
function fieldPaths(node: GroqNode): string[][] | undefined {
  if (node.type !== 'Array' || !Array.isArray(node.elements)) return undefined
  const paths = node.elements.map((element) =>
    isNode(element) && element.isSplat !== true && isNode(element.value) ? fieldPath(element.value) : undefined,
  )
  const known = paths.filter((found) => found !== undefined)
  return known.length === paths.length ? known : undefined
}

/** Counts the tokens of a text that match a term. */
type CountMatches = (text: string) => number

const DELIMITERS = '!@#$%^&*(),\\\\/?";:{}|[\\]+<>\\s-'
const PLAIN_TERM = /^(\*?)([^*.]+)(\*?)$/

/**
 * Compiles the terms of a pattern to counters equivalent to groq-js, which compares token by token; all but rare
 * patterns need a single pass without allocations.
 */
export const compileTerms = (pattern: string): CountMatches[] => patternTerms(pattern).map(compileTerm)

function compileTerm(term: string): CountMatches {
  const [, before, core, behind] = PLAIN_TERM.exec(term) ?? []
  if (core === undefined) return tokenByToken(term)
  const start = before ? '' : `(?<![^${DELIMITERS}])`
  // Skip the rest of the token, so that it counts once.
  const end = behind ? `[^${DELIMITERS}]*` : `(?![^${DELIMITERS}])`
  const token = new RegExp(`${start}${core}${end}`, 'gi')
  return (text) => withoutDots(text).match(token)?.length ?? 0
}

function tokenByToken(term: string): CountMatches {
  const folded = fold(term)
  return (text) => {
    let count = 0
    for (const token of eachToken(text)) if (isLike(token, folded)) count += 1
    return count
  }
}
