import {translator} from '@/i18n/translator'
import {type Locale, languageTags} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import {sitePath} from '@/lib/urls'
import styles from './LanguageSwitch.module.css'

/**
 * The same page in the other language. A plain link: the languages have documents of their own, so the browser loads
 * the page whole, and it works without JavaScript.
 */
export function LanguageSwitch({locale, route = '/'}: {locale: Locale; route?: Route | undefined}) {
  const other: Locale = locale === 'zh' ? 'en' : 'zh'
  const words = translator(locale, 'site')
  return (
    <a
      className={styles.switch}
      href={sitePath(other, route)}
      hrefLang={languageTags[other]}
      lang={languageTags[other]}
    >
      {words('otherLanguage')}
    </a>
  )
}
