import type {Locale} from '@/lib/locales'
import {sitePath} from '@/lib/urls'
import {errorWords} from './errorWords'
import {ErrorPlate} from './ui/ErrorPlate'

interface ErrorViewProps {
  locale: Locale
  /** What was thrown: its message is the title, its status the number above. */
  error?: unknown
  /** Asks for the page once more. */
  retry?: () => void
}

/** What a page that failed shows. Its link is plain, as client navigation may be what failed. */
export function ErrorView({locale, error, retry}: ErrorViewProps) {
  const words = errorWords[locale]
  return (
    <main>
      <ErrorPlate status={statusOf(error)} title={(error instanceof Error && error.message) || words.title}>
        {retry && (
          <button type="button" onClick={retry}>
            {words.retry}
          </button>
        )}
        <a href={sitePath(locale, '/')}>{words.goHome}</a>
      </ErrorPlate>
    </main>
  )
}

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return typeof status === 'number' ? status : 500
}
