import {pageProjection, siteQuery} from '../../sanity/Snapshot.ts'

/** All pages with settings and navigation, as the site shows them one by one. */
export const allPagesQuery = /* groq */ `{"pages": *[_type == "page"]{${pageProjection}}, "site": ${siteQuery}}`
