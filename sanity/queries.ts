import {defineQuery} from 'next-sanity'
import {navigationProjection, pageProjection, siteSettingsProjection} from './projections/index.ts'

/**
 * Dates of each page's document and of those that it shows, whether search engines may list it, and its guards: for the
 * sitemap and the manifest.
 */
export const pageDatesQuery = defineQuery(`*[_type == "page"]{route, _updatedAt, middleware, embargoUntil,
  "noindex": seo.noindex == true,
  "shown": array::compact([product->_updatedAt, module->_updatedAt, ...coalesce(blocks[].claims[]->_updatedAt, []),
    ...coalesce(blocks[].product->_updatedAt, []), ...coalesce(blocks[].products[]->_updatedAt, []),
    ...coalesce(blocks[].modules[]->_updatedAt, []), ...coalesce(blocks[].capabilities[]->_updatedAt, []),
    ...coalesce(blocks[].items[].role->_updatedAt, []), ...coalesce(blocks[].steps[].role->_updatedAt, [])])
}`)

/**
 * One page with everything that it shows, in both languages. TypeGen makes `PageQueryResult` of it, which types the blocks.
 *
 * @public
 */
export const pageQuery = defineQuery(`*[_type == "page" && _id == $id][0]{${pageProjection}}`)

/** Anchors of all scenarios of the demo. */
export const scenarioAnchorsQuery = defineQuery(`array::unique(*[_type == "scenario" && defined(anchor)].anchor)`)

/**
 * The surroundings of every page: header, menu, footer, and which pages may be hidden, since no link leads to a hidden
 * one. The latter have ids of their own, so that a page depends on another page's guards and not on its copy.
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
 * A page with its surroundings in one request: one cache entry with one tag, so that a page is either old or new, never
 * half of each. Its type is composed of those of its two parts.
 */
export const pageWithSiteQuery = /* groq */ `{"page": ${pageQuery}, "site": ${siteQuery}}`

/** All pages as they are rendered: tells which pages show which revision of which document. */
export const allPagesQuery = /* groq */ `{"pages": *[_type == "page"]{${pageProjection}}, "site": ${siteQuery}}`
