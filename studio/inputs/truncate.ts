/** Characters as wide as two letters: Han, CJK punctuation, full-width forms. */
const wide = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u

/** Returns the width of a text in letters; a Chinese character counts as two. */
export function displayWidth(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0)
}

/** Truncates a text to a width like search engines do: English between words. */
export function truncate(text: string, maxWidth: number): string {
  if (displayWidth(text) <= maxWidth) return text
  let cut = ''
  for (const character of text) {
    if (displayWidth(cut + character) > maxWidth - 2) break
    cut += character
  }
  const lastSpace = cut.lastIndexOf(' ')
  const next = text.charAt(cut.length)
  const isInWord = /\w/.test(next) && /\w/.test(cut.at(-1) ?? '') && lastSpace > 0
  return `${(isInWord ? cut.slice(0, lastSpace) : cut).trimEnd()} …`
}
