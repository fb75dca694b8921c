import type {Locale} from './locales.ts'

/** What search results have room for, in characters. */
const titleLengths = {zh: 32, en: 66} as const satisfies Record<Locale, number>

/** A page's title as its head gives it: with the site's name, which goes where there is no room for both. */
export function headTitle(title: string, siteName: string | null | undefined, locale: Locale): string {
  const both = [title, siteName].filter(Boolean).join(locale === 'zh' ? '｜' : ' | ')
  return both.length <= titleLengths[locale] ? both : title
}
