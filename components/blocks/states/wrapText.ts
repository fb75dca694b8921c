const wide = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/

/** Estimated width of a text in ems: a Han character is one, a Latin letter about half. */
export function textWidth(text: string): number {
  return [...text].reduce((sum, letter) => sum + (wide.test(letter) ? 1 : 0.56), 0)
}

/** Breaks a text into lines of at most `limit` ems: between words, and between Han characters. SVG does not wrap. */
export function wrapText(text: string, limit: number): string[] {
  const pieces =
    text.match(/[\u2e80-\u9fff\uf900-\ufaff][\uff00-\uffef\u3000-\u303f]*|[^\s\u2e80-\u9fff\uf900-\ufaff]+|\s+/g) ?? []
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
  return lines
}
