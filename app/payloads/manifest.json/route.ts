import {locales} from '@/lib/locales'
import {routes} from '@/lib/routes'
import {localePath, payloadPath, withBasePath} from '@/lib/urls'
import {loadPageDates} from '@/sanity/content'

export const dynamic = 'force-static'
export const revalidate = 3600

/** What is pre-rendered: every path below the base path, hidden ones left out, and where its payload is. */
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
