import {type Route, routes} from '../../lib/routes.ts'
import type {PageState} from '../../sanity/dependencies.ts'

export type PageStates = ReadonlyMap<Route, PageState>

/** What a page is known to show. Verified: every URL of it was asked and showed just that. */
export interface ServedState extends PageState {
  verified: boolean
}

interface Change {
  documentId: string
  /** What each page would show if it were rendered now. */
  expected: PageStates
  /** What each page was last known to show. */
  served: ReadonlyMap<Route, ServedState>
}

/**
 * The pages that a changed document touches. A page's version covers the documents that it shows, so a page that shows
 * the document now or showed it before has another version than the one that is served; so has a page that is old for
 * another reason, such as a webhook that never came. Until a page has been verified once, showing the document is enough.
 * Every other page keeps its cache entry.
 */
export function affectedRoutes({documentId, expected, served}: Change): Route[] {
  return routes.filter((route) => {
    const now = expected.get(route)
    const before = served.get(route)
    if (!now) return false
    if (before && before.version !== now.version) return true
    return !before?.verified && now.documents.includes(documentId)
  })
}
