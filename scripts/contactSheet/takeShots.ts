import type {Browser} from '@playwright/test'
import {type Route, routes} from '../../lib/routes.ts'
import {sitePath} from '../../lib/urls.ts'
import type {Sheet} from './sheets.ts'

export interface Shot {
  route: Route
  png: Buffer
}

interface Shots {
  browser: Browser
  url: string
  sheet: Sheet
}

/** Takes screenshots of the first screen of all pages, two at a time. Returned in the order of `routes`. */
export async function takeShots({browser, url, sheet: {locale, screen, scheme}}: Shots): Promise<Shot[]> {
  const waiting = [...routes]
  const shots = new Map<Route, Buffer>()
  const work = async () => {
    const context = await browser.newContext({
      viewport: {width: screen.width, height: screen.height},
      colorScheme: scheme,
      locale: locale === 'zh' ? 'zh-CN' : 'en-GB',
      // Animated drawings show their last frame.
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    for (let route = waiting.shift(); route !== undefined; route = waiting.shift()) {
      await page.goto(new URL(sitePath(locale, route), url).href)
      shots.set(route, await page.screenshot())
    }
    await context.close()
  }
  await Promise.all([work(), work()])
  return routes.flatMap((route) => {
    const png = shots.get(route)
    return png ? [{route, png}] : []
  })
}
