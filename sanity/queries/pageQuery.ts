import {defineQuery} from 'next-sanity'
import {pageProjection} from '../projections/index.ts'

/** One page with everything that it shows, in both languages. */
export const pageQuery = defineQuery(`*[_type == "page" && _id == $id][0]{${pageProjection}}`)
