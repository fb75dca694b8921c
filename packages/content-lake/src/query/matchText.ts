import {eachToken, isLike, termsOf} from '../indexes/matchTerms.ts'
import {LruCache} from '../LruCache.ts'
import type {NativeFunction} from './groq.ts'
import {countWork, workOfComparing} from './limits/countSteps.ts'

/** Cached, as queries test the same pattern on every document. */
const compiled = new LruCache<string, readonly string[]>(200)
const MAX_KEPT_LENGTH = 1000

/**
 * `match`, equivalent to that of groq-js, whose regular expressions overflow the stack on long words, take hours on
 * long rows of dots, and put all words of a text into an array.
 */
export const matchText: NativeFunction = ([left, right], evaluate) => {
  const texts = textsOf(left && evaluate(left).data)
  const pattern = right && evaluate(right).data
  countWork(evaluate, workOfComparing(lengthOfTexts(texts), lengthOfTexts(textsOf(pattern))))
  const patterns = patternsOf(pattern)
  return patterns !== undefined && patterns.length > 0 && hasTokensLike(texts, patterns)
}

/** Returns whether each term matches some token. */
function hasTokensLike(texts: readonly string[], terms: readonly string[]): boolean {
  let missing = terms
  for (const text of texts) {
    for (const token of eachToken(text)) {
      if (missing.some((term) => isLike(token, term))) missing = missing.filter((term) => !isLike(token, term))
      if (missing.length === 0) return true
    }
  }
  return false
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string') : []
}

export const lengthOfTexts = (texts: readonly unknown[]): number =>
  texts.reduce((sum: number, text) => sum + (typeof text === 'string' ? text.length : 0), 0)

/** The terms of a pattern or a list of patterns; undefined for other values. */
function patternsOf(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return compile(value)
  if (!Array.isArray(value) || !value.every((part) => typeof part === 'string')) return undefined
  return value.flatMap(compile)
}

function compile(pattern: string): readonly string[] {
  if (pattern.length > MAX_KEPT_LENGTH) return termsOf(pattern)
  const terms = compiled.get(pattern) ?? termsOf(pattern)
  compiled.set(pattern, terms)
  return terms
}

const paths = new LruCache<string, (text: string) => boolean>(200)

/**
 * `id in path("drafts.**")`: `*` matches one segment, `**` one or more. Not a regular expression, as in groq-js, which
 * would backtrack exponentially.
 */
export function matchesPath(text: string, pattern: string): boolean {
  const known = paths.get(pattern) ?? compilePath(pattern)
  if (pattern.length <= MAX_KEPT_LENGTH) paths.set(pattern, known)
  return known(text)
}

function compilePath(pattern: string): (text: string) => boolean {
  const [, start] = /^([^*]+\.)\*\*$/.exec(pattern) ?? []
  if (start !== undefined) return (text) => text.startsWith(start)
  const wanted = pattern.split('.')
  return (text) => matchesParts(text.split('.'), wanted)
}

function matchesParts(parts: readonly string[], wanted: readonly string[]): boolean {
  let [at, from] = [0, 0]
  let star = -1
  let resumeAt = 0
  while (at < parts.length) {
    const part = wanted[from]
    if (part === '**') {
      star = from
      from += 1
      at += 1
      resumeAt = at
    } else if (part === parts[at] || (part === '*' && parts[at] !== '')) {
      at += 1
      from += 1
    } else if (star === -1) return false
    else {
      from = star + 1
      resumeAt += 1
      at = resumeAt
    }
  }
  return from === wanted.length
}
