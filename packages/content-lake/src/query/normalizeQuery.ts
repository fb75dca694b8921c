import {queryParseError} from '../errors.ts'

/** A string literal, a comment, or one other character; strings may run over lines. */
const TOKENS = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\/[^\n]*|[\s\S]/g
const ESCAPES = /\\(?:u\{([0-9a-fA-F]+)\}|u[0-9a-fA-F]{4}|['"\\/bfnrt])|\\/g
const MAX_CODE_POINT = 0x10ffff

/**
 * Writes a query in the part of GROQ that groq-js reads as the specification says: it cuts `\u{1F600}` down to sixteen
 * bits, takes any letter after a backslash, and wants a line break after the last comment.
 */
export function normalizeQuery(query: string): string {
  const ended = query.includes('//') ? `${query}\n` : query
  if (!query.includes('\\')) return ended
  const tokens = Array.from(ended.matchAll(TOKENS), ({0: token, index}) =>
    token.length > 1 && !token.startsWith('//') ? withPlainEscapes(token, index, query) : token,
  )
  return tokens.join('')
}

function withPlainEscapes(literal: string, position: number, query: string): string {
  return literal.replace(ESCAPES, (sequence, hex: string | undefined, offset: number) => {
    const start = position + offset
    if (sequence === '\\') throw queryParseError('Invalid escape sequence in a string', query, start, start + 2)
    if (hex === undefined) return sequence
    const codePoint = Number.parseInt(hex, 16)
    if (codePoint > MAX_CODE_POINT) {
      throw queryParseError(`There is no Unicode character ${hex}`, query, start, start + sequence.length)
    }
    return unicodeEscapes(codePoint)
  })
}

/** `\uXXXX`, or two of them for a character beyond sixteen bits. */
const unicodeEscapes = (codePoint: number): string =>
  String.fromCodePoint(codePoint)
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
