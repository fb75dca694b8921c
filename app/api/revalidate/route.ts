import {revalidateTag} from 'next/cache'
import {after, type NextRequest} from 'next/server'
import {readSiteEnv} from '@/lib/env'
import {affectedRoutes, type PageStates} from '@/lib/revalidation/affectedRoutes'
import {readWebhook} from '@/lib/revalidation/readWebhook'
import {refreshPages} from '@/lib/revalidation/refreshPages'
import {servedStates} from '@/lib/revalidation/servedStates'
import {siteRequests} from '@/lib/revalidation/siteRequests'
import {isRoute, type Route} from '@/lib/routes'
import {loadPageStates} from '@/sanity/content'
import {contentless} from '@/sanity/dependencies'
import {pageTag, sitemapTag, siteTag} from '@/sanity/tags'

/** The webhook: marks the pages that a published change touches, then makes them new before the first visitor comes. */
export async function POST(request: NextRequest): Promise<Response> {
  const {selfOrigin, webhookSecret} = readSiteEnv(process.env)
  const body = await request.clone().text()
  const webhook = await readWebhook(request, webhookSecret)
  if (!webhook.accepted) return Response.json({message: webhook.reason}, {status: webhook.status})

  const expected = await loadPageStates().catch(() => undefined)
  // The sender tries again until this succeeds.
  if (!expected) return Response.json({message: 'The content API does not answer'}, {status: 503})

  const again = request.nextUrl.searchParams.get('again')
  if (again !== null) return revalidate(again.split(',').filter(isRoute), expected)

  const {_id, _type} = webhook.change
  const served = await servedStates(siteRequests(selfOrigin).fetchText)
  const routes = affectedRoutes({documentId: _id, expected, served})
  const signature = request.headers.get('sanity-webhook-signature') ?? ''
  after(() =>
    refreshPages({routes, expected, origin: selfOrigin, webhook: {body, signature}, loadExpected: loadPageStates}),
  )
  revalidateTag(sitemapTag, 'max')
  if (_type === 'siteSettings' || _type === 'navigation') revalidateTag(siteTag, 'max')
  return revalidate(routes, expected)
}

/**
 * `max` keeps the last good page while the content API is away; any sharper profile would turn it into an error, which
 * is right only for a page that is to answer with one.
 */
function revalidate(routes: Route[], expected: PageStates): Response {
  for (const route of routes) {
    const fails = expected.get(route)?.version === contentless.failed
    revalidateTag(pageTag(route), fails ? {expire: 0} : 'max')
  }
  return Response.json({revalidated: routes})
}
