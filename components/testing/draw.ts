import {within} from '@testing-library/react'
import {JSDOM} from 'jsdom'
import type {ReactElement} from 'react'
import {renderToStaticMarkup} from 'react-dom/server'

/** Renders to static HTML, with Testing Library's queries on it. */
export function draw(element: ReactElement) {
  const {body} = new JSDOM(renderToStaticMarkup(element)).window.document
  return {body, page: within(body)}
}
