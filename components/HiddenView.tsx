'use client'

import {hiddenWords} from '@/lib/errorWords'
import type {Locale} from '@/lib/locales'
import {sitePath} from '@/lib/urls'
import {ErrorPlate} from './ui/ErrorPlate'

/**
 * What a known address shows while its page is hidden. Next sends it along with every page, so it is drawn in the
 * browser, from what the error page brings anyway, and has neither header nor footer.
 */
export function HiddenView({locale}: {locale: Locale}) {
  const {title, backHome} = hiddenWords[locale]
  return (
    <main>
      <title>{title}</title>
      <ErrorPlate status={404} title={title}>
        <a href={sitePath(locale, '/')}>{backHome}</a>
      </ErrorPlate>
    </main>
  )
}
