import {type APIRequestContext, expect, type Page, test} from '@playwright/test'
import {mapConcurrently} from '../../server/concurrency.ts'
import {budgets} from '../support/budgets.ts'
import {isPageFetch} from '../support/holdRequests.ts'
import {pages} from '../support/siteUrls.ts'
import {brotliSize} from '../support/transferSize.ts'

const sizes = new Map<string, Promise<number>>()

/** The size of a file, measured once: pages share nearly all of theirs. */
function sizeOf(request: APIRequestContext, url: string): Promise<number> {
  const known = sizes.get(url) ?? request.get(url).then(async (response) => brotliSize([await response.body()]))
  sizes.set(url, known)
  return known
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Returns the distinct URLs that an expression finds in a document. */
const filesIn = (html: string, pattern: RegExp) => [
  ...new Set([...html.matchAll(pattern)].flatMap(([, url]) => (url ? [url] : []))),
]

function budgetOf(kind: 'document' | 'scripts' | 'styles', path: string): number {
  const [, form] = /\/(contact|demo)$/.exec(path) ?? []
  if (kind !== 'styles' || !form) return budgets[kind]
  return budgets.styles + (form === 'demo' ? budgets.stylesOfDemo : budgets.stylesOfContact)
}

test('every page keeps to the budgets of its document, its scripts and its styles', async ({request}) => {
  const found = await mapConcurrently(pages, async ({path}) => {
    const html = await (await request.get(path)).text()
    const scripts = filesIn(html, /<script\s[^>]*src="([^"]+)"(?![^>]*noModule)/g)
    const styles = filesIn(html, /<link rel="stylesheet" href="([^"]+)"/g)
    return {
      path,
      document: brotliSize([Buffer.from(html)], budgets.document),
      scripts: sum(await Promise.all(scripts.map((url) => sizeOf(request, url)))),
      styles: sum(await Promise.all(styles.map((url) => sizeOf(request, url)))),
    }
  })
  for (const kind of ['document', 'scripts', 'styles'] as const) {
    expect(found.every((page) => page[kind] > 1000)).toBe(true)
    expect(
      found.filter((page) => page[kind] > budgetOf(kind, page.path)).map((page) => [page.path, page[kind]]),
      kind,
    ).toEqual([])
  }
})

/** One of each kind: home, product, feature, capability, story, about, platform, and those with code of their own. */
const kinds = ['', '/lqm', '/limsPages/entrust', '/web', '/story', '/about', '/maixun', '/privacy', '/contact', '/demo']

interface Asked {
  url: URL
  kind: string
}

interface Watched {
  /** Number of requests until load. */
  untilLoad: number
  asked: Asked[]
  /** Total size of prefetched pages. */
  ahead: number
}

/** Opens a page and records its requests until the network is quiet. */
async function watch(page: Page, path: string): Promise<Watched> {
  const asked: Asked[] = []
  const ahead: Promise<Buffer>[] = []
  page.on('requestfinished', (request) => {
    const url = new URL(request.url())
    asked.push({url, kind: request.resourceType()})
    const body = async () => (await (await request.response())?.body().catch(() => undefined)) ?? Buffer.alloc(0)
    if (isPageFetch(request)) ahead.push(body())
  })
  // The headless shell tells some pages of a pointer that has not moved, which a visitor's would have.
  await page.addInitScript(() => {
    addEventListener(
      'pointermove',
      (event) => {
        if (event.movementX === 0 && event.movementY === 0) event.stopImmediatePropagation()
      },
      {capture: true},
    )
  })
  await page.goto(path, {waitUntil: 'networkidle'})
  const files = await page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation')
    const loaded = document instanceof PerformanceNavigationTiming ? document.loadEventStart : 0
    return performance.getEntriesByType('resource').filter(({startTime}) => startTime < loaded).length
  })
  return {untilLoad: 1 + files, asked, ahead: brotliSize(await Promise.all(ahead), budgets.ahead)}
}

for (const viewport of [
  {width: 390, height: 844},
  {width: 1440, height: 900},
]) {
  test(`pages of each kind keep to the budgets of requests until load and of prefetching, at ${viewport.width} pixels`, {
    tag: viewport.width === 390 ? [] : '@long',
  }, async ({browser, baseURL}) => {
    for (const kind of kinds) {
      const context = await browser.newContext({baseURL, viewport, locale: 'zh-CN'})
      const {untilLoad, asked, ahead} = await watch(await context.newPage(), `/h5${kind}`)
      const {host} = new URL(baseURL ?? '')
      const costs = {
        requests: untilLoad,
        ahead,
        fonts: asked.filter(({kind: type}) => type === 'font').length,
        otherHosts: asked.filter(({url}) => url.host !== host).length,
      }
      expect(costs.requests, kind).toBeGreaterThan(3)
      for (const name of ['requests', 'ahead', 'fonts', 'otherHosts'] as const) {
        expect(costs[name], `${name} of /h5${kind}`).toBeLessThanOrEqual(budgets[name])
      }
      await context.close()
    }
  })
}
