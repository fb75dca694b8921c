import {eachToken, fold, isLike, patternTerms, withoutDots} from '../../indexes/matchTerms.ts'

/** How many tokens of a text a term of a pattern matches. */
export type CountMatches = (text: string) => number

/** What no token holds. */
const DELIMITERS = '!@#$%^&*(),\\\\/?";:{}|[\\]+<>\\s-'
const PLAIN_TERM = /^(\*?)([^*.]+)(\*?)$/

/**
 * Compiles the terms of a pattern. Each counts as groq-js does, which takes a text apart and compares token by token;
 * for all but rare patterns this goes through the text once instead, and makes nothing of it.
 */
export const compileTerms = (pattern: string): CountMatches[] => patternTerms(pattern).map(compileTerm)

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
  const folded = fold(term)
  return (text) => {
    let count = 0
    for (const token of eachToken(text)) if (isLike(token, folded)) count += 1
    return count
  }
}
