import {stegaClean} from '@sanity/client/stega'
import {splitStega} from '@/sanity/splitStega'

const wide = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/

const broad = /[A-Z0-9]/

/** Estimated width in ems: Han 1, capitals and digits 0.64, other letters 0.54. */
export function textWidth(text: string): number {
  return [...stegaClean(text)].reduce(
    (sum, letter) => sum + (wide.test(letter) ? 1 : broad.test(letter) ? 0.64 : 0.54),
    0,
  )
}

/** A Han character with the punctuation after it, a word, or spaces; no-break spaces join what is around them. */
const unbroken =
  /(?:[\u2e80-\u9fff\uf900-\ufaff][\uff00-\uffef\u3000-\u303f]*|[^\s\u2e80-\u9fff\uf900-\ufaff]+)(?:\u00a0[^\s\u2e80-\u9fff\uf900-\ufaff]*[\u2e80-\u9fff]?[\uff00-\uffef\u3000-\u303f]*)*|\s+/g

/**
 * Wraps a text at `limit` ems, between words and between Han characters: SVG does not. Stega has no width and stays
 * whole behind the first line.
 */
export function wrapText(text: string, limit: number): string[] {
  const {cleaned, encoded} = splitStega(text)
  const pieces = cleaned.match(unbroken) ?? []
  const lines: string[] = []
  let line = ''
  for (const piece of pieces) {
    if (line && textWidth(line + piece.trim()) > limit) {
      lines.push(line.trim())
      line = ''
    }
    line += line ? piece : piece.trimStart()
  }
  if (line.trim()) lines.push(line.trim())
  return lines.map((words, index) => (index === 0 ? words + encoded : words))
}
