import {lastWords} from '@/lib/errorWords'
import type {Locale} from '@/lib/locales'
import {sitePath} from '@/lib/urls'

/** What is said when the error page itself fails: words and a link that need nothing else. */
export function LastWords({locale}: {locale: Locale}) {
  const {pageFailed, goHome} = lastWords[locale]
  return (
    <main>
      <h1>{pageFailed}</h1>
      <a href={sitePath(locale, '/')}>{goHome}</a>
    </main>
  )
}
