import {defineDocuments} from 'sanity/presentation'
import {routes} from '../../lib/routes.ts'
import {sitePath} from '../../lib/urls.ts'

/** Which document a previewed URL is about: one entry a route, exact in both languages, so their order does not matter. */
export const mainDocuments = defineDocuments(
  routes.map((route) => ({
    route: [sitePath('en', route), sitePath('zh', route)],
    filter: '_type == "page" && route == $route',
    params: {route},
  })),
)
