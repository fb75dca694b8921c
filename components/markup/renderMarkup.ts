import type {ReactNode} from 'react'

// Next refuses the server renderer as a static import of what may be part of a page.
const {renderToStaticMarkup} = await import('react-dom/server')

/** The markup of server components, which must be ready at once: no client component and nothing to wait for in them. */
export function renderMarkup(node: ReactNode): string {
  return renderToStaticMarkup(node)
}
