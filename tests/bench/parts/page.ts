import type {Browser} from '@playwright/test'
import type {Part} from '../bench.ts'
import {buildEmptyNext} from '../emptyNext.ts'
import {median} from '../figures.ts'
import {observeVisit, type Visit} from '../probes.ts'
import type {Row} from '../rows.ts'
import {openSlowly, withBrowser} from '../withBrowser.ts'

const paths = ['/h5', '/h5/lims', '/h5/demo', '/h5/contact']
const phone = {viewport: {width: 412, height: 823}, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true}
/** After load, for what still blocks or moves. */
const afterwards = 1500

/** A first visit from a slow phone, against the same page without scripts and against an empty Next app. */
export const measurePage: Part = async ({browserUrl, floors, options}) => {
  await buildEmptyNext(floors.emptyFolder)
  const empty = floors.emptyNext
  const targets = await Promise.all(
    paths.map(async (path) => ({path, url: browserUrl + path, plain: await floors.staticPage(path)})),
  )
  const urls = [empty, ...targets.flatMap(({url, plain}) => [url, plain])]
  const visits = new Map<string, Visit[]>(urls.map((url) => [url, []]))
  await withBrowser(async (browser) => {
    // The first round fills caches and is not counted. Turn and turn about, each round begun by another: what else the
    // machine does, and what the visit before leaves behind, meets all alike.
    for (let run = 0; run <= options.runs; run++) {
      const first = run % urls.length
      for (const url of [...urls.slice(first), ...urls.slice(0, first)]) {
        const visit = await visitOf(browser, url)
        if (run > 0) visits.get(url)?.push(visit)
      }
    }
  })
  const middle = (url: string, figure: keyof Visit) => median((visits.get(url) ?? []).map((visit) => visit[figure]))
  return targets.flatMap(({path, url, plain}): Row[] => {
    const row = (what: string, figure: keyof Visit, unit = 'ms') => ({
      part: 'page',
      what: `${path} ${what}`,
      value: middle(url, figure),
      unit,
    })
    const framework = (figure: keyof Visit) => ({floor: middle(empty, figure), note: 'floor: an empty Next app'})
    return [
      {...row('first paint', 'firstPaint'), floor: middle(plain, 'firstPaint')},
      {
        ...row('LCP', 'largestPaint'),
        floor: middle(plain, 'largestPaint'),
        aim: {atMost: 1.1, of: 'floor'},
        note: 'floor: static, no scripts',
      },
      {...row('interactive', 'interactive'), ...framework('interactive'), aim: {atMost: 1.1, of: 'floor'}},
      {...row('TBT', 'blocked'), ...framework('blocked'), aim: {atMost: 1, of: 'floor'}},
      {...row('CLS', 'shifted', ''), aim: {atMost: 0.001}},
    ]
  })
}

async function visitOf(browser: Browser, url: string): Promise<Visit> {
  const page = await openSlowly(browser, {processor: 4, network: true}, phone)
  await page.addInitScript(observeVisit)
  await page.goto(url, {waitUntil: 'load'})
  if (!url.includes('/floor/')) await page.waitForFunction(() => window.visitSoFar?.interactive)
  await page.waitForTimeout(afterwards)
  const visit = await page.evaluate(() => window.visitSoFar)
  await page.context().close()
  if (!visit?.largestPaint) throw new Error(`${url} painted nothing`)
  return visit
}
