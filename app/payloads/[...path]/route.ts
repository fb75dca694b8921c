import {locales} from '@/lib/locales'
import {routes} from '@/lib/routes'
import {parsePayloadPath, payloadPath} from '@/lib/urls'
import {loadPage} from '@/sanity/content'
import {localize} from '@/sanity/localize'

export const dynamic = 'force-static'
export const dynamicParams = false
export const revalidate = 3600

export function generateStaticParams() {
  return routes.flatMap((route) =>
    locales.map((locale) => ({path: payloadPath(locale, route).replace('/payloads/', '').split('/')})),
  )
}

/** A page's content as data. The proxy answers for paths that are not pre-rendered. */
export async function GET(_request: Request, {params}: {params: Promise<{path: string[]}>}) {
  const {path} = await params
  const target = parsePayloadPath(path.join('/'))
  if (!target)
    return Response.json({statusCode: 404, message: `Route /${path.join('/')} is not pre-rendered`}, {status: 404})
  const {page, version, documents} = await loadPage(target.route)
  return Response.json({...target, version, documents, page: localize(page, target.locale)})
}
