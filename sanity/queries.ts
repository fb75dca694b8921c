import {defineQuery} from 'next-sanity'
import {navigationProjection} from './projections/navigation.ts'
import {pageProjection} from './projections/page.ts'
import {siteSettingsProjection} from './projections/siteSettings.ts'

/**
 * One page with everything that it shows, in both languages. TypeGen derives `PageQueryResult` from it, which types the blocks.
 *
 * @public
 */
export const pageQuery = defineQuery(`*[_type == "page" && _id == $id][0]{${pageProjection}}`)

/**
 * Settings, navigation, and the pages with middleware, as no link may lead to a hidden page. The latter get ids of their
 * own, so that a page depends on other pages' middleware and not on their content.
 */
export const siteQuery = defineQuery(`{
  "settings": *[_type == "siteSettings" && _id == "siteSettings"][0]{${siteSettingsProjection}},
  "navigation": *[_type == "navigation" && _id == "navigation"][0]{${navigationProjection}},
  "guarded": *[_type == "page" && count(middleware) > 0]{
    "_id": "guard." + _id, "_rev": coalesce(array::join(middleware, ","), "") + "@" + coalesce(embargoUntil, ""),
    route, middleware, embargoUntil
  }
}`)

/**
 * A draft of a page with settings and navigation in one request, so that they are of one moment. Published pages are
 * evaluated from `Snapshot`. Its type is composed of those of its two parts.
 */
export const pageWithSiteQuery = /* groq */ `{"page": ${pageQuery}, "site": ${siteQuery}}`

/** Drafts of all pages, for what shows all of them, such as the search index. */
export const allPagesQuery = /* groq */ `{"pages": *[_type == "page"]{${pageProjection}}, "site": ${siteQuery}}`
