import {type APIRequestContext, expect, type Page, test} from '@playwright/test'
import {addAxe, addAxeAhead, violations} from '../support/axe.ts'
import {DemoStage} from '../support/demoStage.ts'
import {addEqualAccess, equalAccessViolations} from '../support/equalAccess.ts'
import {readSeed} from '../support/readSeed.ts'
import {pages} from '../support/siteUrls.ts'
import {visitInParallel} from '../support/visitInParallel.ts'

const phone = {width: 390, height: 844}
const desk = {width: 1440, height: 900}
/** 1280 pixels wide at a zoom of 400 %, and at 200 %. */
const zoomed = [320, 640]

/** Leaves pages as the server rendered them: their scripts would only slow down the walk. */
async function blockScripts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  // Unlike a route of Playwright's, this leaves the styles in the browser's cache.
  await session.send('Network.setBlockedURLs', {urls: ['*/_next/static/*.js']})
}

/**
 * The views to look at a page in: one of four by turns, so that each route is seen on phone and desk, in light and dark,
 * once in each language; with `FUZZ_FACTOR` all four on all pages.
 */
function viewsOf(page: (typeof pages)[number]) {
  const all = [phone, desk].flatMap((viewport) =>
    (['light', 'dark'] as const).map((colorScheme) => ({viewport, colorScheme})),
  )
  if (process.env.FUZZ_FACTOR) return all
  const route = Math.floor(pages.indexOf(page) / 2) % 4
  return all.slice(page.locale === 'zh' ? route : 3 - route).slice(0, 1)
}

test('each route is looked at in both sizes and in both colour schemes', {tag: '@long'}, () => {
  const seen = new Map<string, Set<number | string>>()
  for (const page of pages) {
    const views = seen.get(page.route) ?? new Set()
    seen.set(page.route, views)
    for (const {viewport, colorScheme} of viewsOf(page)) views.add(viewport.width).add(colorScheme)
  }
  expect([...seen].filter(([, views]) => views.size < 4)).toEqual([])
})

/**
 * Pages that together have every element and class of the site, for the second engine, which takes longer than axe; with
 * `FUZZ_FACTOR` all 100.
 */
async function pagesWithEveryElement(request: APIRequestContext) {
  if (process.env.FUZZ_FACTOR) return pages
  const known = new Set<string>()
  const chosen: typeof pages = []
  for (const page of pages) {
    const html = await (await request.get(page.path)).text()
    const before = known.size
    for (const [, element = '', classes = ''] of html.matchAll(/<([a-z][\w-]*)(?:[^>]*? class="([^"]*)")?/g))
      for (const name of classes.split(' ')) known.add(`${element}.${name}`)
    if (known.size > before) chosen.push(page)
  }
  return chosen
}

/**
 * How much taller a page may be with text of twice the size, which needs four times the space, less what does not grow:
 * gaps and drawings. The demo, nearly all text, comes to 3.24 in English on a phone.
 */
const tallest = 3.3

/** Each page is loaded once, without its scripts, and examined in every way. Another test checks hydrated ones. */
test.describe('of the 100 pages as the server renders them', {tag: '@long'}, () => {
  const byAxe: string[] = []
  const byEqualAccess: string[] = []
  const withLargeText: string[] = []
  let examined = 0
  let examinedTwice = 0

  test.beforeAll(async ({browser, baseURL, request}) => {
    test.setTimeout(900_000)
    const secondLook = await pagesWithEveryElement(request)
    await visitInParallel({
      browser,
      options: {baseURL, viewport: phone, locale: 'zh-CN', reducedMotion: 'reduce'},
      items: pages,
      prepare: (page) => Promise.all([blockScripts(page), addAxeAhead(page)]),
      visit: async (page, item) => {
        const {path} = item
        await page.emulateMedia({colorScheme: 'light'})
        await page.setViewportSize(phone)
        await page.goto(path, {waitUntil: 'load'})
        if (secondLook.includes(item)) {
          await addEqualAccess(page)
          byEqualAccess.push(...(await equalAccessViolations(page)).map((problem) => `${path}: ${problem}`))
          examinedTwice++
        }
        for (const {viewport, colorScheme} of viewsOf(item)) {
          await page.setViewportSize(viewport)
          await page.emulateMedia({colorScheme})
          const found = await violations(page)
          byAxe.push(...found.map((problem) => `${path} ${viewport.width} ${colorScheme}: ${problem}`))
        }
        for (const width of zoomed) {
          await page.setViewportSize({width, height: 450})
          const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          if (excess > 0) byAxe.push(`${path} is ${excess} pixels too wide at ${width}`)
        }
        for (const {viewport} of viewsOf(item)) {
          await page.setViewportSize(viewport)
          const {growth, outside} = await page.evaluate(lookForLostText)
          if (growth > tallest) outside.push(`the page is ${growth.toFixed(2)} times as tall`)
          withLargeText.push(...outside.map((problem) => `${path} ${viewport.width}: ${problem}`))
        }
        examined++
      },
    })
  })

  test('axe finds nothing on any, on phone or desk, light and dark, and none scrolls sideways when zoomed', () => {
    expect(byAxe).toEqual([])
    expect(examined).toBe(pages.length)
  })

  test('a second engine, Equal Access, finds nothing either', () => {
    expect(byEqualAccess).toEqual([])
    expect(examinedTwice).toBeGreaterThan(5)
  })

  test('with text of 200 % nothing overflows, is cut or explodes on any, on phone or desk', () => {
    expect(withLargeText).toEqual([])
  })
})

/** Runs in the page: doubles its text, and finds how much taller it gets, and content wider than the window or a box. */
function lookForLostText(): {growth: number; outside: string[]} {
  const before = document.documentElement.scrollHeight
  document.documentElement.style.fontSize = '200%'
  const {scrollWidth, scrollHeight} = document.documentElement
  const outside = scrollWidth > innerWidth ? [`the page is ${scrollWidth - innerWidth} pixels too wide`] : []
  const isSeen = (element: Element) =>
    element.checkVisibility({visibilityProperty: true}) && !element.closest('[aria-hidden="true"], [popover]')
  const scrolls = (element: Element | null): boolean =>
    element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  for (const element of document.querySelectorAll('body *')) {
    const {right, width} = element.getBoundingClientRect()
    if (width < 2 || !isSeen(element)) continue
    const name = `${element.localName}.${element.getAttribute('class') ?? ''} “${element.textContent.slice(0, 40)}”`
    const {overflowX, overflowY} = getComputedStyle(element)
    const isCut =
      (/hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1)
    if (isCut && element.textContent && element.clientHeight > 2) outside.push(`${name} is cut off`)
    if (right > innerWidth + 1 && !scrolls(element.parentElement))
      outside.push(`${name} reaches to ${Math.round(right)}`)
  }
  document.documentElement.style.fontSize = ''
  return {growth: scrollHeight / before, outside: outside.slice(0, 5)}
}

test('axe finds nothing on hydrated pages either, nor in the open menu', async ({page}) => {
  const problems: string[] = []
  for (const path of ['/h5/en', '/h5/contact', '/h5/demo', '/h5/limsPages/entrust', '/h5/nope']) {
    for (const viewport of [phone, desk]) {
      await page.goto(path)
      if (path === '/h5/demo') await new DemoStage(page).begin()
      await page.setViewportSize(viewport)
      await page.getByRole('button', {name: viewport === phone ? /菜单|Menu/ : 'EVMS'}).click()
      await addAxe(page)
      problems.push(...(await violations(page)).map((problem) => `${path} ${viewport.width}: ${problem}`))
    }
  }
  expect(problems).toEqual([])
})

test('in a window as low as that of 400 % zoom, what stays in view covers a third of it at most', async ({page}) => {
  await page.setViewportSize({width: 320, height: 256})
  for (const path of ['/h5/lims', '/h5/en/demo', '/h5/contact']) {
    await page.goto(path, {waitUntil: 'load'})
    const covered = await page.evaluate(() => {
      scrollTo({top: 600, behavior: 'instant'})
      const shown = [...document.querySelectorAll('body *')].filter(
        (element) => /sticky|fixed/.test(getComputedStyle(element).position) && element.checkVisibility(),
      )
      return shown
        .map((element) => element.getBoundingClientRect())
        .map(({top, bottom}) => Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)))
        .reduce((sum, height) => sum + height, 0)
    })
    expect.soft(covered, path).toBeLessThanOrEqual(256 / 3)
  }
})

test('every page has its landmarks, each told apart by its name', async ({page}) => {
  for (const path of ['/h5/lims', '/h5/en/limsPages/entrust', '/h5/nope']) {
    await page.goto(path)
    await expect(page.getByRole('banner')).toHaveCount(1)
    await expect(page.getByRole('main')).toHaveCount(1)
    await expect(page.getByRole('contentinfo')).toHaveCount(1)
    const names = await page.getByRole('navigation').evaluateAll((all) => all.map((nav) => nav.ariaLabel))
    expect(new Set(names).size, path).toBe(names.length)
    expect(names, path).not.toContain(null)
  }
})

test('the focus is visible on light, dark and forced-colour backgrounds', async ({page}) => {
  for (const media of [{colorScheme: 'light'}, {colorScheme: 'dark'}, {forcedColors: 'active'}] as const) {
    await page.emulateMedia({colorScheme: null, forcedColors: null, ...media})
    await page.goto('/h5/en/lims')
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab')
      const ring = await page.evaluate(() => {
        const element = document.activeElement ?? document.body
        // A link that fills its card has the ring on what fills it.
        const styles = [getComputedStyle(element), getComputedStyle(element, '::after')]
        const style = styles.find(({outlineStyle}) => outlineStyle !== 'none') ?? getComputedStyle(element)
        return {
          on: element.outerHTML.slice(0, 80),
          style: style.outlineStyle,
          width: Number.parseFloat(style.outlineWidth),
          color: style.outlineColor,
        }
      })
      expect(ring.style, `${JSON.stringify(media)} ${ring.on}`).toBe('solid')
      expect(ring.width, JSON.stringify(media)).toBeGreaterThanOrEqual(2)
      expect(ring.color).not.toBe(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))
    }
  }
})

test('the list of what one is interested in shows that it opens, with forced colours, too', async ({page}) => {
  await page.goto('/h5/en/contact')
  const list = page.locator('#enquiry-interest')
  await expect(list).toHaveCSS('appearance', 'none')
  await expect(list).toHaveCSS('background-image', /gradient/)
  await page.emulateMedia({forcedColors: 'active'})
  await expect(list).not.toHaveCSS('appearance', 'none')
})

test('with forced colours the contact button keeps its border', async ({page}) => {
  await page.emulateMedia({forcedColors: 'active'})
  await page.setViewportSize(desk)
  await page.goto('/h5/en/lims')
  const button = page.getByRole('banner').getByRole('link', {name: 'Contact us'})
  const edge = await button.evaluate((element) => {
    const {borderTopColor, borderTopWidth, backgroundColor} = getComputedStyle(element)
    return {borderTopWidth, differs: borderTopColor !== backgroundColor}
  })
  expect(edge).toEqual({borderTopWidth: '1px', differs: true})
})

test('nothing moves when the visitor wants no motion', async ({page}) => {
  await page.emulateMedia({reducedMotion: 'reduce'})
  for (const path of ['/h5', '/h5/lims', '/h5/evmsPages/scrap']) {
    await page.goto(path)
    expect(await page.evaluate(() => document.getAnimations().length), path).toBe(0)
  }
})

test('a printed page has its texts and figures, without menu, bar and buttons', async ({page}) => {
  await page.emulateMedia({media: 'print'})
  await page.goto('/h5/en/lims')
  const title = page.getByRole('heading', {level: 1})
  await expect(title).toBeVisible()
  const covered = await title.evaluate((heading) => {
    const {left, top} = heading.getBoundingClientRect()
    return document.elementFromPoint(left + 4, top + 4) !== heading
  })
  expect(covered).toBe(false)
  await expect(page.getByRole('navigation', {name: 'Main navigation'})).toBeHidden()
  await expect(page.getByRole('complementary', {name: 'Quick contact'})).toBeHidden()
  await expect(page.getByRole('navigation', {name: 'Footer navigation'})).toBeHidden()
  await expect(page.getByRole('link', {name: 'Follow a test order'})).toBeHidden()
  const answers = page.locator('details p')
  for (const answer of await answers.all()) await expect(answer).toBeVisible()
  // At the end the publisher's name would often stand alone on a sheet.
  const publisher = page.getByRole('contentinfo').getByText('Software for automotive laboratories')
  await expect(publisher).toBeVisible()
  const [sender, heading] = [await publisher.boundingBox(), await title.boundingBox()]
  expect((sender?.y ?? 0) + (sender?.height ?? 0)).toBeLessThanOrEqual(heading?.y ?? 0)
  expect(
    await publisher.evaluate((text) => {
      const {right, top} = text.getBoundingClientRect()
      return text.contains(document.elementFromPoint(right - 4, top + 4))
    }),
    'nothing covers it',
  ).toBe(true)
  await page.goto('/h5/en/story')
  // Chromium, which saves ink, would print these as blanks.
  const pictures = page.locator('figure svg[role="img"]')
  expect(await pictures.count()).toBeGreaterThan(0)
  for (const picture of await pictures.all()) await expect(picture).toHaveCSS('print-color-adjust', 'exact')
})

/** The part of an A4 sheet within Chromium's margins. */
const sheet = {width: 718, height: 1047}

/** Pages that open with their first block. */
const ledBySteps = readSeed().flatMap(({opening, route}) => (opening === 'steps' ? [String(route)] : []))

test('on paper the steps, rules or layers that lead a page stand on its first sheet, with title and lead', async ({
  page,
}) => {
  await page.setViewportSize(sheet)
  await page.emulateMedia({media: 'print'})
  expect(ledBySteps.length).toBeGreaterThan(5)
  for (const path of [...ledBySteps, '/test', '/web'].flatMap((route) => [route, `/en${route}`])) {
    await page.goto(`/h5${path}`)
    const leading = page.locator('main section[data-layout]').first()
    expect(await leading.evaluate((block) => block.getBoundingClientRect().bottom), path).toBeLessThan(sheet.height)
  }
})

test('on paper the picture at the top of a page stands on the first sheet, with title and lead', async ({page}) => {
  await page.setViewportSize(sheet)
  await page.emulateMedia({media: 'print'})
  for (const path of [
    '/lqm',
    '/evmsPages/report',
    '/en/evms',
    '/en/evmsPages/energy',
    '/en/limsPages/record',
    '/en/advp',
  ]) {
    await page.goto(`/h5${path}`)
    const figure = page.locator('main figure').first()
    const end = await figure.evaluate((element) => element.getBoundingClientRect().bottom + scrollY)
    expect(end, path).toBeLessThan(sheet.height)
    // A grid would move to the next sheet as a whole.
    expect(
      await figure.evaluate((element) => getComputedStyle(element.parentElement?.parentElement ?? element).display),
    ).toBe('block')
  }
})
