import {readFile} from 'node:fs/promises'
import {join} from 'node:path'
import unicodeRanges from '@fontsource/noto-sans-sc/unicode.json'

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
  const names = chooseSubsets(text, notoSansSc()).subsets.map((name) => name.replace(/[[\]]/g, ''))
  return Promise.all(
    names.map(async (name) => ({
      name: `Noto Sans SC ${name}`,
      weight,
      style: 'normal' as const,
      data: await readFont(join(files, `noto-sans-sc-${name}-${weight}-normal.woff`)),
    })),
  )
}

/** Kept as the same buffers: the renderer knows a font that it has parsed by its buffer. */
const buffers = new Map<string, Promise<Buffer>>()

function readFont(file: string): Promise<Buffer> {
  const known = buffers.get(file)
  if (known) return known
  const buffer = readFile(file)
  buffers.set(file, buffer)
  // A failure is not kept: too many files may have been open.
  buffer.catch(() => buffers.delete(file))
  return buffer
}

/** The text without characters that the font lacks. */
export function dropMissingGlyphs(text: string): string {
  return chooseSubsets(text, notoSansSc()).text
}

/** The name of the subset that holds a character, by its code point. */
type SubsetIndex = ReadonlyMap<number, string>

let index: SubsetIndex | undefined

/** Built once: a picture asks for each of its characters several times, and a publish may draw a hundred pictures. */
function notoSansSc(): SubsetIndex {
  index ??= indexSubsets(unicodeRanges)
  return index
}

/** Reads the CSS `unicode-range` of each subset, such as `U+0131,U+4e00-4e05`; of several that match the first counts. */
export function indexSubsets(ranges: Readonly<Record<string, string>>): SubsetIndex {
  const subsets = new Map<number, string>()
  for (const [name, list] of Object.entries(ranges)) {
    for (const part of list.split(',')) {
      const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-')
      const last = Number.parseInt(to, 16)
      for (let code = Number.parseInt(from, 16); code <= last; code++) {
        if (!subsets.has(code)) subsets.set(code, name)
      }
    }
  }
  return subsets
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
export function chooseSubsets(text: string, subsetOf: SubsetIndex): SubsetChoice {
  const subsets = new Set<string>()
  let held = ''
  for (const character of text) {
    const subset = scripts.test(character) ? subsetOf.get(character.codePointAt(0) ?? 0) : undefined
    if (subset === undefined) continue
    subsets.add(subset)
    held += character
  }
  return {subsets: [...subsets], text: held}
}
