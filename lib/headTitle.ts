import type {Locale} from './locales.ts'

/** Longest title that search results show in full, in characters. */
const titleLengths = {zh: 32, en: 66} as const satisfies Record<Locale, number>

/** Returns the content of a page's `<title>`: with the site's name, unless both together are too long. */
export function headTitle(title: string, siteName: string | null | undefined, locale: Locale): string {
  const both = [title, siteName].filter(Boolean).join(locale === 'zh' ? '｜' : ' | ')
  return both.length <= titleLengths[locale] ? both : title
}
