import {pageId, type Route, routes} from '../../../lib/routes.ts'
import {
  type ContentDocument,
  inPerspective,
  layerShown,
  publishedOnly,
  referencesIn,
} from '../../../sanity/health/contentDocuments.ts'
import {missingEnglish} from '../../../sanity/health/languages.ts'
import {placeholderPaths} from '../../../sanity/health/placeholders.ts'
import {isExpired} from '../../../sanity/health/typedClaims.ts'

export const pageFlags = [
  'release',
  'draft',
  'missingEnglish',
  'placeholder',
  'expiredClaim',
  'unpublished',
  'embargo',
] as const
export type PageFlag = (typeof pageFlags)[number]

/** A page in the site map. */
export interface PageState {
  route: Route
  id: string
  title: {zh: string; en: string}
  flags: ReadonlySet<PageFlag>
}

interface Moment {
  now: Date
  /** The day in China. */
  today: string
  /** Which versions are shown, first the one that counts: releases, then drafts. */
  stack: readonly string[]
}

/** Returns the state of every page as a perspective shows it: of its draft if there is one, or of its version in a release. */
export function pageStates(documents: readonly ContentDocument[], {now, today, stack}: Moment): PageState[] {
  const current = new Map(inPerspective(documents, stack).map((document) => [document._id, document]))
  const published = new Set(publishedOnly(documents).map(({_id}) => _id))
  return routes.map((route) => {
    const id = pageId(route)
    const page = current.get(id)
    const flags = new Set<PageFlag>()
    const layer = layerShown(documents, id, stack)
    if (layer !== 'published') flags.add(layer === 'drafts' ? 'draft' : 'release')
    if (!published.has(id)) flags.add('unpublished')
    if (page === undefined) return {route, id, title: {zh: route, en: route}, flags}
    if (missingEnglish(page).length > 0) flags.add('missingEnglish')
    if (placeholderPaths(page).length > 0) flags.add('placeholder')
    if (quotesExpired(page, current, today)) flags.add('expiredClaim')
    if (isEmbargoed(page, now)) flags.add('embargo')
    return {route, id, title: titleOf(page, route), flags}
  })
}

function quotesExpired(page: ContentDocument, current: ReadonlyMap<string, ContentDocument>, today: string): boolean {
  return referencesIn(page).some(({id}) => {
    const found = current.get(id)
    return found?._type === 'claim' && isExpired(found, today)
  })
}

function isEmbargoed({middleware, embargoUntil}: ContentDocument, now: Date): boolean {
  if (!Array.isArray(middleware) || !middleware.includes('embargo')) return false
  return typeof embargoUntil === 'string' && new Date(embargoUntil) > now
}

function titleOf({title}: ContentDocument, route: Route): PageState['title'] {
  const read = (locale: string): string => {
    const text: unknown = typeof title === 'object' && title !== null ? Reflect.get(title, locale) : undefined
    return typeof text === 'string' ? text.trim() : ''
  }
  const zh = read('zh') || route
  return {zh, en: read('en') || zh}
}
