import {languageCookieString} from '../lib/languageCookie.ts'
import {languageTags, locales} from '../lib/locales.ts'

/**
 * Remembers the language that a visitor chooses by following a link to the same page in the other one. Written in the
 * browser, so that no page has to answer with a cookie, which would keep caches from sharing it.
 */
export function rememberLanguage(): void {
  document.addEventListener('click', ({target}) => {
    const link = target instanceof Element ? target.closest('a[hreflang]') : null
    const locale = locales.find((candidate) => languageTags[candidate] === link?.getAttribute('hreflang'))
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and in older browsers
    if (locale) document.cookie = languageCookieString(locale)
  })
}
