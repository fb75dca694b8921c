/** The only place that fetches content. Both languages come in one result. */
import 'server-only'
import {draftMode} from 'next/headers'
import {isRoute, pageId, type Route, routes} from '../lib/routes.ts'
import {ContentError} from './ContentError.ts'
import {client, draftClient, source, uncached} from './client.ts'
import type {BilingualPage, BilingualSite} from './content.types.ts'
import {type PageState, pageState} from './dependencies.ts'
import {allPagesQuery} from './queries/allPagesQuery.ts'
import {pageDatesQuery} from './queries/pageDatesQuery.ts'
import {pageWithSiteQuery} from './queries/pageWithSiteQuery.ts'
import {siteQuery} from './queries/siteQuery.ts'
import {pageTag, sitemapTag, siteTag} from './tags.ts'

/** An hour: the webhook makes pages new at once; this is for a change that it never told of. */
const revalidate = 3600

export interface LoadedPage extends PageState {
  page: BilingualPage
  site: BilingualSite
}

/** Loads a page with its surroundings: drafts in draft mode, else what is published, cached under the page's tag. */
export async function loadPage(route: Route): Promise<LoadedPage> {
  const {api, options} = await reader([pageTag(route)])
  const result = await attempt(() =>
    api.fetch<{page: BilingualPage | null; site: BilingualSite}>(pageWithSiteQuery, {id: pageId(route)}, options),
  )
  if (!result.page) throw ContentError.missingPage(source, route)
  return {page: result.page, site: result.site, ...pageState(result)}
}

/** Loads what stands around every page: settings and navigation. */
export async function loadSite(): Promise<BilingualSite> {
  const {api, options} = await reader([siteTag])
  return attempt(() => api.fetch(siteQuery, {}, options))
}

/** When each page's document last changed. */
export async function loadPageDates(): Promise<Map<Route, string>> {
  const rows = await attempt(() => client.fetch(pageDatesQuery, {}, {next: {tags: [sitemapTag], revalidate}}))
  return new Map(rows.flatMap((row) => (row.route && isRoute(row.route) ? [[row.route, row._updatedAt] as const] : [])))
}

/** What each page would show if it were rendered now, straight from the content API. */
export async function loadPageStates(): Promise<Map<Route, PageState>> {
  const {pages, site} = await attempt(() =>
    client.fetch<{pages: BilingualPage[]; site: BilingualSite}>(allPagesQuery, {}, uncached),
  )
  const found = routes.flatMap((route) => {
    const page = pages.find(({_id}) => _id === pageId(route))
    return page ? [[route, pageState({page, site})] as const] : []
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

async function reader(tags: string[]) {
  const {isEnabled} = await draftMode()
  const draft = isEnabled ? await draftClient() : undefined
  return draft ? {api: draft, options: uncached} : {api: client, options: {next: {tags, revalidate}}}
}

async function attempt<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    throw ContentError.unreachable(source, error)
  }
}
