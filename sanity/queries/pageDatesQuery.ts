import {defineQuery} from 'next-sanity'

/** When each page's document last changed, for the sitemap. */
export const pageDatesQuery = defineQuery(`*[_type == "page"]{route, _updatedAt}`)
