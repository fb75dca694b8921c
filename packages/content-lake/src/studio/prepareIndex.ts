import {createHash} from 'node:crypto'

interface StudioIndex {
  html: string
  /** The inline scripts that it holds, as sources for a content security policy. */
  scriptHashes: string[]
}

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi
const LINK = /<link\b[^>]*>/gi
const REMOTE = /\s(?:src|href)\s*=\s*["']?\s*(?:https?:)?\/\//i

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/**
 * Takes what would be loaded from other hosts out of a built Studio's page (fonts, the bridge to Sanity's dashboard),
 * and lists its inline scripts, so that a policy can allow these and no others.
 */
export function prepareIndex(source: string): StudioIndex {
  const html = source
    .replace(SCRIPT, (tag, attributes: string) => (REMOTE.test(attributes) ? '' : tag))
    .replace(LINK, (tag) => (REMOTE.test(tag) ? '' : tag))
  const inline = [...html.matchAll(SCRIPT)].filter(
    ([, attributes, body]) => body && !/\ssrc\s*=/i.test(attributes ?? ''),
  )
  return {html, scriptHashes: inline.map(([, , body]) => hashOf(body ?? ''))}
}
