import {readFile} from 'node:fs/promises'
import {join} from 'node:path'
import ranges from '@fontsource/noto-sans-sc/unicode.json'

const files = join(process.cwd(), 'node_modules/@fontsource/noto-sans-sc/files')

type Weight = 400 | 700

interface Font {
  name: string
  weight: Weight
  style: 'normal'
  data: Buffer
}

/** The Noto Sans SC subsets that cover the text, each under a name of its own: glyphs are looked up by name. */
export async function loadFonts(text: string, weight: Weight): Promise<Font[]> {
  const names = chooseSubsets(text, ranges).subsets.map((name) => name.replace(/[[\]]/g, ''))
  return Promise.all(
    names.map(async (name) => ({
      name: `Noto Sans SC ${name}`,
      weight,
      style: 'normal' as const,
      data: await readFile(join(files, `noto-sans-sc-${name}-${weight}-normal.woff`)),
    })),
  )
}

/** The text without characters that the font lacks. */
export function settable(text: string): string {
  return chooseSubsets(text, ranges).text
}

type Range = readonly [from: number, to: number]

/** Parses a CSS `unicode-range`: `U+0131,U+4e00-4e05`. */
export function parseUnicodeRange(text: string): Range[] {
  return text.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}

interface SubsetChoice {
  /** Names of the subsets that cover the text. */
  subsets: string[]
  /** The text without uncovered characters, such as emoji. */
  text: string
}

/** Scripts that the font has. Its ranges name others, too, of which it has no glyph. */
const scripts =
  /[\p{Script=Common}\p{Script=Latin}\p{Script=Han}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Picks the few of a Chinese font's hundred subsets that a text needs. */
export function chooseSubsets(text: string, ranges: Readonly<Record<string, string>>): SubsetChoice {
  const known = Object.entries(ranges).map(([name, range]) => ({name, ranges: parseUnicodeRange(range)}))
  const holding = (character: string) => {
    if (!scripts.test(character)) return undefined
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
