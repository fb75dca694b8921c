import type {Browser, Locator, Page} from '@playwright/test'
import type {Part} from '../bench.ts'
import {median} from '../figures.ts'
import type {Row} from '../rows.ts'
import {openSlowly, withBrowser} from '../withBrowser.ts'

interface Interaction {
  what: string
  path: string
  /** Selector of the element to tap; the first visible one is used. */
  target: (page: Page) => Locator
  /** Taps before that are not measured. */
  first?: (page: Page) => Locator
}

const interactions: Interaction[] = [
  {what: 'menu', path: '/h5/lims', target: (page) => page.locator('[popovertarget="site-menu"]')},
  {what: 'search', path: '/h5/lims', target: (page) => page.locator('header a[data-search]')},
  {
    what: 'row of a screen',
    path: '/h5/limsPages/entrust',
    target: (page) => page.locator('label:has(input[name^="screen-"]:not(:checked))'),
  },
  {what: 'language', path: '/h5/lims', target: (page) => page.locator('a[hreflang]')},
  {what: 'link', path: '/h5/lims', target: (page) => page.locator('main a[href^="/h5/limsPages/"]')},
  {
    what: 'step of the demo',
    path: '/h5/demo',
    first: (page) => page.locator('[data-module] a[href$="-2"]'),
    target: (page) => page.locator('[data-state="rendered"] ol a[href^="#"]:not([aria-current])'),
  },
]

const phone = {viewport: {width: 412, height: 823}, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true}
/** For what the browser does once it is idle, and until it reports how long an interaction took. */
const resting = 1500

/** Walked in turn; more than are kept for the way back. */
const walk = ['', '/lims', '/advp', '/lqm', '/evms', '/web', '/net', '/about', '/story', '/contact', '/demo', '/test']
const rounds = {before: 2, measured: 9}

/**
 * Time from a tap to the next frame, as Interaction to Next Paint counts it, processor 4 times slower. And the memory left
 * by a hundred navigations within one document, after garbage collection.
 */
export const measureInteraction: Part = async ({browserUrl, options}) =>
  withBrowser(async (browser) => {
    const rows: Row[] = []
    for (const interaction of interactions) {
      const times: number[] = []
      const floor: number[] = []
      for (let run = 0; run < options.runs; run++) {
        times.push(await timeTap(browser, browserUrl, interaction))
        floor.push(await timeTap(browser, browserUrl, {...interaction, target: (page) => page.locator('h1')}))
      }
      rows.push({
        part: 'interaction',
        what: `${interaction.what}, to the next frame`,
        value: median(times),
        unit: 'ms',
        floor: median(floor),
        aim: {atMost: 50},
        note: 'floor: a tap on the heading, which does nothing',
      })
    }
    return [...rows, ...(await leftovers(browser, browserUrl))]
  })

async function timeTap(browser: Browser, url: string, {path, first, target}: Interaction): Promise<number> {
  const page = await openSlowly(browser, {processor: 4}, phone)
  await page.goto(url + path, {waitUntil: 'networkidle'})
  const tap = async (locator: Locator) => {
    const seen = locator.filter({visible: true}).first()
    await seen.scrollIntoViewIfNeeded()
    await page.waitForTimeout(resting)
    await seen.tap()
    await page.waitForTimeout(resting)
  }
  if (first) await tap(first(page))
  await page.evaluate(() => {
    window.slowestInput = 0
    // TypeScript does not know the threshold, 104 ms unless told.
    const inputs: PerformanceObserverInit & {durationThreshold: number} = {type: 'event', durationThreshold: 16}
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('interactionId' in entry && entry.interactionId)
          window.slowestInput = Math.max(window.slowestInput ?? 0, entry.duration)
    }).observe(inputs)
  })
  await tap(target(page))
  const slowest = await page.evaluate(() => window.slowestInput)
  await page.context().close()
  if (slowest === undefined) throw new Error(`The tap on ${path} has left the document.`)
  return slowest
}

async function leftovers(browser: Browser, url: string): Promise<Row[]> {
  const page = await openSlowly(browser, {processor: 1}, {viewport: {width: 1280, height: 900}})
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const visitAll = async () => {
    for (const path of walk) {
      await page.evaluate((target) => navigation.navigate(target), `/h5${path}`)
      await page.locator(`link[rel="canonical"][href$="/h5${path}"]`).waitFor({state: 'attached'})
      // As long as the transition takes.
      await page.waitForTimeout(500)
    }
  }
  const held = async () => {
    for (const _ of [1, 2]) await session.send('HeapProfiler.collectGarbage')
    const {metrics} = await session.send('Performance.getMetrics')
    return new Map(metrics.map(({name, value}) => [name, value]))
  }
  await page.goto(`${url}/h5/privacy`, {waitUntil: 'networkidle'})
  for (let round = 0; round < rounds.before; round++) await visitAll()
  const before = await held()
  for (let round = 0; round < rounds.measured; round++) await visitAll()
  const after = await held()
  await page.context().close()
  return [
    {name: 'JSHeapUsedSize', what: 'memory', unit: 'MB', of: 1_000_000},
    {name: 'Nodes', what: 'nodes', unit: '', of: 1},
    {name: 'JSEventListeners', what: 'listeners', unit: '', of: 1},
    {name: 'Documents', what: 'documents', unit: '', of: 1},
  ].map(({name, what, unit, of}) => ({
    part: 'interaction',
    what: `${what} after ${walk.length * rounds.measured} navigations`,
    value: (after.get(name) ?? Number.NaN) / of,
    unit,
    floor: (before.get(name) ?? Number.NaN) / of,
    aim: {atMost: 1.1, of: 'floor'},
    note: `floor: after the first ${walk.length * rounds.before}`,
  }))
}
