import {createHash} from 'node:crypto'

interface PolicyOptions {
  /** Inline scripts that may run: hashes or a nonce, in CSP notation. */
  scripts: string[]
  /** Origins that may frame the page; none by default. */
  frameAncestors?: string
  /** The preview's tools insert style elements. */
  inlineStyles?: boolean
}

/**
 * A Content-Security-Policy (CSP level 3): everything from the site's own origin, and only the given inline
 * scripts. `style-src-attr` is open: diagrams place their parts by style attributes, which cannot run anything.
 */
function contentSecurityPolicy({scripts, frameAncestors = "'none'", inlineStyles}: PolicyOptions): string {
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

/** Name of the header. */
export const policyHeader = 'content-security-policy'

/** Policy of a finished page: hashes of its inline scripts, except those of unknown shape. */
export function policyOfPage(html: string, frameAncestors?: string): string {
  const hashes = inlineScripts(html).filter(isKnownScript).map(hashOf)
  return contentSecurityPolicy({scripts: [...new Set(hashes)], ...(frameAncestors && {frameAncestors})})
}

/** Policy of a draft that nothing frames; as a request header, Next takes the nonce of a draft's scripts from it. */
export function policyWithNonce(nonce: string): string {
  return contentSecurityPolicy({scripts: [`'nonce-${nonce}'`]})
}

/** Policy of an editor's draft: the Studio may frame it, and its preview tools may insert style elements. */
export function policyOfDraft(nonce: string, studioUrl: string): string {
  const {origin} = new URL(studioUrl)
  return contentSecurityPolicy({scripts: [`'nonce-${nonce}'`], frameAncestors: origin, inlineStyles: true})
}

/** Policy of data, images and redirects. An SVG opened by itself may style itself, nothing more. */
export const policyOfFile = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/**
 * Inline scripts that a page may run, by their whole text, as Next writes them. An injected script matches none of them,
 * gets no hash, and is blocked by the browser.
 */
const shapes = [
  // The start of the flight data; each chunk of it is judged by `isFlightChunk`.
  /^\(self\.__next_f=self\.__next_f\|\|\[\]\)\.push\(\[0\]\)$/,
  // The chunks that the bundler's runtime loads first.
  /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\(\{"otherChunks":\[(?:"[\w./~-]+",?)*\],"runtimeModuleIds":\[[\d,]+\]\}\);?$/,
]

/** A script element: attributes and text. */
const scriptElement = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/** Attributes of external scripts and of data blocks, which no browser runs. */
const notInline = /\ssrc=|\stype="application\/(?:ld\+)?json"/

/** Texts of the inline scripts that a browser would run, in order. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(scriptElement)].flatMap(([, attributes = '', text = '']) =>
    text && !notInline.test(attributes) ? [text] : [],
  )
}

/** Whether Next writes such a script; see `shapes`. */
export function isKnownScript(text: string): boolean {
  return isFlightChunk(text) || shapes.some((shape) => shape.test(text))
}

const [chunkStart, chunkEnd] = ['self.__next_f.push([1,"', '"])']

/** One JSON string, nothing after it. Parsed, as a pattern for strings overflows the stack on a chunk of some megabytes. */
function isFlightChunk(text: string): boolean {
  if (!text.startsWith(chunkStart) || !text.endsWith(chunkEnd)) return false
  try {
    return typeof JSON.parse(text.slice(chunkStart.length - 1, 1 - chunkEnd.length)) === 'string'
  } catch {
    return false
  }
}

const nonced = /(<(?:script|style|link)\b[^>]*?) nonce="[^"]*"/g

/** Removes the nonces of the request that happened to render the page: others must not get them. */
export function stripNonces(html: string): string {
  return html.replace(nonced, '$1')
}
