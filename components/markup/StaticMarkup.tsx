import type {ReactNode} from 'react'
import type {Locale} from '@/lib/locales'
import {markChinese} from './markChinese'

interface StaticMarkupProps {
  /** Synchronous server components; click handlers for them listen on the document. */
  children: ReactNode
  locale: Locale
  /** Renders elements instead of a string: visual editing updates them one by one. */
  live?: boolean
}

/**
 * A static part of the page, sent as an HTML string instead of elements: hydration and navigation then cost only what
 * the interactive parts cost. The page's module may have changed it before React hydrates. `display: contents`.
 */
export function StaticMarkup({children, locale, live = false}: StaticMarkupProps) {
  if (live) return children
  const markup = {__html: renderMarkup(children, locale)}
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React a moment ago, every text escaped
  return <div data-markup="" suppressHydrationWarning dangerouslySetInnerHTML={markup} />
}

// Next refuses a static import of the server renderer in page code.
const {renderToStaticMarkup} = await import('react-dom/server')

/** HTML of synchronous server components; with the language of the page that shows it, what differs from it is marked. */
export function renderMarkup(node: ReactNode, locale?: Locale): string {
  const markup = renderToStaticMarkup(node)
  return locale === 'en' ? markChinese(markup) : markup
}
