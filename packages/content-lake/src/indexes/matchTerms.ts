/**
 * Tokenizes texts and patterns exactly as groq-js does for `match`, which the index has to agree with. groq-js's own
 * regular expressions overflow the stack on long words and take hours on long rows of dots; these are linear.
 */
const TOKENS = /[^!@#$%^&*(),\\/?";:{}|[\]+<>\s-]+/g
const PATTERN_TERMS = /[^!@#$%^&(),\\/?";:{}|[\]+<>\s-]+/g
const MAX_TERM_LENGTH = 1024

/** Scripts without spaces between words, and everything behind them: one token is often a whole sentence. */
const WIDE = /[\u2e80-\uffff]/

export const isWide = (folded: string): boolean => WIDE.test(folded)

/** Where a Latin word or a number touches Chinese, or punctuation that does not end a word in `match`. */
const SEAMS =
  /(?<=[0-9A-Za-z\u00c0-\u024f])(?=[\u2014\u201c\u201d\u2026\u2e80-\uffff])|(?<=[\u2014\u201c\u201d\u2026\u2e80-\uffff])(?=[0-9A-Za-z\u00c0-\u024f])/g

/** A text as searches read it, with the words of `使用LIMS、ADVP` apart, which are one word to `match`. */
export const withWordsApart = (text: string): string => text.replace(SEAMS, ' ')

/** A text without the dots next to its words: `text.replace(/(\b\.+|\.+\b)/g, '')`. */
export function withoutDots(text: string): string {
  if (!text.includes('.')) return text
  const isWordAt = (index: number): boolean => /\w/.test(text.charAt(index))
  return text.replace(/\.+/g, (dots, start: number) =>
    isWordAt(start - 1) || isWordAt(start + dots.length) ? '' : dots,
  )
}

/** Iterates over the folded words of a text: too many for an array in a long one. */
export function* eachToken(text: string): Generator<string> {
  for (const [token] of fold(withoutDots(text)).matchAll(TOKENS)) yield token
}

/** The terms of a pattern as written: `*` matches anything, `.` one character. */
export const patternTerms = (pattern: string): string[] =>
  (withoutDots(pattern).match(PATTERN_TERMS) ?? []).map((term) => term.slice(0, MAX_TERM_LENGTH))

/** The terms of a pattern, folded. */
export const termsOf = (pattern: string): string[] => patternTerms(pattern).map(fold)

/** Returns whether a folded token matches a folded term, like `/^…$/i` with `.*` for `*`, but never exponentially. */
export function isLike(token: string, term: string): boolean {
  let [at, from] = [0, 0]
  let star = -1
  let resumeAt = 0
  while (at < token.length) {
    const code = term.charCodeAt(from)
    if (code === STAR) {
      star = from
      from += 1
      resumeAt = at
    } else if (code === DOT || code === token.charCodeAt(at)) {
      at += 1
      from += 1
    } else if (star === -1) return false
    else {
      from = star + 1
      resumeAt += 1
      at = resumeAt
    }
  }
  while (term.charCodeAt(from) === STAR) from += 1
  return from === term.length
}

const STAR = 42
const DOT = 46

/** Case folding as by a regular expression with the flag `i`. */
export function fold(text: string): string {
  if (text.length <= FOLDED_AT_ONCE) return foldPart(text)
  const parts: string[] = []
  for (let start = 0; start < text.length; start += FOLDED_AT_ONCE) {
    parts.push(foldPart(text.slice(start, start + FOLDED_AT_ONCE)))
  }
  return parts.join('')
}

/** Flattens a string built letter by letter, which takes many times its length in memory. */
const FOLDED_AT_ONCE = 4096

function foldPart(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with them.
  if (/^[\x00-\x7f\u2e80-\u9fff\uff01-\uff20]*$/.test(text)) return text.toUpperCase()
  let folded = ''
  for (let index = 0; index < text.length; index += 1) folded += foldUnit(text.charAt(index))
  return folded
}

/** `Canonicalize` of ECMAScript: letter by letter, and never from outside ASCII into it. */
function foldUnit(unit: string): string {
  const upper = unit.toUpperCase()
  if (upper.length !== 1 || (unit > '\x7f' && upper <= '\x7f')) return unit
  return upper
}
