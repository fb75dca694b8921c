import {defineQuery} from 'next-sanity'
import {navigationProjection, siteSettingsProjection} from '../projections/index.ts'

/** What stands around every page: header, menu, footer. */
export const siteQuery = defineQuery(`{
  "settings": *[_type == "siteSettings" && _id == "siteSettings"][0]{${siteSettingsProjection}},
  "navigation": *[_type == "navigation" && _id == "navigation"][0]{${navigationProjection}}
}`)
