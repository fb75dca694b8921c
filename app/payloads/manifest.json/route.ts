import {locales} from '@/lib/locales'
import {routes} from '@/lib/routes'
import {localePath, payloadPath, withBasePath} from '@/lib/urls'

export const dynamic = 'force-static'

/** What is pre-rendered: every path below the base path, and where its payload is. */
export function GET() {
  const pages = routes.flatMap((route) =>
    locales.map((locale) => ({
      path: localePath(locale, route),
      route,
      locale,
      payload: withBasePath(payloadPath(locale, route)),
    })),
  )
  return Response.json({routes: pages.map(({path}) => path), pages})
}
