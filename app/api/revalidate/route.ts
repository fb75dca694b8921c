import {revalidateTag} from 'next/cache'
import {after} from 'next/server'
import {readSiteEnv} from '@/lib/env'
import {messageOf} from '@/lib/messageOf'
import type {Route} from '@/lib/routes'
import {withoutSecrets} from '@/lib/withoutSecrets'
import {isContentAway} from '@/sanity/ContentError'
import {currentPageStates, updatePageStates} from '@/sanity/content'
import {errorVersions, pageTag, sitemapTag, siteTag} from '@/sanity/Snapshot'
import {instanceState} from '@/server/instanceState'
import {
  affectedRoutes,
  fetchText,
  loadServedStates,
  type PageStates,
  startRefresh,
  unverifiedRoutes,
} from '@/server/revalidation/affectedPages'
import {broadcastWebhook} from '@/server/revalidation/instances'
import {type ChangeWebhook, compareAll, Replays, readWebhook} from '@/server/revalidation/readWebhook'
import {refreshPages} from '@/server/revalidation/refresh'

const replays = new Replays()

/** The webhook: marks the pages that a published change affects stale, then renews them before the first visitor comes. */
export async function POST(request: Request): Promise<Response> {
  const {webhookSecret: secret = ''} = readSiteEnv(process.env)
  const webhook = await readWebhook(request, secret)
  const {metrics} = instanceState()
  if (!webhook.accepted) {
    metrics?.webhook('refused')
    return Response.json({message: webhook.reason}, {status: webhook.status})
  }

  if ('stale' in webhook) {
    const states = await currentPageStates().catch(logIfAway)
    return states ? revalidate(webhook.stale, states) : unavailable()
  }
  const earlier = replays.outcome(webhook.id, Date.now())
  if (earlier) {
    metrics?.webhook('repeated')
    return (await earlier) ? revalidated([]) : unavailable()
  }
  const applying = applyChange(webhook, timeOfChange(request.headers))
  // Before the first await, so that copies that arrive meanwhile count as replays.
  const isApplied = applying.then(Boolean, () => false)
  replays.add(webhook.id, Date.now(), isApplied)
  // The sender retries until this succeeds.
  if (!(await isApplied)) replays.forget(webhook.id)
  const applied = await applying
  if (applied) return applied
  metrics?.webhook('unavailable')
  return unavailable()
}

/** Revalidates the pages that show a changed document; undefined if the content API does not answer. */
async function applyChange(
  {change, body, signature, relayed}: ChangeWebhook,
  committedAt: number,
): Promise<Response | undefined> {
  const {selfOrigin, proxyUrl, webhookSecret: secret = ''} = readSiteEnv(process.env)
  const {metrics} = instanceState()
  const {_id, _type} = change
  const wanted = _type === compareAll ? {compareAll: true} : {ids: [_id]}
  const expected = await updatePageStates(wanted).catch(logIfAway)
  if (!expected) return undefined
  if (whyWaiting) console.warn('The content API answers again: webhooks are taken.')
  whyWaiting = undefined
  if (_type !== compareAll) instanceState().lastPublish = new Date().toISOString()
  const served = await loadServedStates(selfOrigin, fetchText)
  const changed = affectedRoutes({documentId: _id, expected, served})
  // Unchanged ones keep their cache entries, unless one of their URLs turns out to be old.
  const unverified = _type === compareAll ? unverifiedRoutes(expected) : []
  const routes = [...new Set([...changed, ...unverified])]
  metrics?.webhook(changed.length > 0 ? 'applied' : 'unchanged')
  const changedAt = _type === compareAll ? undefined : committedAt
  const refresh = {
    ...startRefresh(routes, expected),
    routes,
    changed,
    expected,
    origin: selfOrigin,
    proxy: proxyUrl,
    secret,
    changedAt,
    loadExpected: currentPageStates,
  }
  after(() => refreshPages(refresh))
  if (['siteSettings', 'navigation', compareAll].includes(_type)) revalidateTag(siteTag, 'max')
  if (!relayed) await broadcastWebhook({body, signature})
  return revalidate(changed, expected)
}

/** When the change was committed, by the sender; now, if it does not say so or its clock is ahead. */
function timeOfChange(headers: Headers): number {
  const committed = Date.parse(headers.get('sanity-transaction-time') ?? '')
  return Number.isFinite(committed) ? Math.min(committed, Date.now()) : Date.now()
}

/**
 * Revalidates pages, and the sitemap, which shows all of them. `max` serves the last good page while the content API is away; a
 * page that has to answer with an error is expired at once instead.
 */
function revalidate(routes: Route[], expected: PageStates): Response {
  for (const route of routes) {
    const fails = expected.get(route)?.version === errorVersions.failed
    revalidateTag(pageTag(route), fails ? {expire: 0} : 'max')
  }
  revalidateTag(sitemapTag, 'max')
  return revalidated(routes)
}

/** Why webhooks wait, as it was logged; undefined while they do not. */
let whyWaiting: string | undefined

/** Logs why the content API does not answer, each reason once; rethrows all else, which Next logs and answers with 500. */
function logIfAway(error: unknown): undefined {
  if (!isContentAway(error)) throw error
  const reason = withoutSecrets(messageOf(error), process.env)
  if (reason !== whyWaiting) console.warn(`A webhook has to wait: ${reason}`)
  whyWaiting = reason
}

function unavailable(): Response {
  return Response.json({message: 'The content API does not answer'}, {status: 503})
}

function revalidated(routes: Route[]): Response {
  return Response.json({revalidated: routes})
}
