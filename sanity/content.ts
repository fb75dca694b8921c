/** Loads content: the only place that queries it for pages. Both languages come in one result. */
import 'server-only'
import {PHASE_PRODUCTION_BUILD} from 'next/constants'
import {notFound} from 'next/navigation'
import {connection} from 'next/server'
import {locales} from '../lib/locales.ts'
import {isRoute, pageId, type Route, routes} from '../lib/routes.ts'
import {articlePath, scenarioPath} from '../lib/urls.ts'
import {hiddenPages, type Invisible, whyInvisible} from '../lib/visibility.ts'
import {ContentError} from './ContentError.ts'
import {currentPreview, fetchContent, fetchPublished, fetchUncached, source} from './client.ts'
import type {BilingualPage, BilingualSite} from './content.types.ts'
import {type PageState, pageState, pageStateAt, versionOfAll} from './dependencies.ts'
import {hiddenRoutes} from './hiddenRoutes.ts'
import {localize} from './localize.ts'
import {allPagesQuery, pageDatesQuery, pageWithSiteQuery, scenarioAnchorsQuery, siteQuery} from './queries.ts'
import {validScenarios} from './scenarios.ts'
import {pageTag, sitemapTag, siteTag} from './tags.ts'
import type {PageDatesQueryResult, ScenarioAnchorsQueryResult} from './types.generated.ts'
import {withFallbacks} from './withFallbacks.ts'

interface LoadedPage extends PageState {
  page: BilingualPage
  site: BilingualSite
  /** Why the page must not be shown. */
  refusal?: Invisible | undefined
}

/** Loads a page with settings and navigation. Not found if it is hidden. */
export async function loadPage(route: Route): Promise<LoadedPage> {
  const loaded = await readPage(route)
  if (loaded.refusal === 'hidden') notFound()
  if (loaded.refusal) {
    // Makes the page dynamic, so that it fails on request and not in the build.
    if (process.env.NEXT_PHASE === PHASE_PRODUCTION_BUILD) await connection()
    throw loaded.refusal
  }
  return loaded
}

/** Loads a page, whether or not it is visible. */
export async function readPage(route: Route): Promise<LoadedPage> {
  const {result, isDraft} = await fetchContent<{page: BilingualPage | null; site: BilingualSite}>({
    query: pageWithSiteQuery,
    params: {id: pageId(route)},
    tags: [pageTag(route)],
    guardedIn: ({site}) => site.guarded,
  })
  // A guest sees the draft of one page; what stands around it is what all visitors see.
  const isGuest = isDraft && (await currentPreview())?.by === 'guest'
  const site = isGuest ? await fetchPublished<BilingualSite>(wholeSite) : result.site
  if (!result.page) throw ContentError.missingPage(source, route)
  const page = withFallbacks(result.page, site)
  const refusal = whyInvisible(page, Date.now())
  // Editors preview a page before its time.
  if (isDraft) return {page, site, refusal: refusal === 'hidden' ? undefined : refusal, ...pageState(result)}
  markHiddenRoutes(site)
  return {page, site, refusal, ...pageStateAt({page, site}, Date.now())}
}

/**
 * Loads all pages that are shown, in the order of the routes, and the version of all together. In one query: pages that are
 * cached one by one may be of different times, and no rendering would ever have the version that is published.
 */
export async function loadAllPages(): Promise<{pages: LoadedPage[]; version: string}> {
  const {result} = await fetchContent<{pages: BilingualPage[]; site: BilingualSite}>({
    query: allPagesQuery,
    tags: routes.map(pageTag),
    guardedIn: ({site}) => site.guarded,
  })
  const {site} = result
  markHiddenRoutes(site)
  const now = Date.now()
  const loaded = routes.flatMap((route) => {
    const found = result.pages.find(({_id}) => _id === pageId(route))
    if (!found) return []
    const page = withFallbacks(found, site)
    return [[route, {page, site, refusal: whyInvisible(page, now), ...pageStateAt({page, site}, now)}] as const]
  })
  return {
    pages: loaded.flatMap(([, page]) => (page.refusal ? [] : [page])),
    version: versionOfAll(loaded),
  }
}

/** Loads settings and navigation. */
export async function loadSite(): Promise<BilingualSite> {
  const {result, isDraft} = await fetchContent<BilingualSite>(wholeSite)
  if (!isDraft) markHiddenRoutes(result)
  return result
}

const wholeSite = {query: siteQuery, tags: [siteTag], guardedIn: ({guarded}: BilingualSite) => guarded}

interface PageDate {
  /** When the page's document, or one that it shows, last changed. */
  modified: string
  /** Search engines must not list the page. */
  noindex: boolean
}

/** Loads the dates of all pages that are not hidden. */
export async function loadPageDates(): Promise<Map<Route, PageDate>> {
  const rows = await fetchPublished<PageDatesQueryResult>({
    query: pageDatesQuery,
    tags: [sitemapTag],
    guardedIn: (pages) => pages,
  })
  const hidden = new Set(hiddenPages(rows, Date.now()))
  return new Map(
    rows.flatMap((row) => {
      if (!row.route || !isRoute(row.route) || hidden.has(row)) return []
      const modified = [row._updatedAt, ...row.shown].sort().at(-1) ?? row._updatedAt
      return [[row.route, {modified, noindex: row.noindex}] as const]
    }),
  )
}

/** Loads the anchors of the published scenarios, to pre-render each. */
export async function loadScenarioAnchors(): Promise<string[]> {
  return fetchPublished<ScenarioAnchorsQueryResult>({
    query: scenarioAnchorsQuery,
    tags: [pageTag('/demo')],
    guardedIn: () => [],
  })
}

/** Loads the paths of the demo's scenarios, below the base path; none if the page is hidden or its middleware is unknown. */
export async function loadParts(): Promise<`/${string}`[]> {
  const {page, refusal} = await readPage('/demo')
  return refusal ? [] : partsOf(page)
}

/** Loads what each page would show if rendered now, bypassing every cache. */
export async function loadPageStates(): Promise<Map<Route, PageState>> {
  const {pages, site} = await fetchUncached<{pages: BilingualPage[]; site: BilingualSite}>(allPagesQuery)
  const found = routes.flatMap((route) => {
    const page = pages.find(({_id}) => _id === pageId(route))
    return page ? [[route, {...pageStateAt({page, site}, Date.now()), parts: partsOf(page)}] as const] : []
  })
  return new Map(found)
}

/** Paths of the demo's scenarios: payload and article of each in both languages, by present and former anchors. */
function partsOf(page: BilingualPage): `/${string}`[] {
  return validScenarios(localize(page, 'zh')).flatMap(({anchor, formerAnchors}) =>
    [anchor, ...formerAnchors].flatMap((name) =>
      locales.flatMap((locale) => [scenarioPath(locale, name), articlePath(locale, name)]),
    ),
  )
}

function markHiddenRoutes({guarded}: BilingualSite): void {
  for (const {route} of hiddenPages(guarded, Date.now())) if (route) hiddenRoutes().add(route)
}
