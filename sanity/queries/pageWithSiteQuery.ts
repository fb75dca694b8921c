import {pageQuery} from './pageQuery.ts'
import {siteQuery} from './siteQuery.ts'

/**
 * A page and what stands around it in one request: one cache entry with one tag, so that a page is either old or new,
 * never half of each. Its type is put together from those of its two parts.
 */
export const pageWithSiteQuery = /* groq */ `{"page": ${pageQuery}, "site": ${siteQuery}}`
