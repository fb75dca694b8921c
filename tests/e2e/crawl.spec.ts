import {expect, test} from '@playwright/test'
import type {Locale} from '../../lib/locales.ts'
import {basePath} from '../../lib/urls.ts'
import {mapInBatches} from '../../server/concurrency.ts'
import {DemoStage, stepFragments} from '../support/demoStage.ts'
import {layoutShift, observeLayoutShift} from '../support/layoutShift.ts'
import {readPages} from '../support/readPages.ts'
import {pages} from '../support/siteUrls.ts'
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
  for (const {document, path} of await readPages(request)) {
    for (const url of [...document.querySelectorAll('*')].flatMap(urlsOf).filter(Boolean)) {
      if (/^(tel|mailto|data):/.test(url) || authorities.some((authority) => url.startsWith(authority))) continue
      const resolved = new URL(url, siteUrl + path)
      if (url.startsWith('#')) {
        const known =
          url === '#menu-closed' || stepFragments.has(url) || document.getElementById(resolved.hash.slice(1))
        expect.soft(known, `${path} leads to ${url}`).toBeTruthy()
        continue
      }
      const inside = resolved.origin === siteUrl && /^\/h5(\/|$)/.test(resolved.pathname)
      expect.soft(inside, `${path} emits ${url}`).toBe(true)
      targets.set(resolved.origin + resolved.pathname + resolved.search, path)
    }
  }
  expect(targets.size).toBeGreaterThan(pages.length)
  await mapInBatches([...targets], async ([url, path]) => {
    const response = await request.get(url, {headers: {'sec-fetch-site': 'same-origin'}})
    expect.soft(response.status(), `${path} leads to ${url}`).toBe(200)
    expect.soft(new URL(response.url()).pathname, `${path} leads to ${url}`).toBe(new URL(url).pathname)
  })
})

test('no page reports an error, moves its layout, misses an alternative text or slips into the other language', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(600_000)
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

test('the menu’s button stays where it is as the rest of the page arrives', async ({page, request}) => {
  const html = await (await request.get('/h5/lims')).text()
  const toggle = page.getByRole('banner').getByRole('button', {name: '菜单', exact: true})
  const boxes = []
  // As painted when the document has arrived up to the middle of the menu, and whole.
  for (const end of [html.indexOf('</nav>'), html.length]) {
    await page.unrouteAll()
    await page.route('**/h5/lims', (route) => route.fulfill({contentType: 'text/html', body: html.slice(0, end)}))
    await page.setViewportSize({width: 390, height: 844})
    await page.goto('/h5/lims')
    boxes.push(await toggle.boundingBox())
  }
  expect(boxes[0]).not.toBeNull()
  expect(boxes[0]).toEqual(boxes[1])
})

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
