/** Headers of every response: security, policy, and how long a proxy keeps a page. */
import type {IncomingMessage, ServerResponse} from 'node:http'
import {basePath} from '../../lib/urls.ts'
import {isDocument} from './completeDocument.ts'
import {policyHeader, policyOfDraft, policyOfFile, policyOfPage, policyWithNonce} from './contentSecurityPolicy.ts'

/** Fixed headers of every response: pages, errors, redirects, files and APIs. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // Two years and all subdomains, as the preload list requires; browsers heed it over HTTPS only.
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
} as const

/** Removed from editors' drafts, so that Presentation can frame them, or open them in a window and keep talking to it. */
const draftHeaders = ['X-Frame-Options', 'Cross-Origin-Opener-Policy', 'Cross-Origin-Resource-Policy'] as const

const sharePictures = `${basePath}/shareImages/`

/** Sets the fixed headers, before Next sets its own. */
export function setSecurityHeaders(request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
  // Share images are shown on other sites, and in the Studio.
  if (request.url?.startsWith(sharePictures)) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
}

/** Replaces the policy of a request: Next takes a draft's nonce from it, and must never take one from a visitor. */
export function setRequestPolicy(request: IncomingMessage, draftNonce: string | undefined): void {
  delete request.headers[policyHeader]
  delete request.headers[`${policyHeader}-report-only`]
  if (draftNonce) request.headers[policyHeader] = policyWithNonce(draftNonce)
}

/**
 * Sets the policy of a response whose headers are complete. Cached pages and completed documents bring their own. A
 * draft is rendered for one request and streamed: its policy allows its nonce. `framedBy` is the Studio's URL, for drafts
 * that it may frame.
 */
export function setPolicy(
  response: ServerResponse,
  {nonce, framedBy}: {nonce?: string | undefined; framedBy?: string | undefined},
): void {
  // The headers of a 304 replace those of the browser's copy: only the page's own policy may stand there.
  if (response.statusCode === 304) return
  if (!isDocument(response)) {
    response.setHeader(policyHeader, policyOfFile)
    return
  }
  if (!response.hasHeader(policyHeader)) {
    const ofDraft = nonce && (framedBy ? policyOfDraft(nonce, framedBy) : policyWithNonce(nonce))
    response.setHeader(policyHeader, ofDraft ?? policyOfPage(''))
  }
  if (framedBy) for (const name of draftHeaders) response.removeHeader(name)
}

/**
 * Limits nginx's copy of a page to the end of this second, by a header that it consumes (`X-Accel-Expires: @<Unix time>`,
 * ngx_http_proxy_module). A duration of one second would last up to two, as nginx counts whole seconds, and delay each
 * publish by as much. Errors are not stored, whatever page shows them.
 */
export function expireInProxy(response: ServerResponse, now: () => number = Date.now): void {
  if (!String(response.getHeader('cache-control')).includes('s-maxage')) return
  if (response.statusCode >= 400) {
    response.setHeader('Cache-Control', 'no-store')
    return
  }
  response.setHeader('X-Accel-Expires', `@${Math.floor(now() / 1000)}`)
}
