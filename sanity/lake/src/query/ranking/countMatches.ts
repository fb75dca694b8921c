import {DOTS_AT_WORDS, MAX_TERM_LENGTH, PATTERN_TERMS, TOKENS} from '../../indexes/matchTerms.ts'

/** How many tokens of a text a term of a pattern matches. */
export type CountMatches = (text: string) => number

/** What no token holds. */
const DELIMITERS = '!@#$%^&*(),\\\\/?";:{}|[\\]+<>\\s-'
const PLAIN_TERM = /^(\*?)([^*.]+)(\*?)$/

const withoutDots = (text: string): string => (text.includes('.') ? text.replace(DOTS_AT_WORDS, '') : text)

/**
 * Compiles the terms of a pattern. Each counts as groq-js does, which takes a text apart and compares token by token;
 * for all but rare patterns this goes through the text once instead, and makes nothing of it.
 */
export const compileTerms = (pattern: string): CountMatches[] =>
  (pattern.replace(DOTS_AT_WORDS, '').match(PATTERN_TERMS) ?? []).map((term) =>
    compileTerm(term.slice(0, MAX_TERM_LENGTH)),
  )

function compileTerm(term: string): CountMatches {
  const [, before, core, behind] = PLAIN_TERM.exec(term) ?? []
  if (core === undefined) return tokenByToken(term)
  const start = before ? '' : `(?<![^${DELIMITERS}])`
  // The rest of the token is passed over, so that it counts once.
  const end = behind ? `[^${DELIMITERS}]*` : `(?![^${DELIMITERS}])`
  const token = new RegExp(`${start}${core}${end}`, 'gi')
  return (text) => withoutDots(text).match(token)?.length ?? 0
}

function tokenByToken(term: string): CountMatches {
  const pattern = new RegExp(`^${term.replace(/\*/g, '.*')}$`, 'i')
  return (text) => (withoutDots(text).match(TOKENS) ?? []).filter((token) => pattern.test(token)).length
}
