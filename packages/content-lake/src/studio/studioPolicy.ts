import {createHash} from 'node:crypto'
import {isLoopbackName} from '../access/origins.ts'

/** The Studio's content security policy: this lake under all its names, and the sites shown in Presentation. */
export function studioPolicy(
  requestUrl: string,
  shownOrigins: readonly string[],
  scriptHashes: readonly string[],
): string {
  const {port, protocol, hostname} = new URL(requestUrl)
  const suffix = port ? `:${port}` : ''
  // The Studio's client may prefix the host name with the project id.
  const names = isLoopbackName(hostname)
    ? [`localhost${suffix}`, `*.localhost${suffix}`, `127.0.0.1${suffix}`]
    : [`${hostname}${suffix}`]
  const own = names.map((name) => `${protocol}//${name}`)
  const sockets = names.map((name) => `${protocol === 'https:' ? 'wss:' : 'ws:'}//${name}`)
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...own, ...shownOrigins],
    'media-src': ["'self'", 'data:', 'blob:', ...own, ...shownOrigins],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", 'data:', 'blob:', ...own, ...sockets, ...shownOrigins],
    'frame-src': ["'self'", 'blob:', ...own, ...shownOrigins],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi
const LINK = /<link\b[^>]*>/gi
const REMOTE = /\s(?:src|href)\s*=\s*["']?\s*(?:https?:)?\/\//i

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Removes scripts and links to other hosts from a built Studio's page, and hashes its inline scripts for the policy. */
export function prepareIndex(source: string): {html: string; scriptHashes: string[]} {
  const html = source
    .replace(SCRIPT, (tag, attributes: string) => (REMOTE.test(attributes) ? '' : tag))
    .replace(LINK, (tag) => (REMOTE.test(tag) ? '' : tag))
  const inline = [...html.matchAll(SCRIPT)].filter(
    ([, attributes, body]) => body && !/\ssrc\s*=/i.test(attributes ?? ''),
  )
  return {html, scriptHashes: inline.map(([, , body]) => hashOf(body ?? ''))}
}
