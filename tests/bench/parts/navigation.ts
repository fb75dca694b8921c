import type {Browser} from '@playwright/test'
import type {Part} from '../bench.ts'
import {buildEmptyNext} from '../emptyNext.ts'
import {median, percentile} from '../figures.ts'
import {observeArrival} from '../probes.ts'
import type {Row} from '../rows.ts'
import {openSlowly, withBrowser} from '../withBrowser.ts'

const link = 'main a[href^="/h5/limsPages/"], main a[href="/empty/next/"]'
const clicks = 12
const resting = 200

type Motion = 'no-preference' | 'reduce'

/**
 * From the click on a link to the next page's heading, processor 4 times slower. With the transition the heading is
 * counted when it is in the document, since by design the old page leaves first; without, when it has been painted. The
 * floor is the same click in an empty Next app, turn and turn about.
 */
export const measureNavigation: Part = async ({nginx, floors}) => {
  await buildEmptyNext(floors.emptyFolder)
  return withBrowser(async (browser) => {
    const rows: Row[] = []
    for (const reducedMotion of ['no-preference', 'reduce'] satisfies Motion[]) {
      const times: number[] = []
      const empty: number[] = []
      for (let click = 0; click < clicks; click++) {
        times.push(await timeOfClick(browser, `${nginx.url}/h5/lims`, reducedMotion))
        empty.push(await timeOfClick(browser, floors.emptyNext, reducedMotion))
      }
      const what = reducedMotion === 'reduce' ? 'reduced motion, heading painted' : 'heading in the document'
      const row = (figure: string, value: number, floor: number) => ({
        part: 'navigation',
        what: `${what}, ${figure}`,
        value,
        unit: 'ms',
        floor,
      })
      rows.push(
        {...row('median', median(times), median(empty)), aim: {atMost: 75}, note: 'floor: an empty Next app'},
        row('p90', percentile(times, 0.9), percentile(empty, 0.9)),
      )
    }
    return rows
  })
}

async function timeOfClick(browser: Browser, url: string, reducedMotion: Motion): Promise<number> {
  const page = await openSlowly(browser, {processor: 4}, {viewport: {width: 1280, height: 900}, reducedMotion})
  await page.goto(url, {waitUntil: 'networkidle'})
  const target = page.locator(link).first()
  await target.scrollIntoViewIfNeeded()
  await target.hover()
  // A hand rests on a link for a moment before it clicks.
  await page.waitForTimeout(resting)
  await page.evaluate(observeArrival, reducedMotion === 'reduce')
  await page.mouse.down()
  await page.mouse.up()
  await page.waitForFunction(() => window.arrivedAt, null, {polling: 20})
  const time = await page.evaluate(() => (window.arrivedAt ?? Number.NaN) - (window.clickedAt ?? Number.NaN))
  await page.context().close()
  return time
}
