import {callNative, type Evaluate, type GroqNode, isNode} from '../groq.ts'
import {countWork, workOfComparing} from '../limits/countSteps.ts'
import {compileTerms, lengthOfTexts, type Term} from '../matchText.ts'
import {textPatterns} from '../textSearch.ts'
import {readerOf as readerOfPath} from './fieldOrder.ts'
import {fieldPath} from './fieldReads.ts'

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
  return paths.every((path) => path !== undefined) ? paths : undefined
}
