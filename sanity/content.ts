/** The only place that fetches content. Both languages come in one result. */
import 'server-only'
import {PHASE_PRODUCTION_BUILD} from 'next/constants'
import {notFound} from 'next/navigation'
import {connection} from 'next/server'
import {locales} from '../lib/locales.ts'
import {isRoute, pageId, type Route, routes} from '../lib/routes.ts'
import {articlePath, scenarioPath} from '../lib/urls.ts'
import {hiddenPages, type Invisible, whyInvisible} from '../lib/visibility.ts'
import {ContentError} from './ContentError.ts'
import {client, source, uncached} from './client.ts'
import type {BilingualPage, BilingualSite} from './content.types.ts'
import {type PageState, pageState, pageStateAt} from './dependencies.ts'
import {hiddenRoutes} from './hiddenRoutes.ts'
import {localize} from './localize.ts'
import {allPagesQuery} from './queries/allPagesQuery.ts'
import {pageDatesQuery} from './queries/pageDatesQuery.ts'
import {pageWithSiteQuery} from './queries/pageWithSiteQuery.ts'
import {scenarioAnchorsQuery} from './queries/scenarioAnchorsQuery.ts'
import {siteQuery} from './queries/siteQuery.ts'
import {read, readAnew, readPublished} from './reader.ts'
import {scenariosOf} from './scenariosOf.ts'
import {soundPage} from './soundPage.ts'
import {pageTag, sitemapTag, siteTag} from './tags.ts'
import type {PageDatesQueryResult, ScenarioAnchorsQueryResult} from './types.generated.ts'

export interface LoadedPage extends PageState {
  page: BilingualPage
  site: BilingualSite
  /** Why it is not to be shown. */
  refusal?: Invisible | undefined
}

/** Loads a page with its surroundings to be shown. Where it is hidden, the answer is that there is none. */
export async function loadPage(route: Route): Promise<LoadedPage> {
  const loaded = await readPage(route)
  if (loaded.refusal === 'hidden') notFound()
  if (loaded.refusal) {
    // A build goes on: this page alone is left to be rendered, and to fail, on request.
    if (process.env.NEXT_PHASE === PHASE_PRODUCTION_BUILD) await connection()
    throw loaded.refusal
  }
  return loaded
}

/** Loads a page, whether it is to be shown or not. */
export async function readPage(route: Route): Promise<LoadedPage> {
  const {result, isDraft} = await read<{page: BilingualPage | null; site: BilingualSite}>({
    query: pageWithSiteQuery,
    params: {id: pageId(route)},
    tags: [pageTag(route)],
    guardedIn: ({site}) => site.guarded,
  })
  const {site} = result
  if (!result.page) throw ContentError.missingPage(source, route)
  const page = soundPage(result.page, site)
  const refusal = whyInvisible(page, Date.now())
  // An editor looks at a page in order to see it before its time.
  if (isDraft) return {page, site, refusal: refusal === 'hidden' ? undefined : refusal, ...pageState(result)}
  hideLinks(site)
  return {page, site, refusal, ...pageStateAt({page, site}, Date.now())}
}

/** Loads what stands around every page: settings and navigation. */
export async function loadSite(): Promise<BilingualSite> {
  const {result, isDraft} = await read<BilingualSite>({
    query: siteQuery,
    tags: [siteTag],
    guardedIn: ({guarded}) => guarded,
  })
  if (!isDraft) hideLinks(result)
  return result
}

interface PageDate {
  /** When the page's document, or one that it shows, last changed. */
  modified: string
  /** Search engines are to leave the page out. */
  noindex: boolean
}

/** The pages that are not hidden. */
export async function loadPageDates(): Promise<Map<Route, PageDate>> {
  const rows = await readPublished<PageDatesQueryResult>({
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

/** The names in links of the published scenarios, for what is drawn ahead of each. */
export async function loadScenarioAnchors(): Promise<string[]> {
  return readPublished<ScenarioAnchorsQueryResult>({
    query: scenarioAnchorsQuery,
    tags: [pageTag('/demo')],
    guardedIn: () => [],
  })
}

/** Where the published parts of the demo are, below the base path; none while the page is hidden or fails. */
export async function loadParts(): Promise<`/${string}`[]> {
  const {page, refusal} = await readPage('/demo')
  return refusal ? [] : partsOf(page)
}

/** What each page would show if it were rendered now, straight from the content API. */
export async function loadPageStates(): Promise<Map<Route, PageState>> {
  const {pages, site} = await readAnew<{pages: BilingualPage[]; site: BilingualSite}>(allPagesQuery)
  const found = routes.flatMap((route) => {
    const page = pages.find(({_id}) => _id === pageId(route))
    return page ? [[route, {...pageStateAt({page, site}, Date.now()), parts: partsOf(page)}] as const] : []
  })
  return new Map(found)
}

/** Does the content API answer? */
export async function contentAnswers(): Promise<boolean> {
  try {
    await client.withConfig({timeout: 1000, maxRetries: 0}).fetch('count(*[_id == "siteSettings"])', {}, uncached)
    return true
  } catch {
    return false
  }
}

/** The scenarios of the demo, each with its payload and its article in both languages. */
function partsOf(page: BilingualPage): `/${string}`[] {
  return scenariosOf(localize(page, 'zh')).flatMap(({anchor, formerAnchors}) =>
    [anchor, ...formerAnchors].flatMap((name) =>
      locales.flatMap((locale) => [scenarioPath(locale, name), articlePath(locale, name)]),
    ),
  )
}

function hideLinks({guarded}: BilingualSite): void {
  for (const {route} of hiddenPages(guarded, Date.now())) if (route) hiddenRoutes().add(route)
}
