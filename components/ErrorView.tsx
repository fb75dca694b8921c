'use client'

import {useEffect} from 'react'
import {bar, reloadForCode} from '@/browser/navigation'
import {isChunkError} from '@/browser/reloadGuard'
import {describeError} from '@/lib/describeError'
import {errorWords, lastWords} from '@/lib/errorWords'
import type {Locale} from '@/lib/locales'
import {sitePath} from '@/lib/urls'
import {ErrorPageBoundary} from './ErrorPageBoundary'
import {ErrorPlate} from './ui/ErrorPlate'

interface ErrorViewProps {
  locale: Locale
  /** What was thrown. */
  error?: unknown
  /** Asks for the page once more. */
  retry?: () => void
}

/** What a page that failed shows; and where this fails as well, the plainest thing that can be shown. */
export function ErrorView(props: ErrorViewProps) {
  return (
    <ErrorPageBoundary locale={props.locale}>
      <ErrorPage {...props} />
    </ErrorPageBoundary>
  )
}

/** Its link is plain, as client navigation may be what failed. */
function ErrorPage({locale, error, retry}: ErrorViewProps) {
  const words = errorWords[locale]
  const {title, status} = describeError(error, locale)
  useEffect(() => {
    if (!isChunkError(error) || !reloadForCode()) bar.fail()
  }, [error])
  return (
    <main>
      <title>{title}</title>
      <ErrorPlate status={status} title={title}>
        {retry && (
          <button type="button" onClick={retry}>
            {words.retry}
          </button>
        )}
        <a href={sitePath(locale, '/')}>{lastWords[locale].goHome}</a>
      </ErrorPlate>
    </main>
  )
}
