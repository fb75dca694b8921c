import {locales} from '@/lib/locales'
import {routes} from '@/lib/routes'
import {localePath, parsePayloadPath, payloadPath} from '@/lib/urls'
import {readPage} from '@/sanity/content'
import {localize} from '@/sanity/presentContent'
import {entityTag} from '@/server/http/entityTag'

export const dynamic = 'force-static'
export const dynamicParams = false
export const revalidate = 3600

export function generateStaticParams() {
  return routes.flatMap((route) =>
    locales.map((locale) => ({path: payloadPath(locale, route).replace('/payloads/', '').split('/')})),
  )
}

/** A page's content as JSON. The proxy answers conditional requests and paths that are not pre-rendered. */
export async function GET(_request: Request, {params}: {params: Promise<{path: string[]}>}) {
  const {path} = await params
  const target = parsePayloadPath(path.join('/'))
  if (!target) return notPrerendered(`/${path.join('/')}`)
  const read = await readPage(target.route)
  const {refusal, version, documents} = read
  if (refusal === 'hidden') return notPrerendered(localePath(target.locale, target.route), {version, documents})
  if (refusal) return Response.json({statusCode: refusal.status, message: refusal.message}, {status: refusal.status})
  const body = JSON.stringify({...target, version, documents, page: localize(read.page, target.locale)})
  return new Response(body, {headers: {'Content-Type': 'application/json', ETag: entityTag(body)}})
}

function notPrerendered(path: string, facts: object = {}): Response {
  return Response.json({statusCode: 404, message: `Route ${path} is not pre-rendered`, ...facts}, {status: 404})
}
