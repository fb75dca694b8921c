import {readFile} from 'node:fs/promises'
import {join} from 'node:path'
import ranges from '@fontsource/noto-sans-sc/unicode.json'
import {chooseSubsets} from './fontSubsets'

const files = join(process.cwd(), 'node_modules/@fontsource/noto-sans-sc/files')

type Weight = 400 | 700

interface Font {
  name: string
  weight: Weight
  style: 'normal'
  data: Buffer
}

/** The files of Noto Sans SC that hold the text's characters. Each has a name of its own: glyphs are sought by name. */
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

/** The text as far as the font can set it. */
export function settable(text: string): string {
  return chooseSubsets(text, ranges).text
}
