import {createHash} from 'node:crypto'
import {inlineScripts, isKnownScript} from './inlineScripts.ts'

interface PolicyOptions {
  /** What inline scripts may run: hashes or a nonce, in the policy's own notation. */
  scripts: string[]
  /** Who may show the page in a frame; nobody by default. */
  frameAncestors?: string
  /** The preview's tools bring style elements of their own. */
  inlineStyles?: boolean
}

/**
 * A Content-Security-Policy (CSP level 3): everything from the site's own origin, no inline script but the given ones.
 * `style-src-attr` is open because diagrams place their parts by style attributes, which cannot run anything.
 */
export function contentSecurityPolicy({scripts, frameAncestors = "'none'", inlineStyles}: PolicyOptions): string {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts].join(' '),
    `style-src 'self'${inlineStyles ? " 'unsafe-inline'" : ''}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')
}

/** The header in which a policy travels. */
export const policyHeader = 'content-security-policy'

/** The policy of a finished page: its own inline scripts by their SHA-256, those of unknown shape left out. */
export function policyOfPage(html: string, frameAncestors?: string): string {
  const hashes = inlineScripts(html).filter(isKnownScript).map(hashOf)
  return contentSecurityPolicy({scripts: [...new Set(hashes)], ...(frameAncestors && {frameAncestors})})
}

/** The policy from which Next takes the nonce that it puts on a draft's scripts. */
export function policyWithNonce(nonce: string): string {
  return contentSecurityPolicy({scripts: [`'nonce-${nonce}'`]})
}

/** The policy of a draft: the Studio may frame it and its preview tools may bring style elements. */
export function policyOfDraft(nonce: string, studioUrl: string): string {
  const {origin} = new URL(studioUrl)
  return contentSecurityPolicy({scripts: [`'nonce-${nonce}'`], frameAncestors: origin, inlineStyles: true})
}

/** The policy of what is no page: data, images, redirects. An SVG opened by itself may style itself, nothing more. */
export const policyOfFile = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
