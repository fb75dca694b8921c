/** HTML documents made for one request: they are held back until they are whole, then get words and a policy. */

import type {IncomingMessage, ServerResponse} from 'node:http'
import {describeError, errorWords, fallbackWords, hiddenWords} from '../../lib/errors.ts'
import {escapeHtml} from '../../lib/escapeHtml.ts'
import {languageTags} from '../../lib/locales.ts'
import {pathOf, sitePath} from '../../lib/urls.ts'
import {policyHeader, policyOfPage, stripNonces} from './contentSecurityPolicy.ts'
import {isDraftRequest, isEditorRequest} from './draftSessions.ts'

/** Whether a response is an HTML document, once its headers are set. */
export function isDocument(response: ServerResponse): boolean {
  return String(response.getHeader('content-type')).startsWith('text/html')
}

/** Whether a document must be whole before it is sent: an error, or a page without a policy. Drafts are streamed. */
export function needsCompletion({method, headers}: IncomingMessage, response: ServerResponse): boolean {
  if (method === 'HEAD' || !isDocument(response)) return false
  if (response.statusCode >= 400) return true
  return !response.hasHeader(policyHeader) && !isDraftRequest({headers})
}

/**
 * Completes a document: localizes an error, and sets a policy with the hashes of the document's own scripts. A nonce
 * would not do: Next may answer several requests from one rendering, which carries the nonce of the first.
 */
export function completeDocument(
  html: string,
  request: IncomingMessage,
  response: ServerResponse,
  studioUrl: string,
): string {
  const completed = localizeErrorDocument(stripNonces(html), {path: pathOf(request.url), status: response.statusCode})
  const frameAncestors = isEditorRequest(request) ? new URL(studioUrl).origin : undefined
  if (!response.hasHeader(policyHeader)) response.setHeader(policyHeader, policyOfPage(completed, frameAncestors))
  if (response.hasHeader('content-length')) response.setHeader('Content-Length', Buffer.byteLength(completed))
  return completed
}

/** Start of Next's document for a failed page, which holds only what the browser needs to render the error. */
const shell = '<html id="__next_error__">'
const styleSheets = /:HL\[\\"([^"\\]+\.css)\\"/g
const digest = /\\"digest\\":\\"([^"\\]*)/

/**
 * Gives Next's error document language, title, and a sentence with links home and to the contact page, for visitors without JavaScript; with
 * it, the error page replaces them. Leaves any other document as it is.
 */
export function localizeErrorDocument(html: string, {path, status}: {path: string; status: number}): string {
  if (!html.includes(shell)) return html
  const locale = /\/en(\/|$)/.test(path) ? 'en' : 'zh'
  const {title, home} =
    status === 404
      ? {title: hiddenWords[locale].title, home: hiddenWords[locale].backHome}
      : {title: describeError({digest: digest.exec(html)?.[1]}, locale).title, home: fallbackWords[locale].goHome}
  const styles = [...html.matchAll(styleSheets)].map(([, href]) => `<link rel="stylesheet" href="${href}"/>`).join('')
  const words = `<main class="error-plate"><p class="error-status">${status}</p><h1 class="error-title">${escapeHtml(title)}</h1>
<div class="error-ways"><a href="${sitePath(locale, '/')}">${home}</a>
<a href="${sitePath(locale, '/contact')}">${errorWords[locale].contact}</a></div></main>`
  return html
    .replace(shell, () => shell.replace('<html', `<html lang="${languageTags[locale]}"`))
    .replace('</head>', () => `<title>${escapeHtml(title)}</title><noscript>${styles}</noscript></head>`)
    .replace('<body>', () => `<body><noscript>${words}</noscript>`)
}
