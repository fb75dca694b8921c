/**
 * Loads content: the only place that queries it for pages. Both languages come in one result. Visitors get what is published,
 * from memory, kept in step with the content API; previews get drafts.
 */
import 'server-only'
import {unstable_cache} from 'next/cache'
import {PHASE_PRODUCTION_BUILD} from 'next/constants'
import {workAsyncStorage} from 'next/dist/server/app-render/work-async-storage.external.js'
import {notFound} from 'next/navigation'
import {connection} from 'next/server'
import {cache} from 'react'
import {type Locale, locales} from '../lib/locales.ts'
import {pageId, type Route, routes} from '../lib/routes.ts'
import {articlePath, scenarioPath} from '../lib/urls.ts'
import {hiddenPages, type Invisible, nextVisibilityChange, whyInvisible} from '../lib/visibility.ts'
import {buildsFromSeed} from './buildContent.ts'
import {ContentError} from './ContentError.ts'
import {currentPreview, fetchDrafts, fetchPublished, source} from './client.ts'
import {hideRoutes} from './hiddenRoutes.ts'
import {
  type Documents,
  fitToSchema,
  PublishedDocuments,
  type StoredDocument,
  type Wanted,
} from './PublishedDocuments.ts'
import {
  type BilingualPage,
  type BilingualSite,
  evaluateQuery,
  localize,
  withFallbacks,
  withoutPlaceholders,
} from './presentContent.ts'
import {readSeedDocuments} from './querySeed.ts'
import {
  dependencies,
  errorVersions,
  lastUpdate,
  type PageState,
  pageState,
  pageStateAt,
  pageTag,
  pageWithSiteQuery,
  Snapshot,
  sitemapTag,
  siteQuery,
  siteTag,
  versionOfAll,
} from './Snapshot.ts'
import {validScenarios} from './scenarios.ts'
import {carryStega} from './withStega.ts'

interface LoadedPage extends PageState {
  page: BilingualPage
  site: BilingualSite
  refusal?: undefined
  /** In drafts only: values that do not fit their fields and are left out. */
  invalidValues?: readonly InvalidValues[]
}

interface RefusedPage extends PageState {
  /** Why the page must not be shown. */
  refusal: Invisible | ContentError
}

/** Values of a document that are of another kind than its schema, as only a program can write. */
export interface InvalidValues {
  /** As it is stored. */
  document: StoredDocument
  /** In the Studio's notation. */
  paths: readonly string[]
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

/** Loads a page, or says why it is not shown. */
export async function readPage(route: Route): Promise<LoadedPage | RefusedPage> {
  const draft = await readDraft(route)
  const result = draft ?? (await readPublished([pageTag(route)])).pageWithSite(route)
  // A guest sees the draft of one page; its surroundings are published content.
  const isGuest = draft && (await currentPreview())?.by === 'guest'
  const site = isGuest ? (await readPublished([siteTag])).site : result.site
  if (!result.page) return withoutPage(route)
  const page = withFallbacks(result.page, site)
  const refusal = whyInvisible(page, Date.now())
  // Editors preview a page before its time.
  if (draft) {
    const state = pageState(result)
    return refusal && refusal !== 'hidden'
      ? {refusal, ...state}
      : {page, site, invalidValues: draft.invalidValues, ...state}
  }
  markHiddenRoutes(site)
  const state = pageStateAt({page, site}, Date.now())
  return refusal ? {refusal, ...state} : {page, site, ...state}
}

/** Pages whose missing document this build has reported. */
const reported = new Set<Route>()

/** A site that runs keeps the last good page, for which this must throw; a build goes on with all other pages. */
function withoutPage(route: Route): RefusedPage {
  const refusal = ContentError.missingPage(source, route)
  if (process.env.NEXT_PHASE !== PHASE_PRODUCTION_BUILD) throw refusal
  if (!reported.has(route)) console.error(refusal.message)
  reported.add(route)
  return {refusal, version: errorVersions.failed, content: errorVersions.failed, documents: []}
}

interface DraftPage {
  page: BilingualPage | null
  site: BilingualSite
  invalidValues: readonly InvalidValues[]
}

/**
 * Fetches a page's draft in a preview, computed from what fits the schema where a document of it does not. Once a rendering,
 * for page and metadata.
 */
const readDraft = cache(async (route: Route): Promise<DraftPage | undefined> => {
  const params = {id: pageId(route)}
  const draft = await fetchDrafts<Omit<DraftPage, 'invalidValues'>>({query: pageWithSiteQuery, params})
  if (!draft) return undefined
  const ids = dependencies(draft.result).map(({id}) => id)
  const stored = await fetchDrafts<StoredDocument[]>({query: '*[_id in $ids]', params: {ids}, isPlain: true})
  const documents = new Map<string, StoredDocument>()
  const invalidValues = (stored?.result ?? []).flatMap((document): InvalidValues[] => {
    const fitted = fitToSchema(document)
    documents.set(document._id, fitted.document)
    return fitted.invalidPaths.length > 0 ? [{document, paths: fitted.invalidPaths}] : []
  })
  if (invalidValues.length === 0) return {...draft.result, invalidValues}
  const fitting = evaluateQuery<typeof draft.result>(documents, pageWithSiteQuery, params)
  // Only editors' drafts keep their placeholders, and lead to their fields.
  const isEditor = (await currentPreview())?.by === 'editor'
  return {...(isEditor ? carryStega(draft.result, fitting) : withoutPlaceholders(fitting)), invalidValues}
})

/** Loads all published pages that are shown, in the order of the routes, and the version of all together. */
export async function loadAllPages(): Promise<{pages: Pick<LoadedPage, 'page' | 'site'>[]; version: string}> {
  const snapshot = await readPublished(routes.map(pageTag))
  const {site} = snapshot
  markHiddenRoutes(site)
  const now = Date.now()
  const loaded = routes.flatMap((route) => {
    const found = snapshot.page(route)
    if (!found) return []
    const {page, state} = derivedOf(found, site)
    return [[route, {page, site, refusal: whyInvisible(page, now), ...pageStateAt({page, site}, now, state)}] as const]
  })
  return {
    pages: loaded.flatMap(([, page]) => (page.refusal ? [] : [page])),
    version: versionOfAll(loaded),
  }
}

/** Loads settings and navigation. */
export async function loadSite(): Promise<BilingualSite> {
  const draft = await fetchDrafts<BilingualSite>({query: siteQuery})
  if (draft) return draft.result
  const {site} = await readPublished([siteTag])
  markHiddenRoutes(site)
  return site
}

interface PageDate {
  /** When the page's document, or one that it shows, last changed. */
  modified: string
  /** Search engines must not list the page. */
  noindex: boolean
}

/** Loads the dates of all pages that are shown. */
export async function loadPageDates(): Promise<Map<Route, PageDate>> {
  const snapshot = await readPublished([sitemapTag])
  const now = Date.now()
  return new Map(
    routes.flatMap((route) => {
      const page = snapshot.page(route)
      if (!page || whyInvisible(page, now)) return []
      return [[route, {modified: lastUpdate(page), noindex: page.seo?.noindex === true}] as const]
    }),
  )
}

/** Loads the anchors of the published scenarios by language, to pre-render each. A stored anchor may be no name of a file. */
export async function loadScenarioAnchors(): Promise<{locale: Locale; anchor: string}[]> {
  const page = (await readPublished([pageTag('/demo')])).page('/demo')
  return page ? scenariosByLocale(page).map(({locale, anchor}) => ({locale, anchor})) : []
}

/** Loads the paths of the demo's scenarios, below the base path; none if the page is hidden or its middleware is unknown. */
export async function loadParts(): Promise<`/${string}`[]> {
  const demo = await readPage('/demo')
  return demo.refusal ? [] : partsOf(demo.page)
}

/** Returns what each page shows if it is rendered now. Does not ask the content API if it was asked within a minute. */
export async function currentPageStates(): Promise<Map<Route, PageState>> {
  return pageStatesOf(await currentSnapshot())
}

/** Asks the content API for what has changed, and returns what each page shows from now on. */
export async function updatePageStates(wanted: Wanted): Promise<Map<Route, PageState>> {
  return pageStatesOf(await updatePublished(wanted))
}

function pageStatesOf(snapshot: Snapshot): Map<Route, PageState> {
  const {site} = snapshot
  const now = Date.now()
  const found = routes.flatMap((route) => {
    const page = snapshot.page(route)
    return page ? [[route, pageStateAt({page, site}, now, derivedOf(page, site).state)] as const] : []
  })
  return new Map(found)
}

interface Derived {
  site: BilingualSite
  page: BilingualPage
  state: PageState
}

/** Cache of what was derived from pages. After a publish most pages are the same objects. */
const derived = new WeakMap<BilingualPage, Derived>()

/** A page with its fallbacks, and its state without its middleware. */
function derivedOf(found: BilingualPage, site: BilingualSite): Derived {
  const known = derived.get(found)
  if (known?.site === site) return known
  const state = {...pageState({page: found, site}), parts: partsOf(found)}
  const fresh = {site, page: withFallbacks(found, site), state}
  derived.set(found, fresh)
  return fresh
}

/** Paths of the demo's scenarios: payload and article of each in its languages, by present and former anchors. */
function partsOf(page: BilingualPage): `/${string}`[] {
  return scenariosByLocale(page).flatMap(({locale, anchor, formerAnchors}) =>
    [anchor, ...formerAnchors].flatMap((name) => [scenarioPath(locale, name), articlePath(locale, name)]),
  )
}

/** The scenarios that the page shows in each language: one may be complete in English alone. */
function scenariosByLocale(page: BilingualPage) {
  return locales.flatMap((locale) => validScenarios(localize(page, locale)).map((scenario) => ({locale, ...scenario})))
}

function markHiddenRoutes({guarded}: BilingualSite): void {
  hideRoutes(hiddenPages(guarded, Date.now()).map(({route}) => route))
}

declare global {
  /** Global, because Next bundles pages and route handlers apart, and all must see the same. */
  var sitePublished: {documents: PublishedDocuments; snapshot?: Snapshot} | undefined
}

// `npm run dev` evaluates this module again after a change of a query or of the schema: drop what the earlier code computed.
if (process.env.NODE_ENV === 'development') globalThis.sitePublished = undefined

function published() {
  globalThis.sitePublished ??= {
    documents: new PublishedDocuments((query, params) =>
      // Outside of the rendering that happens to ask: Next would take a page for dynamic.
      workAsyncStorage.exit(() => fetchPublished(query, params)),
    ),
  }
  return globalThis.sitePublished
}

function snapshotOf(documents: Documents): Snapshot {
  const kept = published()
  if (kept.snapshot?.documents !== documents) kept.snapshot = kept.snapshot?.next(documents) ?? new Snapshot(documents)
  return kept.snapshot
}

/** Asks the content API for what has changed. Resolves with what is published at some time after the call. */
async function updatePublished(wanted: Wanted): Promise<Snapshot> {
  const {documents} = published()
  const updated = await documents.update(wanted)
  // A later update may have ended already.
  return snapshotOf(documents.documents ?? updated)
}

/** Seconds. A safety net for changes whose webhook was lost. */
const revalidate = 3600

/** Milliseconds. A webhook reports each publish; if one is lost, the first rendering after this time finds the change. */
const freshFor = 60_000

/**
 * Returns what is published, the same throughout a rendering, so that a page is never a mixture. Older than a minute, it
 * is compared with the content API first; should that be away, it is good for as long as a page.
 */
const currentSnapshot = cache(async (): Promise<Snapshot> => {
  if (buildsFromSeed(process.env)) return snapshotOf(readSeedDocuments())
  const {documents} = published()
  const age = performance.now() - documents.updatedAt
  if (documents.documents && age < freshFor) return snapshotOf(documents.documents)
  const updated = await documents.update({compareAll: true}).catch((error: unknown) => {
    if (documents.documents && age < revalidate * 1000) return documents.documents
    throw error
  })
  return snapshotOf(documents.documents ?? updated)
})

/** Returns what is published, and renders the page again once one of the tags is revalidated or a page's time comes. */
async function readPublished(tags: string[]): Promise<Snapshot> {
  const snapshot = await currentSnapshot()
  const now = Date.now()
  const change = nextVisibilityChange(snapshot.site.guarded, now)
  const seconds = change === undefined ? revalidate : Math.min(revalidate, Math.ceil((change - now) / 1000))
  // A page takes its tags from a cache entry. This one has no content, so it cannot be stale.
  await unstable_cache(() => Promise.resolve(null), tags, {tags, revalidate: seconds})()
  return snapshot
}
