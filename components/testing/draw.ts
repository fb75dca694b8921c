import {within} from '@testing-library/react'
import {JSDOM} from 'jsdom'
import type {ReactElement} from 'react'
import {renderToStaticMarkup} from 'react-dom/server'

/** Renders as the server does and reads the result as a visitor would. */
export function draw(element: ReactElement) {
  const {body} = new JSDOM(renderToStaticMarkup(element)).window.document
  return {body, page: within(body)}
}
