import type {Browser} from '@playwright/test'
import type {Part} from '../bench.ts'
import {buildEmptyNext} from '../emptyNext.ts'
import {median, percentile} from '../figures.ts'
import {observeArrival} from '../probes.ts'
import type {Row} from '../rows.ts'
import {openSlowly, withBrowser} from '../withBrowser.ts'

const link = 'main a[href^="/h5/limsPages/"], main a[href="/empty/next/"]'
const clicks = 12
/** Before the click: long enough for the pages of the links in sight to be fetched, as while a visitor reads. */
const resting = 1500

type Motion = 'no-preference' | 'reduce'

/**
 * From the click on a link to the next page's heading, processor 4 times slower. With the transition the next page is
 * ready when the transition is asked for: the browser then takes its picture of the old page before it lets the heading
 * in. Without, the heading counts when it has been painted. The floor is the same click in an empty Next app, turn and
 * turn about.
 */
export const measureNavigation: Part = async ({browserUrl, floors}) => {
  await buildEmptyNext(floors.emptyFolder)
  return withBrowser(async (browser) => {
    const rows: Row[] = []
    for (const reducedMotion of ['no-preference', 'reduce'] satisfies Motion[]) {
      const times: Click[] = []
      const empty: Click[] = []
      for (let click = 0; click < clicks; click++) {
        times.push(await timeClick(browser, `${browserUrl}/h5/lims`, reducedMotion))
        empty.push(await timeClick(browser, floors.emptyNext, reducedMotion))
      }
      const rowsOf = (what: string, figure: keyof Click): [Row, Row] => {
        const [values, floor] = [times, empty].map((list) => list.map((click) => click[figure]))
        const row = (name: string, of: (numbers: readonly number[]) => number) => ({
          part: 'navigation',
          what: `${what}, ${name}`,
          value: of(values ?? []),
          unit: 'ms',
          floor: of(floor ?? []),
        })
        return [row('median', median), row('p90', (numbers) => percentile(numbers, 0.9))]
      }
      const aim = {aim: {atMost: 75}, note: 'floor: an empty Next app'}
      if (reducedMotion === 'reduce') {
        const [middle, high] = rowsOf('reduced motion, heading painted', 'arrived')
        rows.push({...middle, ...aim}, high)
      } else {
        const [middle, high] = rowsOf('before the transition’s own time', 'ready')
        rows.push({...middle, ...aim}, high, ...rowsOf('heading in the document', 'arrived'))
      }
    }
    return rows
  })
}

/** Times since the click, in milliseconds. */
interface Click {
  /** The next page is drawn; a transition to it may begin. */
  ready: number
  arrived: number
}

async function timeClick(browser: Browser, url: string, reducedMotion: Motion): Promise<Click> {
  const page = await openSlowly(browser, {processor: 4}, {viewport: {width: 1280, height: 900}, reducedMotion})
  await page.goto(url, {waitUntil: 'networkidle'})
  const target = page.locator(link).first()
  await target.scrollIntoViewIfNeeded()
  await target.hover()
  await page.waitForTimeout(resting)
  await page.evaluate(observeArrival, reducedMotion === 'reduce')
  await page.mouse.down()
  await page.mouse.up()
  await page.waitForFunction(() => window.arrivedAt, null, {polling: 20})
  const click = await page.evaluate(() => {
    const {clickedAt = Number.NaN, arrivedAt = Number.NaN, transitionAt = arrivedAt} = window
    return {ready: transitionAt - clickedAt, arrived: arrivedAt - clickedAt}
  })
  await page.context().close()
  return click
}
