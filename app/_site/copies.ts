/** Answers with copies of pages for programs: Markdown, the list of pages, the search index. */
import {pageList, pageMarkdown} from '@/components/pageText/markdown'
import {pageText, type TextSource} from '@/components/pageText/pageText'
import type {TextSection} from '@/components/pageText/readMarkup'
import {searchIndex} from '@/components/search/searchIndex'
import {versionHeader} from '@/lib/constants'
import type {Locale} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import {hiddenPages} from '@/lib/visibility'
import {source} from '@/sanity/client'
import {loadAllPages, readPage} from '@/sanity/content'
import {type BilingualPage, type BilingualSite, localize} from '@/sanity/presentContent'
import {entityTag} from '@/server/http/entityTag'

const {siteUrl} = source

/** A page as Markdown. 404 while the page is hidden. */
export async function markdownResponse(locale: Locale, route: Route): Promise<Response> {
  const read = await readPage(route)
  const {refusal} = read
  // Not notFound(): Next caches that without tags, so the copy would stay missing after its page is back.
  if (refusal) return new Response(null, {status: refusal === 'hidden' ? 404 : refusal.status})
  const {page, site} = localize(read, locale)
  return textResponse(pageMarkdown({page, site, locale, siteUrl}), 'text/markdown', read.version)
}

/** The list of all pages that are shown, but those that no search engine may list. */
export async function pageListResponse(locale: Locale): Promise<Response> {
  const {copies, version} = await allCopies(locale)
  const pages = copies.map(({source}) => source.page)
  const site = copies[0]?.source.site
  return textResponse(site ? pageList({pages, site, locale, siteUrl}) : '', 'text/plain', version)
}

/** The search index as JSON: all visible pages. */
export async function searchIndexResponse(locale: Locale): Promise<Response> {
  const {copies, version} = await allCopies(locale)
  const texts = copies.map((copy) => {
    copy.sections ??= pageText(copy.source)
    return {page: copy.source.page, sections: copy.sections}
  })
  const body = JSON.stringify({version, pages: searchIndex(texts, locale)})
  return new Response(body, {headers: {'Content-Type': 'application/json', ETag: entityTag(body)}})
}

async function allCopies(locale: Locale): Promise<{copies: Copy[]; version: string}> {
  const {pages, version} = await loadAllPages()
  return {copies: pages.map((page) => copyOf(page, locale)), version}
}

interface Copy {
  site: BilingualSite
  /** Routes that no link may lead to. */
  hidden: string
  source: TextSource
  sections?: TextSection[]
}

/** Texts by page. A publish leaves most pages unchanged: their texts stay cached while page and site are the same objects. */
const kept = new WeakMap<BilingualPage, Partial<Record<Locale, Copy>>>()

function copyOf({page, site}: {page: BilingualPage; site: BilingualSite}, locale: Locale): Copy {
  const hidden = hiddenPages(site.guarded, Date.now())
    .map(({route}) => route)
    .join()
  const copies = kept.get(page) ?? {}
  kept.set(page, copies)
  const known = copies[locale]
  if (known?.site === site && known.hidden === hidden) return known
  const copy = {site, hidden, source: {...localize({page, site}, locale), locale, siteUrl}}
  copies[locale] = copy
  return copy
}

function textResponse(body: string, type: string, version: string): Response {
  return new Response(body, {
    headers: {'Content-Type': `${type}; charset=utf-8`, 'X-Robots-Tag': 'noindex', [versionHeader]: version},
  })
}
