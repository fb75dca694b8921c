import {defineQuery} from 'next-sanity'

/**
 * When each page's document and those that it shows last changed, whether search engines may list it and what guards it:
 * for the sitemap and the manifest.
 */
export const pageDatesQuery = defineQuery(`*[_type == "page"]{route, _updatedAt, middleware, embargoUntil,
  "noindex": seo.noindex == true,
  "shown": array::compact([product->_updatedAt, module->_updatedAt, ...coalesce(blocks[].claims[]->_updatedAt, []),
    ...coalesce(blocks[].product->_updatedAt, []), ...coalesce(blocks[].products[]->_updatedAt, []),
    ...coalesce(blocks[].modules[]->_updatedAt, []), ...coalesce(blocks[].capabilities[]->_updatedAt, []),
    ...coalesce(blocks[].items[].role->_updatedAt, []), ...coalesce(blocks[].steps[].role->_updatedAt, [])])
}`)
