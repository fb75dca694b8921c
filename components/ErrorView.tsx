'use client'

import {Component, type ReactNode, useEffect} from 'react'
import {reportFailure} from '@/browser/progressBar'
import {isChunkError, reloadForChunk} from '@/browser/reloadGuard'
import {describeError, errorWords, fallbackWords, hiddenWords} from '@/lib/errors'
import type {Locale} from '@/lib/locales'
import {sitePath} from '@/lib/urls'
import {ErrorCard} from './ui/ErrorCard'

interface ErrorViewProps {
  locale: Locale
  /** The thrown value. */
  error?: unknown
  /** Renders the page again. */
  retry?: () => void
}

/** The error page; if it fails itself, plain words. */
export function ErrorView(props: ErrorViewProps) {
  return (
    <ErrorPageBoundary locale={props.locale}>
      <ErrorPage {...props} />
    </ErrorPageBoundary>
  )
}

let retryShown: (() => void) | undefined

/** Renders the page again while the error page is shown. A preview calls it: nobody is there to press the button. */
export function retryFailedPage(): void {
  retryShown?.()
}

/** Its link is plain, as client navigation may be what failed. */
function ErrorPage({locale, error, retry}: ErrorViewProps) {
  const words = errorWords[locale]
  const {title, status} = describeError(error, locale)
  useEffect(() => {
    if (!isChunkError(error) || !reloadForChunk()) reportFailure()
  }, [error])
  useEffect(() => {
    retryShown = retry
    return () => {
      retryShown = undefined
    }
  }, [retry])
  return (
    <main>
      <title>{title}</title>
      <ErrorCard status={status} title={title}>
        {retry && (
          <button type="button" onClick={retry}>
            {words.retry}
          </button>
        )}
        <a href={sitePath(locale, '/')}>{fallbackWords[locale].goHome}</a>
        <a href={sitePath(locale, '/contact')}>{words.contact}</a>
      </ErrorCard>
    </main>
  )
}

interface ErrorPageBoundaryProps {
  locale: Locale
  children: ReactNode
}

class ErrorPageBoundary extends Component<ErrorPageBoundaryProps, {failed: boolean}> {
  override state = {failed: false}

  static getDerivedStateFromError() {
    return {failed: true}
  }

  override render() {
    return this.state.failed ? <LastWords locale={this.props.locale} /> : this.props.children
  }
}

function LastWords({locale}: {locale: Locale}) {
  const {pageFailed, goHome} = fallbackWords[locale]
  return (
    <main>
      <h1>{pageFailed}</h1>
      <a href={sitePath(locale, '/')}>{goHome}</a>
    </main>
  )
}

/**
 * The page of a known route while it is hidden. Next sends it along with every page, so it is a client component that
 * shares the error page's chunk, and has neither header nor footer.
 */
export function HiddenView({locale}: {locale: Locale}) {
  const {title, backHome} = hiddenWords[locale]
  return (
    <main>
      <title>{title}</title>
      <ErrorCard status={404} title={title}>
        <a href={sitePath(locale, '/')}>{backHome}</a>
        <a href={sitePath(locale, '/contact')}>{errorWords[locale].contact}</a>
      </ErrorCard>
    </main>
  )
}
