import {expect, test} from '@playwright/test'
import type {Locale} from '../../lib/locales.ts'
import type {Route} from '../../lib/routes.ts'
import {basePath, sitePath} from '../../lib/urls.ts'
import {mapConcurrently} from '../../server/concurrency.ts'
import {DemoStage, stepFragments} from '../support/demoStage.ts'
import {layoutShift, observeLayoutShift} from '../support/layoutShift.ts'
import {readPages} from '../support/readPages.ts'
import {pages} from '../support/siteUrls.ts'
import {startSlowDocuments} from '../support/slowDocument.ts'
import {testProduct} from '../support/testProduct.ts'
import {visitInParallel} from '../support/visitInParallel.ts'

const authorities = ['https://beian.miit.gov.cn/', 'https://beian.mps.gov.cn/']
const urlAttributes = ['href', 'src', 'srcset', 'imagesrcset', 'action', 'formaction', 'poster', 'content', 'data']

/** Returns the URLs in an element's attributes; of `content` only if it is a URL. */
function urlsOf(element: Element): string[] {
  // A form's action is no page; its own test posts to it.
  if (element.matches('form[method="post"]')) return []
  return urlAttributes.flatMap((name) => {
    const value = element.getAttribute(name) ?? ''
    if (name.endsWith('srcset')) return value.split(',').map((part) => part.trim().split(/\s+/)[0] ?? '')
    return name === 'content' && !/^(https?:)?\//.test(value) ? '' : value
  })
}

test('every URL that the 100 pages emit stays below the base path and leads somewhere', async ({request}) => {
  const {siteUrl} = testProduct
  const targets = new Map<string, string>()
  // An assertion for each of some ten thousand URLs would cost more than all the rest.
  const problems: string[] = []
  for (const {document, path} of await readPages(request)) {
    for (const url of [...document.querySelectorAll('*')].flatMap(urlsOf).filter(Boolean)) {
      if (/^(tel|mailto|data):/.test(url) || authorities.some((authority) => url.startsWith(authority))) continue
      const resolved = new URL(url, siteUrl + path)
      if (url.startsWith('#')) {
        const known =
          url === '#menu-closed' || stepFragments.has(url) || document.getElementById(resolved.hash.slice(1))
        if (!known) problems.push(`${path} leads to ${url}, which is not on it`)
        continue
      }
      const inside = resolved.origin === siteUrl && /^\/h5(\/|$)/.test(resolved.pathname)
      if (!inside) problems.push(`${path} emits ${url}`)
      targets.set(resolved.origin + resolved.pathname + resolved.search, path)
    }
  }
  expect(targets.size).toBeGreaterThan(pages.length)
  await mapConcurrently([...targets], async ([url, path]) => {
    const response = await request.get(url, {headers: {'sec-fetch-site': 'same-origin'}})
    const arrival = new URL(response.url()).pathname
    if (response.status() !== 200 || arrival !== new URL(url).pathname)
      problems.push(`${path} leads to ${url}, which answers ${response.status()} at ${arrival}`)
  })
  expect(problems).toEqual([])
})

test('no page reports an error, moves its layout, misses an alternative text or slips into the other language', {
  tag: '@long',
}, async ({browser, baseURL}) => {
  const problems: string[] = []
  await visitInParallel({
    browser,
    options: {baseURL, viewport: {width: 390, height: 844}, locale: 'zh-CN'},
    items: pages,
    prepare: async (page) => {
      await page.addInitScript(observeLayoutShift)
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(`${page.url()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
      page.on('response', (response) => {
        if (response.status() >= 400) problems.push(`${page.url()}: ${response.status()} ${response.url()}`)
      })
    },
    visit: async (page, {path, locale, route}) => {
      // The root redirects by the browser's language unless the visitor comes from the site.
      await page.goto(path, path === basePath ? {referer: `${baseURL}${basePath}/about`} : {})
      if (route === '/demo') await new DemoStage(page).begin()
      const shift = await page.evaluate(layoutShift)
      if (shift > 0.01) problems.push(`${path}: layout shift of ${shift}`)
      const foreign = (await page.evaluate(textsOfPage)).flatMap((text) =>
        foreignWords(text, locale).map((word) => `${path}: “${word}” in “${text.slice(0, 60)}”`),
      )
      problems.push(...foreign)
      const silent = await page.evaluate(() =>
        [...document.querySelectorAll('img:not([alt]), svg:not([aria-hidden="true"]):not([role="presentation"])')]
          .filter((element) => element.tagName === 'IMG' || !element.closest('[aria-hidden="true"]'))
          .filter((element) => !(element.getAttribute('aria-label') || element.getAttribute('aria-labelledby')))
          .filter((element) => !element.querySelector(':scope > title')?.textContent)
          .map((element) => element.outerHTML.slice(0, 100)),
      )
      problems.push(...silent.map((markup) => `${path}: no alternative text: ${markup}`))
    },
  })
  expect(problems).toEqual([])
})

/** Pages of each opening and kind of drawing. */
const composed: readonly Route[] = [
  '/',
  '/lims',
  '/lqm',
  '/limsPages/sample',
  '/advpPages/establish',
  '/demo',
  '/contact',
  '/java',
]

for (const viewport of [
  {width: 390, height: 844},
  {width: 1440, height: 900},
]) {
  test(`at ${viewport.width} pixels what is painted stays where it is as the rest of the document arrives`, {
    tag: '@long',
  }, async ({browser, baseURL}) => {
    const moved: string[] = []
    const slow = await startSlowDocuments()
    await visitInParallel({
      browser,
      // An entrance that is under way would move by itself.
      options: {baseURL, viewport, locale: 'zh-CN', reducedMotion: 'reduce'},
      items: composed.map((route) => sitePath('zh', route)),
      visit: async (page, path) => {
        const html = await (await page.request.get(path, {headers: {referer: `${baseURL}${basePath}/about`}})).text()
        await slow.open(page, path, html)
        const seen: {cut: number; places: Places}[] = []
        for (const cut of cutsOf(html)) {
          await slow.sendUntil(page, cut)
          seen.push({cut, places: await page.evaluate(paintedPlaces)})
        }
        await slow.sendAll(page)
        const whole = new Map(await page.evaluate(paintedPlaces))
        for (const {cut, places} of seen) {
          for (const [index, place] of places) {
            const last = whole.get(index)
            if (last && last.name === place.name && Math.hypot(last.left - place.left, last.top - place.top) > 1) {
              const [from, to] = [place, last].map(({left, top}) => `${left} ${top}`)
              moved.push(`${path}: ${place.name} moves from ${from} to ${to} after ${html.slice(cut - 80, cut)}`)
            }
          }
        }
      },
    })
    await slow.stop()
    expect(moved).toEqual([])
  })
}

/** Thirty places in the first part of the document at which it may have arrived so far: ends of elements. */
function cutsOf(html: string): number[] {
  const start = html.indexOf('<body')
  const ends = Array.from(
    html.slice(start, start + 20_000).matchAll(/<\/\w+>/g),
    ({0: tag, index}) => start + index + tag.length,
  )
  return Array.from({length: 30}, (_, part) => ends[Math.floor((part * ends.length) / 30)] ?? html.length)
}

/** Elements by their number in the document, and where they begin. */
type Places = [number, {name: string; left: number; top: number}][]

/** Runs in the page: its visible elements on the first screen. Those still open may grow. */
function paintedPlaces(): Places {
  const open = new Set<Element>()
  for (let last: Element | null = document.body; last; last = last.lastElementChild) open.add(last)
  return Array.from(document.body.querySelectorAll('*')).flatMap((element, index) => {
    const {left, top, width, height} = element.getBoundingClientRect()
    const isSeen = width > 0 && height > 0 && top < innerHeight && element.checkVisibility({visibilityProperty: true})
    if (!isSeen || open.has(element)) return []
    const name = `${element.tagName} ${element.getAttribute('class') ?? ''}`
    return [[index, {name, left: Math.round(left), top: Math.round(top)}]]
  })
}

/** Runs in the page: returns its texts in its own language, visible ones and those for assistive technology. */
function textsOfPage(): string[] {
  const own = document.documentElement.lang
  const isForeign = (element: Element | null) => element?.closest('[lang]')?.getAttribute('lang') !== own
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = [document.title]
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (parent?.closest('script, style, noscript, template') || isForeign(parent)) continue
    texts.push(walker.currentNode.textContent ?? '')
  }
  for (const name of ['alt', 'aria-label', 'title', 'placeholder']) {
    for (const element of document.querySelectorAll(`body [${name}]`)) {
      if (!isForeign(element)) texts.push(element.getAttribute(name) ?? '')
    }
  }
  const description = document.querySelector('meta[name="description"]')?.getAttribute('content')
  return [...texts, description ?? ''].map((text) => text.trim()).filter(Boolean)
}

/** Latin words of Chinese pages: names of products, standards and technologies, and words without a Chinese name. */
const namesAndStandards = new Set([
  ...['LIMS', 'ADVP', 'LQM', 'EVMS', 'Maixun', 'NCR', 'VRP', 'PLC', 'ICP'],
  ...['PLM', 'ERP', 'DAQ', 'API', 'IP'],
  ...['ISO', 'IEC'],
  ...['Java', 'NET', 'Odoo', 'Windows', 'Excel', 'UI', 'Cookie'],
  // Units.
  ...['mm', 'km', 'kg', 'kN', 'Nm', 'Hz', 'kPa', 'Grms', 'kW', 'kWh', 'mV', 'ms', 'min'],
  // The names of keys, in the demo's hint.
  ...['Home', 'End'],
  // The name of the cookie, in the privacy notice.
  'lang',
])

/** Returns the words of a text that belong to the other language. */
function foreignWords(text: string, locale: Locale): string[] {
  if (locale === 'en') return text.match(/\p{Script=Han}+/gu) ?? []
  return (text.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !namesAndStandards.has(word))
}
