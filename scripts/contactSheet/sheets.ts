import type {Locale} from '../../lib/locales.ts'

export interface Screen {
  name: 'phone' | 'desk'
  width: number
  height: number
  /** Size of a screenshot on the sheet. */
  thumbnail: {width: number; height: number}
  columns: number
}

export const screens: readonly Screen[] = [
  {name: 'phone', width: 390, height: 844, thumbnail: {width: 220, height: 476}, columns: 10},
  {name: 'desk', width: 1440, height: 900, thumbnail: {width: 352, height: 220}, columns: 6},
]

export const schemes = ['light', 'dark'] as const

/** One file: all pages in one language, on one screen, in one colour scheme. */
export interface Sheet {
  locale: Locale
  screen: Screen
  scheme: (typeof schemes)[number]
}

export function sheetName({locale, screen, scheme}: Sheet): string {
  return `${locale}-${screen.name}-${scheme}.webp`
}

/** Returns the Markdown page that shows the sheets. */
export function indexOf(sheets: readonly Sheet[]): string {
  const entries = sheets.map((sheet) => {
    const {locale, screen, scheme} = sheet
    const language = locale === 'zh' ? 'Chinese' : 'English'
    const title = `${language}, ${screen.name} (${screen.width} × ${screen.height}), ${scheme}`
    return `## ${title}\n\n![The first screen of all 50 pages: ${title}](${sheetName(sheet)})\n`
  })
  const intro = 'The first screen of every page, as seeded. Made by `npm run contact-sheet`; do not edit by hand.'
  return ['# Contact sheet\n', `${intro}\n`, ...entries].join('\n')
}
