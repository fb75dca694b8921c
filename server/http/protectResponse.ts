import {randomBytes} from 'node:crypto'
import type {IncomingMessage, ServerResponse} from 'node:http'
import onHeaders from 'on-headers'
import {basePath} from '../../lib/urls.ts'
import {policyHeader, policyOfDraft, policyOfFile, policyOfPage, policyWithNonce} from './contentSecurityPolicy.ts'
import {isDraftRequest} from './draftSessions.ts'
import {isDocument} from './isDocument.ts'
import {draftHeaders, securityHeaders} from './securityHeaders.ts'

const sharePictures = `${basePath}/shareImages/`

/**
 * Sets the security headers of an answer, before Next makes it. A page from the cache and a completed document bring
 * their own policy. A draft, which is rendered for one request and streamed, gets one with a nonce, which Next takes from
 * the request's header and puts on the draft's scripts.
 */
export function protectResponse(request: IncomingMessage, response: ServerResponse, studioUrl: string): void {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
  // Share pictures are made to be shown elsewhere, in the Studio too.
  if (request.url?.startsWith(sharePictures)) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
  const isDraft = isDraftRequest(request)
  const nonce = randomBytes(16).toString('base64')
  // Never a policy that the visitor sent: Next would take a nonce from it.
  delete request.headers[policyHeader]
  delete request.headers[`${policyHeader}-report-only`]
  if (isDraft) request.headers[policyHeader] = policyWithNonce(nonce)

  onHeaders(response, () => {
    // What it says replaces the headers of the copy that the browser keeps: only the page's own policy may stand here.
    if (response.statusCode === 304) return
    if (!isDocument(response)) {
      response.setHeader(policyHeader, policyOfFile)
      return
    }
    if (!response.hasHeader(policyHeader)) {
      response.setHeader(policyHeader, isDraft ? policyOfDraft(nonce, studioUrl) : policyOfPage(''))
    }
    if (isDraft) for (const name of draftHeaders) response.removeHeader(name)
  })
}
