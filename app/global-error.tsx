'use client'

import {ErrorView} from '@/components/ErrorView'
import {languageTags} from '@/lib/locales'
import {basePath} from '@/lib/urls'
import './globals.css'

/** Replaces the whole document when a root layout fails, so it reads the language from the URL. */
export default function GlobalError({error, retry}: {error: unknown; retry: () => void}) {
  const path = typeof window === 'undefined' ? basePath : window.location.pathname
  const locale = path === `${basePath}/en` || path.startsWith(`${basePath}/en/`) ? 'en' : 'zh'
  return (
    <html lang={languageTags[locale]}>
      <body>
        <ErrorView locale={locale} error={error} retry={retry} />
      </body>
    </html>
  )
}
