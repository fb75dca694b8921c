import {revalidateTag} from 'next/cache'
import {after} from 'next/server'
import {readSiteEnv} from '@/lib/env'
import type {Route} from '@/lib/routes'
import {loadPageStates} from '@/sanity/content'
import {contentless} from '@/sanity/dependencies'
import {pageTag, sitemapTag, siteTag} from '@/sanity/tags'
import {affectedRoutes, type PageStates} from '@/server/revalidation/affectedRoutes'
import {tellInstances} from '@/server/revalidation/instances'
import {inTurn} from '@/server/revalidation/inTurn'
import {compareAll} from '@/server/revalidation/notifySelf'
import {readWebhook} from '@/server/revalidation/readWebhook'
import {refreshPages} from '@/server/revalidation/refreshPages'
import {Replays} from '@/server/revalidation/replays'
import {servedStates} from '@/server/revalidation/servedStates'
import {siteRequests} from '@/server/revalidation/siteRequests'

const replays = new Replays()
/** Asks for all pages at once: a hundred changes in a row must not ask a hundred times. */
const loadExpected = inTurn(loadPageStates)

/** The webhook: marks the pages that a published change touches, then makes them new before the first visitor comes. */
export async function POST(request: Request): Promise<Response> {
  const {selfOrigin, proxyUrl, webhookSecret: secret = ''} = readSiteEnv(process.env)
  const webhook = await readWebhook(request, secret)
  if (!webhook.accepted) return Response.json({message: webhook.reason}, {status: webhook.status})

  if ('again' in webhook) {
    const states = await loadExpected().catch(() => undefined)
    return states ? revalidate(webhook.again, states) : away()
  }
  if (replays.has(webhook.id, Date.now())) return revalidated([])
  // Before anything is waited for, or the same one would be done for each copy that comes meanwhile.
  replays.add(webhook.id, Date.now())
  const expected = await loadExpected().catch(() => undefined)
  // The sender tries again until this succeeds.
  if (!expected) {
    replays.forget(webhook.id)
    return away()
  }
  const {_id, _type} = webhook.change
  const served = await servedStates(siteRequests(selfOrigin).fetchText)
  const routes = affectedRoutes({documentId: _id, expected, served})
  after(() => refreshPages({routes, expected, origin: selfOrigin, proxy: proxyUrl, secret, loadExpected}))
  revalidateTag(sitemapTag, 'max')
  if (['siteSettings', 'navigation', compareAll].includes(_type)) revalidateTag(siteTag, 'max')
  if (!webhook.relayed) await tellInstances({body: webhook.body, signature: webhook.signature})
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

function away(): Response {
  return Response.json({message: 'The content API does not answer'}, {status: 503})
}

function revalidated(routes: Route[]): Response {
  return Response.json({revalidated: routes})
}
