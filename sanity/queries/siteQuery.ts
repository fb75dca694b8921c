import {defineQuery} from 'next-sanity'
import {navigationProjection, siteSettingsProjection} from '../projections/index.ts'

/**
 * What stands around every page: header, menu, footer, and which pages may be hidden, since no link leads to one that
 * is. The latter under ids of their own, so that a page depends on the guard of another page and not on its copy.
 */
export const siteQuery = defineQuery(`{
  "settings": *[_type == "siteSettings" && _id == "siteSettings"][0]{${siteSettingsProjection}},
  "navigation": *[_type == "navigation" && _id == "navigation"][0]{${navigationProjection}},
  "guarded": *[_type == "page" && count(middleware) > 0]{
    "_id": "guard." + _id, "_rev": coalesce(array::join(middleware, ","), "") + "@" + coalesce(embargoUntil, ""),
    route, middleware, embargoUntil
  }
}`)
