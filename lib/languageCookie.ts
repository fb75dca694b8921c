import {languageCookie} from './constants.ts'
import type {Locale} from './locales.ts'

/**
 * Returns the cookie with a visitor's choice of language, for `document.cookie` and `Set-Cookie`. The language switch
 * sets it in the browser, and the server on the root path, the only one that depends on it: all other pages can be
 * cached.
 */
export function languageCookieString(locale: Locale): string {
  return `${languageCookie.name}=${locale}; Max-Age=${languageCookie.maxAgeSeconds}; Path=/; SameSite=Lax`
}
