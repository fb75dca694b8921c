/**
 * Pages that a change affects: compares what each serves with what it would show if it were rendered now; and which refresh
 * brings them there.
 */
import {z} from 'zod'
import {versionHeader} from '../../lib/constants.ts'
import {parseJson} from '../../lib/json.ts'
import {type Route, routes} from '../../lib/routes.ts'
import {payloadPath, withBasePath} from '../../lib/urls.ts'
import {errorVersions, type PageState} from '../../sanity/Snapshot.ts'
import {mapConcurrently} from '../concurrency.ts'
import {requestSelf} from '../requestSelf.ts'

export type PageStates = ReadonlyMap<Route, PageState>

interface ServedState extends PageState {
  /** Every URL of the page was fetched and served this version. False while a refresh brings the page to it. */
  verified: boolean
}

interface Change {
  documentId: string
  /** State of each page if it were rendered now. */
  expected: PageStates
  /** State that each page serves as far as known, or is being brought to. */
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
    // A page that failed has no payload to read.
    if (!before) return true
    if (before.version !== now.version || before.content !== now.content) return true
    return !before.verified && now.documents.includes(documentId)
  })
}

/** Lives as long as the process; the route handlers share it. */
const known = new Map<Route, ServedState>()

const payload = z.object({version: z.string(), documents: z.array(z.string())})

/** Served state of every page: from memory, or from its cached payload while nothing is known. */
export async function loadServedStates(
  origin: string,
  fetchText: (url: string) => Promise<string>,
): Promise<ReadonlyMap<Route, ServedState>> {
  const unknown = routes.filter((route) => !known.has(route))
  await mapConcurrently(unknown, async (route) => {
    const text = await fetchText(origin + withBasePath(payloadPath('zh', route))).catch(() => '')
    const read = payload.safeParse(parseJson(text))
    if (read.success && !known.has(route)) known.set(route, {...read.data, content: read.data.version, verified: false})
  })
  return new Map(known)
}

/**
 * Records the states that a refresh brings pages to, before it begins. A change that takes back an earlier one, such as
 * deleting what was just created, is compared with what the earlier refresh may have rendered by then, and not with what
 * was served before both.
 */
export function expectServed(routes: readonly Route[], states: PageStates): void {
  for (const route of routes) {
    const state = states.get(route)
    if (state) known.set(route, {...state, verified: false})
  }
}

/** Records that a page's served state is unknown. */
export function forgetServed(route: Route): void {
  known.delete(route)
}

/** Records that all URLs of a page serve this state. */
export function rememberServed(route: Route, state: PageState): void {
  known.set(route, {...state, verified: true})
}

/** The position of a refresh among the others. */
export interface RefreshOrder {
  /** Whether a later refresh has taken the route over. */
  isSuperseded(route: Route): boolean
  /** Whether no later refresh of any route has started. */
  isLatest(): boolean
}

/** The refresh that each route belongs to. */
const latestRefresh = new Map<Route, number>()
let refreshes = 0
let startedAt = 0

/**
 * Starts a refresh, which takes the routes over from earlier ones: the latest knows best what they should show. Called as
 * soon as the routes are known, so that refreshes start in the order of their comparisons.
 */
export function startRefresh(routes: readonly Route[], expected: PageStates): RefreshOrder {
  expectServed(routes, expected)
  // A refresh without routes takes nothing over: the one before it stays the latest.
  const refresh = routes.length > 0 ? ++refreshes : 0
  if (refresh) startedAt = performance.now()
  for (const route of routes) latestRefresh.set(route, refresh)
  return {
    isSuperseded: (route) => latestRefresh.get(route) !== refresh,
    isLatest: () => refreshes === refresh,
  }
}

/**
 * Routes that no refresh of this process has verified, or is verifying. The process before may have ended when it had renewed
 * some of their URLs: a page's payload, by which it is compared, says nothing of its Markdown, nor of its picture for sharing.
 */
export function unverifiedRoutes(expected: PageStates): Route[] {
  return routes.filter((route) => expected.has(route) && !latestRefresh.has(route))
}

/** Debounces: resolves once no refresh has started for this many milliseconds. */
export async function untilQuiet(pause: number): Promise<void> {
  for (;;) {
    const rest = startedAt + pause - performance.now()
    if (rest <= 0) return
    await new Promise((resolve) => setTimeout(resolve, rest))
  }
}

/** Body of one of the site's own URLs; empty on errors other than 404, as the payload of a hidden page comes with 404. */
export async function fetchText(url: string): Promise<string> {
  const response = await requestSelf(url)
  return response.ok || response.status === 404 ? response.text() : ''
}

/** Version that a URL serves, and the state of its entry in Next's cache (HIT, STALE, MISS). */
export interface ServedVersion {
  version: string | undefined
  cache: string | undefined
}

/** Fetches one of the site's own URLs as a visitor would and reads its version. */
export async function fetchVersion(url: string): Promise<ServedVersion> {
  const response = await requestSelf(url)
  return readVersion(response, await response.text())
}

/** Reads the version from a page's head, a payload's data, a share image's header or an error's status. */
export function readVersion(response: Pick<Response, 'ok' | 'status' | 'headers'>, body: string): ServedVersion {
  const cache = response.headers.get('x-nextjs-cache') ?? undefined
  if (response.status === 404) return {version: errorVersions.hidden, cache}
  if (response.status === 500) return {version: errorVersions.failed, cache}
  if (!response.ok) return {version: undefined, cache}
  const named = response.headers.get(versionHeader)
  if (named) return {version: named, cache}
  const pattern = response.headers.get('content-type')?.includes('json')
    ? /"version":"([0-9a-f]+)"/
    : /<meta name="content-version" content="([0-9a-f]+)"/
  return {version: pattern.exec(body)?.[1], cache}
}
