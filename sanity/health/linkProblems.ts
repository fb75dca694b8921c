import {isRoute} from '../../lib/routes.ts'
import type {ContentDocument} from './ContentDocument.ts'
import {objectsIn} from './objectsIn.ts'

/** A link that leads nowhere, or to a page that visitors cannot see. */
export interface LinkProblem {
  path: string
  target: string
  problem: 'unknownRoute' | 'hiddenRoute' | 'malformed'
}

/** The links of a document that are wrong in themselves. Nothing is asked of the network. */
export function linkProblems(document: ContentDocument, hidden: ReadonlySet<string>): LinkProblem[] {
  return objectsIn(document).flatMap(({path, value}): LinkProblem[] => {
    const {route, href} = value
    const at = (field: string) => (path ? `${path}.${field}` : field)
    // A page's own route is its identity and no link.
    if (typeof route === 'string' && path !== '') {
      if (!isRoute(route)) return [{path: at('route'), target: route, problem: 'unknownRoute'}]
      return hidden.has(route) ? [{path: at('route'), target: route, problem: 'hiddenRoute'}] : []
    }
    if (typeof route === 'string' && document._type !== 'page' && !isRoute(route)) {
      return [{path: at('route'), target: route, problem: 'unknownRoute'}]
    }
    if (value._type === 'externalLink' && !isSound(href)) {
      return [{path: at('href'), target: typeof href === 'string' ? href : '', problem: 'malformed'}]
    }
    return []
  })
}

/** Whole, with a host that has a dot, or a mail address; no placeholder host such as `https://`. */
function isSound(href: unknown): boolean {
  if (typeof href !== 'string' || !URL.canParse(href)) return false
  const {protocol, hostname, pathname} = new URL(href)
  if (protocol === 'mailto:') return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(decodeURIComponent(pathname))
  return (protocol === 'https:' || protocol === 'http:') && /^[^.\s]+(\.[^.\s]+)+$/.test(hostname)
}
