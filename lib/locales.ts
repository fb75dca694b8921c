import {languageCookie} from './constants.ts'

/** The two languages of the site. Chinese is the default and the fallback. */
export const locales = ['zh', 'en'] as const

export type Locale = (typeof locales)[number]

export const defaultLocale = 'zh' satisfies Locale

/** BCP 47 tags for `<html lang>` and hreflang. */
export const languageTags = {zh: 'zh-CN', en: 'en'} as const satisfies Record<Locale, string>

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value)
}

/**
 * Returns the cookie with a visitor's choice of language, for `document.cookie` and `Set-Cookie`. The language switch
 * sets it in the browser, and the server on the root path, the only one that depends on it: all other pages can be
 * cached.
 */
export function languageCookieString(locale: Locale): string {
  return `${languageCookie.name}=${locale}; Max-Age=${languageCookie.maxAgeSeconds}; Path=/; SameSite=Lax`
}
