import {pageId, type Route} from '../lib/routes.ts'

/** The cache tag of one page, in both languages, with its payloads. */
export function pageTag(route: Route): string {
  return `page:${pageId(route)}`
}

/** The tag of what shows header and footer without being a page: the not-found pages. */
export const siteTag = 'site'

/** The tag of the list of pages with their dates. */
export const sitemapTag = 'sitemap'
