import type {ReactElement} from 'react'

/**
 * The markup of an element without any client code in it. Sent as a string it is in the page once as HTML and once, much
 * the same and so well compressed, in Next's data; sent as elements the data would be more than twice as large.
 */
export async function renderMarkup(elements: readonly ReactElement[]): Promise<string[]> {
  // Next refuses the server renderer as a static import of what may be part of a page.
  const {renderToStaticMarkup} = await import('react-dom/server')
  return elements.map((element) => renderToStaticMarkup(element))
}
