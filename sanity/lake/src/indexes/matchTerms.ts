/** As groq-js takes texts and patterns apart for `match`; what the index holds has to agree with it to the letter. */
export const DOTS_AT_WORDS = /(\b\.+|\.+\b)/g
export const TOKENS = /([^!@#$%^&*(),\\/?";:{}|[\]+<>\s-])+/g
export const PATTERN_TERMS = /([^!@#$%^&(),\\/?";:{}|[\]+<>\s-])+/g
export const MAX_TERM_LENGTH = 1024

/** Scripts without spaces between words, and everything behind them: one token is often a whole sentence. */
const WIDE = /[\u2e80-\uffff]/

export const isWide = (folded: string): boolean => WIDE.test(folded)

/** The words of a text, folded. */
export const tokensOf = (text: string): string[] => (text.replace(DOTS_AT_WORDS, '').match(TOKENS) ?? []).map(fold)

/** The terms of a pattern, folded; `*` stands for anything, and so does a `.` for one character. */
export const termsOf = (pattern: string): string[] =>
  (pattern.replace(DOTS_AT_WORDS, '').match(PATTERN_TERMS) ?? []).map((term) => fold(term.slice(0, MAX_TERM_LENGTH)))

/** One spelling for all that a regular expression with the flag `i` takes for the same. */
function fold(text: string): string {
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
