import {stegaClean} from '@sanity/client/stega'
import {splitStega} from '@/sanity/splitStega'

const wide = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/

const broad = /[A-Z0-9]/

/** Estimated width of a text in ems: a Han character is one, a Latin letter about half, a capital or digit somewhat more. */
export function textWidth(text: string): number {
  return [...stegaClean(text)].reduce(
    (sum, letter) => sum + (wide.test(letter) ? 1 : broad.test(letter) ? 0.64 : 0.54),
    0,
  )
}

/**
 * Breaks a text into lines of at most `limit` ems: between words, and between Han characters. SVG does not wrap.
 * In a preview strings carry invisible characters (stega), by which a click finds their field: they take no room, and
 * stay whole, behind the first line.
 */
export function wrapText(text: string, limit: number): string[] {
  const {cleaned, encoded} = splitStega(text)
  const pieces =
    cleaned.match(/[\u2e80-\u9fff\uf900-\ufaff][\uff00-\uffef\u3000-\u303f]*|[^\s\u2e80-\u9fff\uf900-\ufaff]+|\s+/g) ??
    []
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
