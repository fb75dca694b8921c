/** The two languages of the site. Chinese is the default and the fallback. */
export const locales = ['zh', 'en'] as const

export type Locale = (typeof locales)[number]

export const defaultLocale = 'zh' satisfies Locale

/** BCP 47 tags for `<html lang>` and hreflang. */
export const languageTags = {zh: 'zh-CN', en: 'en'} as const satisfies Record<Locale, string>

export function isLocale(value: unknown): value is Locale {
  return value === 'zh' || value === 'en'
}
