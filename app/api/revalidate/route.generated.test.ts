import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {coalesce} from '@/lib/coalesce'
import {versionHeader} from '@/lib/constants'
import {locales} from '@/lib/locales'
import {pageId, type Route} from '@/lib/routes'
import {llmsPath, markdownPath, payloadPath, searchIndexPath, shareImagePath, sitePath, withBasePath} from '@/lib/urls'
import {contentVersion, type PageState, pageTag, versionOfAll} from '@/sanity/Snapshot'
import fc from '@/tests/support/fastCheck'

/** Pages, each with the documents that it shows when they exist. */
const pages = {'/about': ['a', 'shared'], '/lims': ['shared', 'b'], '/demo': ['b', 'c']} as const satisfies Partial<
  Record<Route, readonly string[]>
>
const routes = Object.keys(pages) as (keyof typeof pages)[]
const ids = ['a', 'shared', 'b', 'c'] as const

/** Every URL that is cached, and the page that it shows; none shows all of them. */
const routeOf = new Map<string, (typeof routes)[number] | undefined>(
  locales.flatMap((locale) => [
    ...routes.flatMap((route) => {
      const others = [payloadPath, markdownPath, shareImagePath].map((path) => withBasePath(path(locale, route)))
      return [sitePath(locale, route), ...others].map((url) => [url, route] as const)
    }),
    [withBasePath(searchIndexPath(locale)), undefined] as const,
    [withBasePath(llmsPath(locale)), undefined] as const,
  ]),
)

interface CacheEntry {
  version: string
  stale: boolean
  rendering: boolean
}

/**
 * The site and its content, in milliseconds of a simulated clock. What a cache may do to a page is as bad as it gets: the
 * first request after a revalidation is answered with the old page, and a page whose rendering began before another
 * revalidation counts as fresh when it is stored.
 */
class ModelSite {
  readonly revisions = new Map<string, number>(ids.map((id) => [id, 1]))
  /** The site's copy of them, from which it renders. */
  known: ReadonlyMap<string, number> = new Map(this.revisions)
  readonly update = coalesce(async () => {
    await this.pause()
    const read = new Map(this.revisions)
    await this.pause()
    this.known = read
  })
  readonly entries = new Map<string, CacheEntry>()
  readonly #delays: number[]
  #revision = 1
  #taken = 0

  constructor(delays: number[]) {
    this.#delays = delays
    for (const url of routeOf.keys())
      this.entries.set(url, {version: this.current(url), stale: false, rendering: false})
  }

  /** Of the content that the site has read, or of what is published. */
  states(revisions = this.known): Map<Route, PageState> {
    return new Map(
      routes.map((route) => {
        const shown = [pageId(route), ...pages[route]].flatMap((id) => {
          const revision = id === pageId(route) ? 0 : revisions.get(id)
          return revision === undefined ? [] : [{_id: id, _rev: String(revision)}]
        })
        const version = contentVersion(shown)
        return [route, {version, content: version, documents: shown.map(({_id}) => _id)}] as const
      }),
    )
  }

  change(id: string, exists: boolean): void {
    if (exists) this.revisions.set(id, this.#revision++)
    else this.revisions.delete(id)
  }

  /** The content of a URL if it is rendered now. */
  current(url: string, revisions = this.known): string {
    const route = routeOf.get(url)
    const states = this.states(revisions)
    return route ? (states.get(route)?.version ?? '') : versionOfAll(states)
  }

  revalidate(tag: string): void {
    for (const [url, entry] of this.entries) {
      const route = routeOf.get(url)
      if (!route || pageTag(route) === tag) entry.stale = true
    }
  }

  async fetchVersion(url: string): Promise<{version: string; cache: string} | undefined> {
    await this.pause()
    const path = new URL(url).pathname
    const entry = this.entries.get(path)
    if (!entry) return undefined
    const {version, stale} = entry
    if (stale && !entry.rendering) void this.#render(path, entry)
    await this.pause()
    return {version, cache: stale ? 'STALE' : 'HIT'}
  }

  async #render(path: string, entry: CacheEntry): Promise<void> {
    entry.rendering = true
    await this.pause()
    const version = this.current(path)
    await this.pause()
    Object.assign(entry, {version, stale: false, rendering: false})
  }

  pause(): Promise<void> {
    const delay = this.#delays[this.#taken++ % this.#delays.length] ?? 1
    return new Promise((resolve) => setTimeout(resolve, delay))
  }
}

let site: ModelSite

vi.mock('server-only', () => ({}))
vi.mock('next/cache', () => ({revalidateTag: (tag: string) => site.revalidate(tag)}))
vi.mock('next/server', () => ({after: (work: () => unknown) => void site.pause().then(work)}))
vi.mock('@/sanity/content', () => ({
  currentPageStates: async () => site.states(),
  updatePageStates: async () => {
    await site.update()
    return site.states()
  },
}))
vi.mock('@/server/revalidation/instances', () => ({broadcastWebhook: () => site.pause()}))
vi.mock('@/server/revalidation/readWebhook', () => ({
  compareAll: 'compareAll',
  readWebhook: async (request: Request) => request.json(),
  Replays: class {
    outcome = () => undefined
    add = () => undefined
    forget = () => undefined
  },
  revalidateAgain: async (stale: Route[]) => {
    await site.pause()
    await post({accepted: true, stale})
  },
}))
/** The site's answer to a URL, as its server gives it. */
async function serve(url: string): Promise<Response> {
  const served = await site.fetchVersion(url)
  if (!served) return new Response(null, {status: 404})
  const route = routeOf.get(new URL(url).pathname)
  const documents = route ? site.states().get(route)?.documents : []
  const headers = {[versionHeader]: served.version, 'x-nextjs-cache': served.cache}
  return Response.json({version: served.version, documents}, {headers})
}

let revalidate: (request: Request) => Promise<Response>

async function post(webhook: object): Promise<void> {
  const request = new Request('http://site/h5/api/revalidate', {method: 'POST', body: JSON.stringify(webhook)})
  await revalidate(request)
}

beforeEach(() => {
  vi.stubEnv('SITE_URL', 'http://site')
  vi.stubGlobal('fetch', serve)
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const step = fc.record({
  /** Until the change, since the one before. */
  gap: fc.oneof(fc.nat(20), fc.nat(400)),
  id: fc.constantFrom(...ids),
  exists: fc.boolean(),
  /** Until its webhook arrives; webhooks may overtake one another. */
  delay: fc.oneof(fc.nat(20), fc.nat(300)),
})
const delays = fc.array(fc.oneof(fc.nat(5), fc.nat(60)), {minLength: 5, maxLength: 60})

it('whatever is created, changed and deleted, and however late its webhooks come, all pages are new in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, {minLength: 1, maxLength: 8}), delays, async (steps, pauses) => {
      vi.resetModules()
      site = new ModelSite(pauses)
      const {POST} = await import('./route')
      revalidate = POST
      let time = 0
      for (const {gap, id, exists, delay} of steps) {
        time += gap
        setTimeout(() => {
          site.change(id, exists)
          const change = {_id: id, _type: 'claim', operation: exists ? 'update' : 'delete'}
          setTimeout(() => void post({accepted: true, change, body: '', signature: '', id, relayed: false}), delay)
        }, time)
      }
      await vi.advanceTimersByTimeAsync(120_000)
      const old = [...site.entries]
        .filter(([url, {version}]) => version !== site.current(url, site.revisions))
        .map(([url]) => url)
      expect(old).toEqual([])
    }),
    {numRuns: 300 * Number(process.env.FUZZ_FACTOR || 1)},
  )
})
