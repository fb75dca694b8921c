type Range = readonly [from: number, to: number]

/** Reads a CSS `unicode-range`: `U+0131,U+4e00-4e05`. */
export function parseUnicodeRange(text: string): Range[] {
  return text.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}

export interface SubsetChoice {
  /** The names of the subsets that hold the text's characters. */
  subsets: string[]
  /** The text without what no subset holds, emoji for instance: nothing may be looked for elsewhere. */
  text: string
}

/** A Chinese font comes in a hundred files by ranges of characters; a line of text needs a few of them. */
export function chooseSubsets(text: string, ranges: Readonly<Record<string, string>>): SubsetChoice {
  const known = Object.entries(ranges).map(([name, range]) => ({name, ranges: parseUnicodeRange(range)}))
  const holding = (character: string) => {
    const code = character.codePointAt(0) ?? 0
    return known.find((subset) => subset.ranges.some(([from, to]) => code >= from && code <= to))?.name
  }
  const characters = [...text].map((character) => ({character, subset: holding(character)}))
  const held = characters.filter(({subset}) => subset !== undefined)
  return {
    subsets: [...new Set(held.flatMap(({subset}) => subset ?? []))],
    text: held.map(({character}) => character).join(''),
  }
}
