import type {ReactNode} from 'react'

interface StaticMarkupProps {
  /** Server components that wait for nothing. What listens to clicks in them listens on the document. */
  children: ReactNode
  /** Keeps the elements elements, as an editor's preview wants them: it changes them one by one, at every keystroke. */
  live?: boolean
}

/**
 * A part of the page that never changes in the browser, sent to React as a string in place of elements: taking over a
 * page and going to the next one then cost what its few live parts cost. It leaves no box of its own.
 */
export function StaticMarkup({children, live = false}: StaticMarkupProps) {
  if (live) return children
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React a moment ago, every text escaped
  return <div data-markup="" dangerouslySetInnerHTML={{__html: renderMarkup(children)}} />
}

// Next refuses the server renderer as a static import of what may be part of a page.
const {renderToStaticMarkup} = await import('react-dom/server')

/** The markup of server components, which must be ready at once: no client component and nothing to wait for in them. */
export function renderMarkup(node: ReactNode): string {
  return renderToStaticMarkup(node)
}
