/** Pages that a change affects: compares what each serves with what it would show if it were rendered now. */
import {z} from 'zod'
import {parseJson} from '../../lib/parseJson.ts'
import {type Route, routes} from '../../lib/routes.ts'
import {payloadPath, withBasePath} from '../../lib/urls.ts'
import type {PageState} from '../../sanity/dependencies.ts'
import {mapInBatches} from '../concurrency.ts'

export type PageStates = ReadonlyMap<Route, PageState>

interface ServedState extends PageState {
  /** Every URL of the page was fetched and served this version. */
  verified: boolean
}

interface Change {
  documentId: string
  /** State of each page if it were rendered now. */
  expected: PageStates
  /** Last known served state of each page. */
  served: ReadonlyMap<Route, ServedState>
}

/**
 * Routes that a changed document affects. A page's version covers every document it shows, so a page that shows the
 * document now, or did before, expects another version than it serves; so does a page that is old for another reason,
 * such as a lost webhook. Until a page has been verified once, showing the document is enough, and one whose state is
 * unknown is always affected. All others keep their cache entry.
 */
export function affectedRoutes({documentId, expected, served}: Change): Route[] {
  return routes.filter((route) => {
    const now = expected.get(route)
    const before = served.get(route)
    if (!now) return false
    // A hidden page has no payload to read, nor has one that failed.
    if (!before) return true
    if (before.version !== now.version || before.content !== now.content) return true
    return !before.verified && now.documents.includes(documentId)
  })
}

/** Lives as long as the process; the route handlers share it. */
const known = new Map<Route, ServedState>()

const payload = z.object({version: z.string(), documents: z.array(z.string())})

/** Served state of every page: from memory, or from its cached payload the first time. */
export async function loadServedStates(
  origin: string,
  fetchText: (url: string) => Promise<string>,
): Promise<ReadonlyMap<Route, ServedState>> {
  const unknown = routes.filter((route) => !known.has(route))
  await mapInBatches(unknown, async (route) => {
    const text = await fetchText(origin + withBasePath(payloadPath('zh', route))).catch(() => '')
    const read = payload.safeParse(parseJson(text))
    if (read.success && !known.has(route)) known.set(route, {...read.data, content: read.data.version, verified: false})
  })
  return new Map(known)
}

/** Records that all URLs of a page serve this state. */
export function rememberServed(route: Route, state: PageState): void {
  known.set(route, {...state, verified: true})
}
