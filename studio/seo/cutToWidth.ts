/** Characters as wide as two letters: Han, and the punctuation and forms that go with it. */
const wide = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u

/** How much room a text takes, in letters. */
export function widthOf(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0)
}

/** A text as a search engine cuts it that has room for so many letters; English is cut between words. */
export function cutToWidth(text: string, room: number): string {
  if (widthOf(text) <= room) return text
  let cut = ''
  for (const character of text) {
    if (widthOf(cut + character) > room - 2) break
    cut += character
  }
  const lastSpace = cut.lastIndexOf(' ')
  const next = text.charAt(cut.length)
  const isInWord = /\w/.test(next) && /\w/.test(cut.at(-1) ?? '') && lastSpace > 0
  return `${(isInWord ? cut.slice(0, lastSpace) : cut).trimEnd()} …`
}
