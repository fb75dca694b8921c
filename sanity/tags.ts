import {pageId, type Route} from '../lib/routes.ts'

/** Cache tag of a page in both languages, and of its payloads. */
export function pageTag(route: Route): string {
  return `page:${pageId(route)}`
}

/** Cache tag of the not-found pages, which have only header and footer. */
export const siteTag = 'site'

/** Cache tag of the list of pages with their dates. */
export const sitemapTag = 'sitemap'
