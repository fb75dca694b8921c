import {languageCookie} from './constants.ts'
import type {Locale} from './locales.ts'

/**
 * The cookie that remembers a visitor's choice of language, as `document.cookie` and `Set-Cookie` take it. It is written
 * where a visitor chooses (the language switch, in the browser) and on the root path, the only one that depends on it:
 * every other page stays the same for everybody and can be cached.
 */
export function languageCookieString(locale: Locale): string {
  return `${languageCookie.name}=${locale}; Max-Age=${languageCookie.maxAgeSeconds}; Path=/; SameSite=Lax`
}
