import {expect, type Page, test} from '@playwright/test'
import {mapConcurrently} from '../../server/concurrency.ts'
import fc from '../support/fastCheck.ts'
import {isPageFetch} from '../support/holdRequests.ts'
import {pages, textOf} from '../support/siteUrls.ts'
import {untilInteractive} from '../support/untilInteractive.ts'

const factor = Number(process.env.FUZZ_FACTOR || 1)

/** Where the visitor is: the shown page, the open menu, and the place in the history of the site. */
const view = (page: Page) =>
  page.evaluate(() => ({
    path: location.pathname,
    title: document.title.replaceAll('\u00a0', ' '),
    canonical: new URL(document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? 'none:').pathname,
    isMenuOpen: document.querySelector('#site-menu:popover-open') !== null,
    /** Elements that take no click, such as those behind the open menu. */
    inert: document.querySelectorAll('[inert]').length,
    index: navigation.currentEntry?.index ?? -1,
    entries: navigation.entries().length,
  }))
type View = Awaited<ReturnType<typeof view>>

/** For what was asked of a document that the browser has left, which is no failure. */
function leftMeanwhile(error: Error): undefined {
  if (!/context was destroyed|navigating/.test(error.message)) throw error
}

/** The paths of other pages that visible links lead to. */
const otherPages = (page: Page, selector = 'a') =>
  page.evaluate(
    (matching) =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].flatMap((link) => {
        const leadsAway = link.target === '' && link.origin === location.origin && link.pathname !== location.pathname
        const isThere = link.matches(matching) && link.checkVisibility() && !link.closest('[inert]')
        return leadsAway && isThere ? [link.pathname] : []
      }),
    selector,
  )

/**
 * Clicks a link to each of these pages, with a number of frames between them and as long as there is one; then goes back, if
 * wanted. Returns the path of the last link; an empty one if there is none any more, undefined if the browser has gone to
 * another document by then.
 */
const click = (page: Page, wanted: string[], {frames = 0, thenBack = false} = {}) =>
  page
    .evaluate(
      async ([paths, frames, thenBack]) => {
        const pause = async () => {
          for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame)
        }
        let clicked = ''
        for (const path of paths) {
          if (clicked) await pause()
          const link = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].find(
            (link) =>
              link.pathname === path && link.target === '' && link.checkVisibility() && !link.closest('[inert]'),
          )
          link?.click()
          if (link) clicked = path
        }
        if (!thenBack) return clicked
        await pause()
        return new Promise<undefined>((resolve, reject) => {
          const limit = AbortSignal.timeout(60_000)
          limit.addEventListener('abort', () => reject(new Error('Back led nowhere')))
          navigation.addEventListener('currententrychange', ({navigationType}) => {
            if (navigationType === 'traverse') resolve(undefined)
          })
          history.back()
        })
      },
      [wanted, frames, thenBack] as const,
    )
    .catch(leftMeanwhile)

/** Follows a link to this page, if there is one, which makes one entry in the history. */
async function follow(page: Page, path: string | undefined, index: number) {
  if (!path || (await click(page, [path])) === '') return undefined
  return {path, index: index + 1, entries: index + 2}
}

/**
 * What visitors do, each with a number that decides between links and moments. Returns what they must find afterwards;
 * nothing if there is nothing to do it with.
 */
const steps = {
  async 'follows a link'(page: Page, {index}: View, choice: number) {
    const links = await otherPages(page)
    return follow(page, links[choice % links.length], index)
  },
  async 'follows a link into a failure'(page: Page, {index}: View, choice: number) {
    const fetched = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({name}) => new URL(name).pathname),
    )
    const links = (await otherPages(page)).filter((path) => !fetched.includes(path))
    const path = links[choice % links.length]
    let failed = false
    await page.route(
      (url) => url.pathname === path,
      (route, request) => {
        if (failed || !isPageFetch(request)) return route.fallback()
        failed = true
        return choice % 2 ? route.abort() : route.fulfill({status: 503})
      },
    )
    return follow(page, path, index)
  },
  async 'follows a link offline'(page: Page, {index}: View, choice: number) {
    const links = await otherPages(page)
    await page.context().setOffline(true)
    const expected = await follow(page, links[choice % links.length], index)
    await page.context().setOffline(false)
    return expected
  },
  async 'follows two links'(page: Page, _: View, choice: number) {
    const links = await otherPages(page)
    const two = [choice, choice * 7 + 3].flatMap((number) => links[number % links.length] ?? [])
    const path = await click(page, two, {frames: choice % 4})
    return path ? {path} : {}
  },
  async 'follows a link and goes back at once'(page: Page, {index}: View, choice: number) {
    const links = await otherPages(page)
    const path = links[choice % links.length]
    if (!path || index === 0) return
    await click(page, [path], {frames: choice % 4, thenBack: true})
    return {}
  },
  async 'goes back or forward'(page: Page, {index, entries}: View, choice: number) {
    const by = [-1, -1, -1, 1, 1, -2, 2][choice % 7] ?? -1
    if (index + by < 0 || index + by >= entries) return
    await page.evaluate((steps) => history.go(steps), by).catch(leftMeanwhile)
    return {index: index + by, entries}
  },
  async 'changes the language'(page: Page, {index}: View) {
    const [path] = await otherPages(page, 'header a[hreflang]')
    return follow(page, path, index)
  },
  async 'goes to a section'(page: Page, {path}: View, choice: number) {
    const links = page.locator('main a[href^="#"]:visible')
    const count = await links.count()
    if (count === 0) return
    await links.nth(choice % count).evaluate((link) => link instanceof HTMLElement && link.click())
    return {path}
  },
  async reloads(page: Page, {path, index, entries}: View) {
    await page.reload()
    return {path, index, entries}
  },
  async 'opens the menu'(page: Page, {path, index}: View, choice: number) {
    const button = page.locator('header [popovertarget="site-menu"]:visible')
    if ((await button.count()) === 0) return
    await button.click()
    await expect.poll(() => view(page)).toMatchObject({isMenuOpen: true, index: index + 1})
    const links = await otherPages(page, '#site-menu a')
    const expected = choice % 2 ? await follow(page, links[choice % links.length], index) : undefined
    if (expected) return expected
    await (choice % 4 ? page.keyboard.press('Escape') : page.evaluate(() => history.back()))
    return {path, index}
  },
} satisfies Record<string, (page: Page, before: View, choice: number) => Promise<Partial<View> | undefined>>

type Step = keyof typeof steps
const names = Object.keys(steps) as Step[]
const walks = fc.array(
  fc.tuple(
    fc.oneof(
      {weight: 4, arbitrary: fc.constantFrom<Step[]>('follows a link', 'goes back or forward')},
      {weight: 5, arbitrary: fc.constantFrom(...names)},
    ),
    fc.nat(999),
  ),
  {minLength: 5, maxLength: 18},
)

const everywhere: Step[] = ['follows a link', 'goes back or forward', 'follows two links', 'reloads']

for (const {device, viewport, usual} of [
  {device: 'phone', viewport: {width: 390, height: 844}, usual: [...everywhere, 'opens the menu']},
  {device: 'desktop', viewport: {width: 1280, height: 900}, usual: everywhere},
]) {
  test(`whatever a visitor does, each address shows its own page and Back leads through all of them (${device})`, {
    tag: '@long',
  }, async ({browser, baseURL, request}) => {
    const titles = new Map(
      await mapConcurrently(pages, async ({path, locale}) => {
        const html = await (await request.get(path, {headers: {'accept-language': locale}})).text()
        return [path, textOf(html, 'title').replaceAll('&amp;', '&').replaceAll('&#x27;', "'")] as const
      }),
    )
    const taken = new Set<Step>()
    const walk = async (walked: [Step, number][], start: number, reducedMotion: 'reduce' | 'no-preference') => {
      await using context = await browser.newContext({baseURL, viewport, reducedMotion})
      const page = await context.newPage()
      const errors: string[] = []
      // Chromium's own: it says so of a transition between documents that it leaves out.
      page.on('pageerror', ({message}) => /^Transition was aborted/.test(message) || errors.push(message))
      /** The paths of the history, as far as they are known. */
      const trail: (string | undefined)[] = []
      const arrive = async (expected: Partial<View>): Promise<View> => {
        const found: View[] = []
        const shown = async () => {
          const seen = await view(page).catch(leftMeanwhile)
          if (seen) found.push(seen)
          return seen && {...seen, isItsOwn: seen.canonical === seen.path && seen.title === titles.get(seen.path)}
        }
        await expect.poll(shown).toMatchObject({isItsOwn: true, isMenuOpen: false, inert: 0, ...expected})
        await untilInteractive(page)
        const arrived = found.at(-1)
        if (!arrived) throw new Error('No page was shown')
        trail[arrived.index] = arrived.path
        return arrived
      }
      const path = (index: number) => (trail[index] === undefined ? {} : {path: trail[index]})
      await page.goto(pages[start % pages.length]?.path ?? '')
      let now = await arrive({index: 0, entries: 1})
      for (const [name, choice] of walked) {
        await page.unrouteAll({behavior: 'ignoreErrors'})
        const expected: Partial<View> | undefined = await steps[name](page, now, choice)
        if (!expected) continue
        const isOldEntry = name === 'goes back or forward' || name === 'reloads'
        if (!isOldEntry) trail.length = now.index + 1
        now = await arrive({...expected, ...(isOldEntry && path(expected.index ?? now.index))})
        taken.add(name)
      }
      while (now.index > 0) {
        await page.evaluate(() => history.back()).catch(leftMeanwhile)
        now = await arrive({index: now.index - 1, ...path(now.index - 1)})
      }
      expect(errors).toEqual([])
    }
    await fc.assert(
      fc.asyncProperty(walks, fc.nat(99), fc.constantFrom('reduce' as const, 'no-preference' as const), walk),
      {numRuns: 8 * factor, endOnFailure: true},
    )
    expect([...taken]).toEqual(expect.arrayContaining(usual))
  })
}
