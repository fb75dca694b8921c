import {lightMark, lightMarkOf} from '../../lib/pageMode.ts'
import {isKnownScript} from '../http/contentSecurityPolicy.ts'

/** Scripts, and what makes the browser fetch them early. */
const element = /<script\b([^>]*)>([\s\S]*?)<\/script>|<link rel="(?:preload|modulepreload)"[^>]* as="script"[^>]*>/g
/** Data, and the site's own modules (`*.bundle`), which the build emits among the media. */
const isData = /\stype="application\/(?:ld\+)?json"/
const isOwnModule = /\stype="module"[^>]*\ssrc="[^"]*\/_next\/static\/media\//
const isOfNext = /\ssrc="[^"]*\/_next\/static\//

/**
 * Leaves Next's scripts, their preloads and the flight data out of a light page (`lib/pageMode.ts`): its markup never
 * changes, so there is nothing to hydrate. All or nothing: a page with a script of unknown shape loses its mark instead,
 * and so works like any page of Next. So does every page without a `build`, the id by which the browser knows pages of
 * one build.
 */
export function withoutNextScripts(html: string, build: string | undefined): string {
  if (!html.includes(lightMark)) return html
  if (build === undefined) return html.replace(lightMark, '')
  let isKnown = true
  const light = html.replace(element, (whole, attributes: string | undefined, text: string | undefined) => {
    if (attributes === undefined) return ''
    if (isData.test(attributes) || isOwnModule.test(attributes)) return whole
    if (!isOfNext.test(attributes) && !isKnownScript(text ?? '')) isKnown = false
    return ''
  })
  return isKnown ? light.replace(lightMark, lightMarkOf(build)) : html.replace(lightMark, '')
}
