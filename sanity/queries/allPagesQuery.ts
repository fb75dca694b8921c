import {pageProjection} from '../projections/index.ts'
import {siteQuery} from './siteQuery.ts'

/** All pages as each of them is rendered: tells which pages show which revision of which document. */
export const allPagesQuery = /* groq */ `{"pages": *[_type == "page"]{${pageProjection}}, "site": ${siteQuery}}`
