import type {ReactNode} from 'react'

interface StaticMarkupProps {
  /** Synchronous server components; click handlers for them listen on the document. */
  children: ReactNode
  /** Renders elements instead of a string: visual editing updates them one by one. */
  live?: boolean
}

/**
 * A static part of the page, sent as an HTML string instead of elements: hydration and navigation then cost only what
 * the interactive parts cost. The page's module may have changed it before React hydrates. `display: contents`.
 */
export function StaticMarkup({children, live = false}: StaticMarkupProps) {
  if (live) return children
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React a moment ago, every text escaped
  return <div data-markup="" suppressHydrationWarning dangerouslySetInnerHTML={{__html: renderMarkup(children)}} />
}

// Next refuses a static import of the server renderer in page code.
const {renderToStaticMarkup} = await import('react-dom/server')

/** HTML of synchronous server components. */
export function renderMarkup(node: ReactNode): string {
  return renderToStaticMarkup(node)
}
