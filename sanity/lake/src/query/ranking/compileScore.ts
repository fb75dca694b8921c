import type {Evaluate} from '../callNative.ts'
import {type GroqNode, isNode} from '../groq.ts'
import {textPatterns} from '../textScope.ts'
import {type CountMatches, compileTerms} from './countMatches.ts'

/** The score of one object by one argument of `score()`. `evaluate` does so in the scope of the call. */
export type Score = (value: object, evaluate: Evaluate) => number

/**
 * Compiles an argument of `score()` to what groq-js does with it. Undefined for a `match` whose sides only an
 * evaluation tells.
 */
export function compileScore(node: GroqNode): Score | undefined {
  const {type, left, right} = node
  if (type === 'OpCall' && node.op === 'match')
    return isNode(left) && isNode(right) ? matchScore(left, right) : undefined
  if (type === 'FuncCall' && node.name === 'boost') return boostScore(node)
  if ((type === 'And' || type === 'Or') && isNode(left) && isNode(right)) {
    const [first, second] = [compileScore(left), compileScore(right)]
    return first && second && (type === 'And' ? bothOf(first, second) : sumOf(first, second))
  }
  // As the condition of a filter it has the scope that it has in a score.
  return (value, evaluate) => {
    const {data} = evaluate({type: 'Filter', base: {type: 'Value', value: [value]}, expr: node})
    return Array.isArray(data) ? data.length : 0
  }
}

function boostScore({args}: GroqNode): Score | undefined {
  const [boosted, boost]: unknown[] = Array.isArray(args) ? args : []
  const amount = isNode(boost) && boost.type === 'Value' ? boost.value : undefined
  const inner = isNode(boosted) ? compileScore(boosted) : undefined
  if (!inner || typeof amount !== 'number') return undefined
  return (value, evaluate) => {
    const score = inner(value, evaluate)
    return score > 0 ? score + amount : 0
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

function matchScore(left: GroqNode, right: GroqNode): Score | undefined {
  const read = readerOf(left)
  const terms = textPatterns(right)?.flatMap(compileTerms)
  if (!read || !terms) return undefined
  return (value) => {
    const texts = read(value)
    let score = 0
    for (const count of terms) score += weightOf(countIn(texts, count))
    return score
  }
}

/** As groq-js weighs how often a term was found. */
const weightOf = (frequency: number): number => (frequency * 2.2) / (frequency + 1.2)

function countIn(texts: readonly unknown[], count: CountMatches): number {
  let found = 0
  for (const text of texts) if (typeof text === 'string') found += count(text)
  return found
}

type Read = (value: object) => readonly unknown[]

/** Reads the texts of a field, or of a list of fields. */
function readerOf(node: GroqNode): Read | undefined {
  const path = fieldPath(node)
  if (path) {
    return (value) => {
      const found = valueAt(value, path)
      return Array.isArray(found) ? found : [found]
    }
  }
  if (node.type !== 'Array' || !Array.isArray(node.elements)) return undefined
  const paths = node.elements.map((element) =>
    isNode(element) && element.isSplat !== true && isNode(element.value) ? fieldPath(element.value) : undefined,
  )
  const known = paths.filter((found) => found !== undefined)
  return known.length === paths.length ? (value) => known.map((found) => valueAt(value, found)) : undefined
}

/** `title.zh` → title, zh. */
function fieldPath({type, name, base}: GroqNode): string[] | undefined {
  if (type !== 'AccessAttribute' || typeof name !== 'string') return undefined
  if (base === undefined) return [name]
  const start = isNode(base) ? fieldPath(base) : undefined
  return start && [...start, name]
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null || Array.isArray(found) || !Object.hasOwn(found, name)) return null
    found = Reflect.get(found, name)
  }
  return found
}
