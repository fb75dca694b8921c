import {eachToken, fold, isLike, patternTerms, withoutDots} from '../indexes/matchTerms.ts'
import type {NativeFunction} from './groq.ts'
import {countWork, workOfComparing} from './limits/countSteps.ts'

/**
 * `match`, equivalent to that of groq-js, whose regular expressions overflow the stack on long words, take hours on
 * long rows of dots, and put all words of a text into an array.
 */
export const matchText: NativeFunction = ([left, right], evaluate) => {
  const texts = textsOf(left && evaluate(left).data)
  const pattern = right && evaluate(right).data
  const patterns = textsOf(pattern)
  countWork(evaluate, workOfComparing(lengthOfTexts(texts), lengthOfTexts(patterns)))
  if (Array.isArray(pattern) && patterns.length < pattern.length) return false
  const terms = patterns.flatMap(compileTerms)
  return terms.length > 0 && terms.every((term) => texts.some((text) => term.isIn(text)))
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string') : []
}

export const lengthOfTexts = (texts: readonly unknown[]): number =>
  texts.reduce((sum: number, text) => sum + (typeof text === 'string' ? text.length : 0), 0)

/** A word of a pattern, compared with the tokens of texts. */
export interface Term {
  isIn(text: string): boolean
  /** Returns how many tokens match. */
  count(text: string): number
}

/** Compiles the terms of a pattern, equivalent to groq-js. */
export const compileTerms = (pattern: string): Term[] => patternTerms(pattern).map(compileTerm)

const DELIMITERS = '!@#$%^&*(),\\\\/?";:{}|[\\]+<>\\s-'
const PLAIN_TERM = /^(\*?)([^*.]+)(\*?)$/

/** groq-js compares token by token; all but rare terms need a single pass without allocations. */
function compileTerm(term: string): Term {
  const [, before, core, behind] = PLAIN_TERM.exec(term) ?? []
  if (core === undefined) return tokenByToken(fold(term))
  const start = before ? '' : `(?<![^${DELIMITERS}])`
  // Skip the rest of the token, so that it counts once.
  const end = behind ? `[^${DELIMITERS}]*` : `(?![^${DELIMITERS}])`
  const token = new RegExp(`${start}${core}${end}`, 'gi')
  return {
    isIn: (text) => withoutDots(text).search(token) !== -1,
    count: (text) => withoutDots(text).match(token)?.length ?? 0,
  }
}

const tokenByToken = (folded: string): Term => ({
  isIn(text) {
    for (const token of eachToken(text)) if (isLike(token, folded)) return true
    return false
  },
  count(text) {
    let count = 0
    for (const token of eachToken(text)) if (isLike(token, folded)) count += 1
    return count
  },
})

/** `id in path("drafts.**")`: `*` is one segment, `**` one or more. groq-js uses a regular expression that backtracks. */
export function compilePath(pattern: string): (text: string) => boolean {
  const wanted = pattern.split('.')
  return (text) => matchesParts(text.split('.'), wanted)
}

function matchesParts(parts: readonly string[], wanted: readonly string[]): boolean {
  // Each takes one part at least, so a long pattern takes no more time than an id.
  if (wanted.length > parts.length) return false
  /** How many parts the pattern so far may have matched, in order. */
  let ends = [0]
  for (const name of wanted) {
    const [first = parts.length] = ends
    if (name === '**') ends = [...parts.keys()].slice(first).map((index) => index + 1)
    else ends = ends.filter((end) => parts[end] === name || (name === '*' && parts[end])).map((end) => end + 1)
  }
  return ends.includes(parts.length)
}
