import {locales} from '@/lib/locales'
import {routes} from '@/lib/routes'
import {localePath, payloadPath, withBasePath} from '@/lib/urls'
import {loadPageDates} from '@/sanity/content'

export const dynamic = 'force-static'
export const revalidate = 3600

/** All pre-rendered paths below the base path and their payloads, without hidden pages. */
export async function GET() {
  const visible = await loadPageDates()
  const pages = routes
    .filter((route) => visible.has(route))
    .flatMap((route) =>
      locales.map((locale) => ({
        path: localePath(locale, route),
        route,
        locale,
        payload: withBasePath(payloadPath(locale, route)),
      })),
    )
  return Response.json({routes: pages.map(({path}) => path), pages})
}
