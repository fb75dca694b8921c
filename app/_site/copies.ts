/** Answers with copies of pages for programs: Markdown, the list of pages, the search index. */
import {stegaClean} from '@sanity/client/stega'
import {pageList, pageMarkdown} from '@/components/pageText/markdown'
import {pageText} from '@/components/pageText/pageText'
import {searchIndex} from '@/components/search/searchIndex'
import type {Locale} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import {source} from '@/sanity/client'
import {loadAllPages, readPage} from '@/sanity/content'
import {localize} from '@/sanity/localize'
import {entityTag} from '@/server/http/entityTag'
import {versionHeader} from '@/server/revalidation/selfRequests'

const {siteUrl} = source

/** A page as Markdown. 404 while the page is hidden. */
export async function markdownResponse(locale: Locale, route: Route): Promise<Response> {
  const {refusal, version, ...read} = await readPage(route)
  // Not notFound(): Next caches that without tags, so the copy would stay missing after its page is back.
  if (refusal) return new Response(null, {status: refusal === 'hidden' ? 404 : refusal.status})
  const {page, site} = localize(stegaClean(read), locale)
  return textResponse(pageMarkdown({page, site, locale, siteUrl}), 'text/markdown', version)
}

/** The list of all pages that are shown, but those that no search engine may list. */
export async function pageListResponse(locale: Locale): Promise<Response> {
  const {pages, site, version} = await allPages(locale)
  return textResponse(site ? pageList({pages, site, locale, siteUrl}) : '', 'text/plain', version)
}

/** What the site's search looks through, as JSON: all pages that are shown. */
export async function searchIndexResponse(locale: Locale): Promise<Response> {
  const {pages, site, version} = await allPages(locale)
  const texts = site ? pages.map((page) => ({page, sections: pageText({page, site, locale, siteUrl})})) : []
  const body = JSON.stringify({version, pages: searchIndex(texts, locale)})
  return new Response(body, {headers: {'Content-Type': 'application/json', ETag: entityTag(body)}})
}

async function allPages(locale: Locale) {
  const {pages, version} = await loadAllPages()
  const clean = stegaClean(pages)
  const [first] = clean
  return {
    pages: clean.map(({page}) => localize(page, locale)),
    site: first && localize(first.site, locale),
    version,
  }
}

function textResponse(body: string, type: string, version: string): Response {
  return new Response(body, {
    headers: {'Content-Type': `${type}; charset=utf-8`, 'X-Robots-Tag': 'noindex', [versionHeader]: version},
  })
}
