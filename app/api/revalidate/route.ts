import {revalidateTag} from 'next/cache'
import {after, type NextRequest} from 'next/server'
import {readSiteEnv} from '@/lib/env'
import {affectedRoutes} from '@/lib/revalidation/affectedRoutes'
import {readWebhook} from '@/lib/revalidation/readWebhook'
import {refreshPages} from '@/lib/revalidation/refreshPages'
import {servedStates} from '@/lib/revalidation/servedStates'
import {siteRequests} from '@/lib/revalidation/siteRequests'
import {isRoute, type Route} from '@/lib/routes'
import {loadPageStates} from '@/sanity/content'
import {pageTag, sitemapTag, siteTag} from '@/sanity/tags'

/** The webhook: marks the pages that a published change touches, then makes them new before the first visitor comes. */
export async function POST(request: NextRequest): Promise<Response> {
  const {selfOrigin, webhookSecret} = readSiteEnv(process.env)
  const body = await request.clone().text()
  const webhook = await readWebhook(request, webhookSecret)
  if (!webhook.accepted) return Response.json({message: webhook.reason}, {status: webhook.status})

  const again = request.nextUrl.searchParams.get('again')
  if (again !== null) return revalidate(again.split(',').filter(isRoute))

  const {_id, _type} = webhook.change
  const served = await servedStates(siteRequests(selfOrigin).fetchText)
  const expected = await loadPageStates().catch(() => undefined)
  // The sender tries again until this succeeds.
  if (!expected) return Response.json({message: 'The content API does not answer'}, {status: 503})

  const routes = affectedRoutes({documentId: _id, expected, served})
  const signature = request.headers.get('sanity-webhook-signature') ?? ''
  after(() =>
    refreshPages({routes, expected, origin: selfOrigin, webhook: {body, signature}, loadExpected: loadPageStates}),
  )
  if (_type === 'page') revalidateTag(sitemapTag, 'max')
  if (_type === 'siteSettings' || _type === 'navigation') revalidateTag(siteTag, 'max')
  return revalidate(routes)
}

/** `max` keeps the last good page while the content API is away; any sharper profile would turn it into an error. */
function revalidate(routes: Route[]): Response {
  for (const route of routes) revalidateTag(pageTag(route), 'max')
  return Response.json({revalidated: routes})
}
