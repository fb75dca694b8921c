/**
 * Renews pages that were marked stale, before a visitor asks for them: pages and payloads, the proxy, copies for
 * programs, share images.
 */
import {copyDelay, pictureDelay} from '../../lib/constants.ts'
import {type Locale, locales} from '../../lib/locales.ts'
import type {Route} from '../../lib/routes.ts'
import {
  llmsPath,
  markdownPath,
  payloadPath,
  searchIndexPath,
  shareImagePath,
  sitePath,
  withBasePath,
} from '../../lib/urls.ts'
import {versionOfAll} from '../../sanity/Snapshot.ts'
import {mapConcurrently} from '../concurrency.ts'
import {instanceState} from '../instanceState.ts'
import {
  expectServed,
  fetchVersion,
  forgetServed,
  type PageStates,
  type RefreshOrder,
  rememberServed,
  type ServedVersion,
  untilQuiet,
} from './affectedPages.ts'
import {revalidateAgain} from './readWebhook.ts'

interface Refresh extends RefreshOrder {
  /** Whose URLs have to be new. */
  routes: readonly Route[]
  /** Those of them that have changed. */
  changed: readonly Route[]
  expected: PageStates
  origin: string
  /** A proxy in front of the site that fetches anew whatever is requested from it, if there is one. */
  proxy: string | undefined
  /** When the change was made, in milliseconds; undefined for a comparison without a change, as at the start. */
  changedAt: number | undefined
  /** Signs the site's requests to itself. */
  secret: string
  loadExpected(): Promise<PageStates>
}

/**
 * Requests every URL of the routes until it is new, and logs those that stay old. Then renews the proxy's copies. What
 * shows all pages, such as the search index, and Markdown come once nothing is being published. Share images come last,
 * one at a time, since a crawler keeps the first it gets.
 */
export async function refreshPages(refresh: Refresh): Promise<void> {
  const {routes, changed, expected, isSuperseded, isLatest, origin, proxy, secret, changedAt, loadExpected} = refresh
  const {metrics} = instanceState()
  using stores = watchStores()
  const verify = (targets: Target[], states: PageStates, load = loadExpected) =>
    verifyPages({
      targets,
      expected: states,
      fetchVersion,
      loadExpected: load,
      isSuperseded,
      revalidateAgain: (stale) => revalidateAgain(stale, {origin, secret}),
      wait: stores.next,
      now: () => performance.now(),
    })
  const reload = async () => {
    const states = await loadExpected()
    const own = routes.filter((route) => !isSuperseded(route))
    expectServed(own, states)
    return states
  }
  const pages = [
    // Pages first, as visitors ask for them.
    ...targetsOf(['page', 'payload'], routes, origin),
    ...partTargets(routes, origin, expected),
  ]
  metrics?.verifying(routes.length)
  const outcome = await verify(pages, expected, reload).finally(() => metrics?.verifying(-routes.length))
  reportStale(outcome.failed)
  const failed = new Set(outcome.failed.map(({route}) => route))
  for (const route of failed) forgetServed(route)
  const isDone = (route: Route) => !failed.has(route) && !isSuperseded(route)
  const isVisible = failed.size === 0 && routes.some(isDone)
  if (changedAt !== undefined && isVisible) metrics?.visible(Math.max(0, Date.now() - changedAt))
  for (const route of routes.filter(isDone)) {
    const state = outcome.expected.get(route)
    if (state) rememberServed(route, state)
  }
  if (proxy) await renewInProxy(changed.filter(isDone), proxy)
  await untilQuiet(copyDelay)
  // Marks the sitemap, too, which names no version: a rendering that began before the change may have been stored after it.
  if (isLatest()) void revalidateAgain([], {origin, secret}).catch(() => undefined)
  const copies = [
    ...(isLatest() ? siteTargets(routes, origin) : []),
    ...targetsOf(['markdown'], routes.filter(isDone), origin),
  ]
  reportStale((await verify(copies, outcome.expected)).failed)
  for (const image of targetsOf(['shareImage'], routes, origin)) {
    await untilQuiet(pictureDelay)
    if (isDone(image.route)) reportStale((await verify([image], outcome.expected)).failed)
  }
}

/** Counts what the page cache stores: any of it may be an awaited page. */
function watchStores() {
  const {storeListeners} = instanceState()
  let stored = 0
  let wake = () => {}
  const listener = () => {
    stored += 1
    wake()
  }
  storeListeners.add(listener)
  return {
    /** Resolves once so many things have been stored since the last call, or after so many milliseconds. */
    async next(milliseconds: number, count: number): Promise<void> {
      if (stored < count) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          wake = () => {
            if (stored < count) return
            clearTimeout(timer)
            resolve()
          }
        })
      }
      stored = 0
    },
    [Symbol.dispose]: () => void storeListeners.delete(listener),
  }
}

function reportStale(failed: Target[]): void {
  if (failed.length === 0) return
  instanceState().metrics?.stale(failed.length)
  console.error(staleReport(failed.map(({url}) => url)))
}

/** Of a publish that shows on all pages there are hundreds. */
const mostNamed = 10

/** Exported for tests. */
export function staleReport(urls: string[]): string {
  const others = urls.length > mostNamed ? ` and ${urls.length - mostNamed} more` : ''
  return `Still old after a minute: ${urls.slice(0, mostNamed).join(' ')}${others}. They are tried again every five minutes and with the next publish; what failed to render them is logged above, else look whether the processor is used up`
}

/** A URL that shows a route's content: page, payload, part, copy or share image. */
interface Target {
  route: Route
  url: string
  /** Shows all pages, so its version is that of all together. */
  showsAll?: boolean
}

/** Path of what shows a route, in a language. */
const paths = {
  page: sitePath,
  payload: (locale: Locale, route: Route) => withBasePath(payloadPath(locale, route)),
  markdown: (locale: Locale, route: Route) => withBasePath(markdownPath(locale, route)),
  shareImage: (locale: Locale, route: Route) => withBasePath(shareImagePath(locale, route)),
}

/** URLs of the routes in both languages, of one kind after the other. */
export function targetsOf(kinds: readonly (keyof typeof paths)[], routes: readonly Route[], origin: string): Target[] {
  return kinds.flatMap((kind) =>
    routes.flatMap((route) => locales.map((locale) => ({route, url: origin + paths[kind](locale, route)}))),
  )
}

/** URLs of parts of the routes, such as the demo's scenarios. */
export function partTargets(routes: readonly Route[], origin: string, expected: PageStates): Target[] {
  return routes.flatMap((route) =>
    (expected.get(route)?.parts ?? []).map((path) => ({route, url: origin + withBasePath(path)})),
  )
}

/** URLs that show all pages, in both languages, if any page has changed. */
export function siteTargets([route]: readonly Route[], origin: string): Target[] {
  if (!route) return []
  return locales.flatMap((locale) =>
    [searchIndexPath(locale), llmsPath(locale)].map((path) => ({
      route,
      url: origin + withBasePath(path),
      showsAll: true,
    })),
  )
}

interface Verification {
  targets: readonly Target[]
  expected: PageStates
  fetchVersion(url: string): Promise<ServedVersion>
  /** The versions that the pages should show by now. */
  loadExpected(): Promise<PageStates>
  /** Whether a later refresh has taken the route over. */
  isSuperseded(route: Route): boolean
  /** Marks pages stale again, with immediate effect. */
  revalidateAgain(routes: Route[]): Promise<void>
  /** Resolves once the page cache has stored so many things since the last call, or after so many milliseconds. */
  wait(milliseconds: number, stored: number): Promise<void>
  now(): number
}

interface Outcome {
  /** Expected states, as last loaded. */
  expected: PageStates
  /** Targets that are still old and belong to this refresh. */
  failed: Target[]
}

/** In milliseconds. */
const verificationLimit = 60_000

/**
 * Requests each URL until it serves the expected version. One request is not enough: it gets the old page and starts
 * rendering the new one; and a rendering that failed, or was overtaken by another publish, leaves the old page in the
 * cache as a HIT. Such a page is marked stale again, after checking what it should show by now. A page that was
 * published again is left to the later refresh. Backs off up to two seconds and gives up after a minute.
 */
export async function verifyPages(verification: Verification): Promise<Outcome> {
  const {targets, fetchVersion, loadExpected, isSuperseded, revalidateAgain, wait, now} = verification
  const start = now()
  let {expected} = verification
  let pending = [...targets]
  const isOwn = ({route}: Target) => !isSuperseded(route)
  for (let attempt = 0; ; attempt++) {
    const answers = await mapConcurrently(pending, async (target) => ({
      target,
      served: await fetchVersion(target.url).catch(() => undefined),
    }))
    // A page that is STALE counts as old: it is being rendered again, perhaps with content that is taken back at this
    // moment.
    const isOld = ({target, served}: (typeof answers)[number]) =>
      served?.version !== expectedOf(target, expected) || served?.cache === 'STALE'
    let old = answers.filter(isOld)
    let again: Target[] = []
    if (old.some(({served}) => served?.cache === 'HIT')) {
      const before = expected
      expected = await loadExpected().catch(() => expected)
      old = old.filter(isOld)
      const stuck = old.filter(({served}) => served?.cache === 'HIT').map(({target}) => target.route)
      if (stuck.length > 0) await revalidateAgain([...new Set(stuck)]).catch(() => undefined)
      // Targets that serve the version expected before, which has changed by now.
      const left = new Set(old.map(({target}) => target))
      again = targets.filter((one) => !left.has(one) && expectedOf(one, before) !== expectedOf(one, expected))
    }
    pending = [...old.map(({target}) => target), ...again].filter(isOwn)
    if (pending.length === 0 || now() - start > verificationLimit) return {expected, failed: pending}
    // Waits for a quarter of the pages: requesting all of them after each one would delay the others.
    await wait(backoff(attempt), Math.ceil(pending.length / 4))
    pending = pending.filter(isOwn)
  }
}

function expectedOf({route, showsAll}: Target, states: PageStates): string | undefined {
  return showsAll ? versionOfAll(states) : states.get(route)?.version
}

/** An upper bound: normally a write to the page cache ends the wait. */
function backoff(attempt: number): number {
  return Math.min(2000, 50 * 2 ** Math.max(0, attempt - 5))
}

/** Encodings of the proxy's copies that visitors get. */
const encodings = ['br', 'gzip']

/** Timeout of one page in milliseconds: the proxy's old copy expires by itself within a second. */
const proxyTimeout = 2000

/** Refetches pages in a proxy in front of the site, in both languages. Ignores failures: no copy lives longer than a second. */
export async function renewInProxy(routes: readonly Route[], proxyUrl: string): Promise<void> {
  const copies = targetsOf(['page'], routes, proxyUrl).flatMap(({url}) =>
    encodings.map((encoding) => ({url, encoding})),
  )
  await mapConcurrently(copies, async ({url, encoding}) => {
    const headers = {'Accept-Encoding': encoding, 'Accept-Language': 'zh-CN'}
    const options: RequestInit = {headers, cache: 'no-store', signal: AbortSignal.timeout(proxyTimeout)}
    await fetch(url, options)
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
  })
}
