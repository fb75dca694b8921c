import {revalidateTag} from 'next/cache'
import {after, type NextRequest} from 'next/server'
import {readSiteEnv} from '@/lib/env'
import {inTurn} from '@/lib/inTurn'
import {affectedRoutes, type PageStates} from '@/lib/revalidation/affectedRoutes'
import {tellInstances} from '@/lib/revalidation/instances'
import {compareAll} from '@/lib/revalidation/notifySelf'
import {readWebhook} from '@/lib/revalidation/readWebhook'
import {refreshPages} from '@/lib/revalidation/refreshPages'
import {Replays} from '@/lib/revalidation/replays'
import {servedStates} from '@/lib/revalidation/servedStates'
import {siteRequests} from '@/lib/revalidation/siteRequests'
import {isRoute, type Route} from '@/lib/routes'
import {loadPageStates} from '@/sanity/content'
import {contentless} from '@/sanity/dependencies'
import {pageTag, sitemapTag, siteTag} from '@/sanity/tags'

const replays = new Replays()
/** Asks for all pages at once: a hundred changes in a row must not ask a hundred times. */
const loadExpected = inTurn(loadPageStates)

/** The webhook: marks the pages that a published change touches, then makes them new before the first visitor comes. */
export async function POST(request: NextRequest): Promise<Response> {
  const {selfOrigin, proxyUrl, webhookSecret} = readSiteEnv(process.env)
  const webhook = await readWebhook(request, webhookSecret)
  if (!webhook.accepted) return Response.json({message: webhook.reason}, {status: webhook.status})
  const {body, signature} = webhook
  const again = request.nextUrl.searchParams.get('again')
  if (again === null && replays.has(signature, Date.now())) return revalidated([])

  const expected = await loadExpected().catch(() => undefined)
  // The sender tries again until this succeeds.
  if (!expected) return Response.json({message: 'The content API does not answer'}, {status: 503})

  if (again !== null) return revalidate(again.split(',').filter(isRoute), expected)

  const {_id, _type} = webhook.change
  const served = await servedStates(siteRequests(selfOrigin).fetchText)
  const routes = affectedRoutes({documentId: _id, expected, served})
  after(() =>
    refreshPages({routes, expected, origin: selfOrigin, proxy: proxyUrl, webhook: {body, signature}, loadExpected}),
  )
  revalidateTag(sitemapTag, 'max')
  if (['siteSettings', 'navigation', compareAll].includes(_type)) revalidateTag(siteTag, 'max')
  replays.add(signature, Date.now())
  if (!request.nextUrl.searchParams.has('relayed')) await tellInstances({body, signature})
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
  return revalidated(routes)
}

function revalidated(routes: Route[]): Response {
  return Response.json({revalidated: routes})
}
