import {expect, type Page, test} from '@playwright/test'
import en from '../../i18n/messages/en.json' with {type: 'json'}
import {connectionCheck} from '../../lib/constants.ts'
import {emulateConnection} from '../support/emulateConnection.ts'
import {contactLink, homeLink} from '../support/headerLinks.ts'
import {holdRequests, isPageFetch} from '../support/holdRequests.ts'
import {untilInteractive} from '../support/untilInteractive.ts'

const heading = (page: Page) => page.getByRole('heading', {level: 1})

/** Opens a page that fetches nothing ahead, and counts full page loads from then on. */
async function open(page: Page, path: string): Promise<() => string[]> {
  await emulateConnection(page, {saveData: true})
  await page.goto(path, {waitUntil: 'networkidle'})
  await untilInteractive(page)
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  return () => loads
}

/** Follows a link of the page, as a click on it does, wherever it stands. */
const follow = (page: Page, href: string) =>
  page.evaluate((target) => {
    const link = document.createElement('a')
    link.href = target
    document.querySelector('main')?.append(link)
    link.click()
  }, href)

/** Waits until the page of this path is in place, which is a moment after its address. */
async function untilShown(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`))
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${path}$`))
}

const historyLength = (page: Page) => page.evaluate(() => history.length)

test('a link swaps the page: language, title, focus, announcement and one entry in the history', async ({page}) => {
  const loads = await open(page, '/h5/en/about')
  const before = await historyLength(page)
  await homeLink(page).click()
  await expect(page).toHaveURL(/\/h5\/en$/)
  await expect(heading(page)).toBeFocused()
  await expect(page.locator('#announcement')).toHaveText(await page.title())
  expect(await historyLength(page)).toBe(before + 1)
  await page.locator('a[hreflang="zh-CN"]').first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page).toHaveURL(/\/h5$/)
  expect(await page.evaluate(() => document.cookie)).toContain('lang=zh')
  expect(loads()).toEqual([])
})

test('Back shows a page as it was left: what was open, typed and focused', async ({page}) => {
  await open(page, '/h5/en/lims')
  const details = page.locator('main details').last()
  await details.locator('summary').click()
  await expect(details).toHaveAttribute('open', '')
  await contactLink(page).click()
  await page.getByLabel('Name').fill('Somebody')
  await homeLink(page).click()
  await untilShown(page, '/h5/en')
  await page.goBack()
  await expect(page.getByLabel('Name')).toHaveValue('Somebody')
  await page.goBack()
  await expect(details).toHaveAttribute('open', '')
  await page.goForward()
  await expect(page.getByLabel('Name')).toHaveValue('Somebody')
})

test('a page with a stylesheet of its own has it, by a link and on the way back', async ({page}) => {
  await open(page, '/h5/en/about')
  const isStyled = () =>
    page.locator('#enquiry').evaluate((form) => getComputedStyle(form).display === 'grid' && form.clientHeight < 4000)
  await contactLink(page).click()
  await expect.poll(isStyled).toBe(true)
  await homeLink(page).click()
  await untilShown(page, '/h5/en')
  await page.goBack()
  await untilShown(page, '/h5/en/contact')
  expect(await isStyled()).toBe(true)
})

test('Back and Forward while a stylesheet is loading: each address shows its own page', async ({page}) => {
  await open(page, '/h5/en/about')
  const title = (await heading(page).textContent()) ?? ''
  const held = await holdRequests(page, (request) => request.resourceType() === 'stylesheet')
  await contactLink(page).click()
  await expect(page).toHaveURL(/\/contact/)
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/about$/)
  await page.evaluate(() => history.forward())
  await expect(page).toHaveURL(/\/contact/)
  held.release()
  await untilShown(page, '/h5/en/contact')
  await page.evaluate(() => history.back())
  await untilShown(page, '/h5/en/about')
  await expect(heading(page)).toHaveText(title)
})

test('a page whose stylesheet cannot be loaded is loaded by the browser', async ({page}) => {
  const loads = await open(page, '/h5/en/about')
  let refused = 0
  await page.route('**/*.css', (route) => {
    // It was fetched ahead, too.
    if (route.request().resourceType() !== 'stylesheet') return route.continue()
    refused += 1
    return refused === 1 ? route.abort() : route.continue()
  })
  await contactLink(page).click()
  await expect.poll(loads).toEqual(['/h5/en/contact'])
  await untilShown(page, '/h5/en/contact')
  await expect.poll(() => page.locator('#enquiry').evaluate((form) => getComputedStyle(form).display)).toBe('grid')
})

test('light pages, the demo and an unknown path: Back and Forward show what the address says', async ({page}) => {
  await open(page, '/h5/en/lims')
  const walked: [RegExp, string | null][] = [[/\/lims$/, await heading(page).textContent()]]
  const step = async (href: string, url: RegExp) => {
    const [, before = null] = walked.at(-1) ?? []
    await follow(page, href)
    await expect(page).toHaveURL(url)
    await expect(heading(page)).not.toHaveText(before ?? '')
    await untilInteractive(page)
    walked.push([url, await heading(page).textContent()])
  }
  await step('/h5/en/about', /\/about$/)
  await step('/h5/en/demo', /\/demo$/)
  await step('/h5/en/web', /\/web$/)
  await step('/h5/en/nope.html', /\/nope\.html$/)
  await step('/h5/en/story', /\/story$/)
  for (const [url, title] of walked.slice(0, -1).reverse()) {
    await page.goBack()
    await expect(page).toHaveURL(url)
    await expect(heading(page)).toHaveText(title ?? '')
  }
  for (const [url, title] of walked.slice(1)) {
    await page.goForward()
    await expect(page).toHaveURL(url)
    await expect(heading(page)).toHaveText(title ?? '')
  }
})

test('after a reload Back still shows the pages before it', async ({page}) => {
  await open(page, '/h5/en/lims')
  const title = (await heading(page).textContent()) ?? ''
  await homeLink(page).click()
  await expect(heading(page)).not.toHaveText(title)
  await page.reload()
  await untilInteractive(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/lims$/)
  await expect(heading(page)).toHaveText(title)
})

test('of two links followed one after the other the second is shown, and the first never comes', async ({page}) => {
  const loads = await open(page, '/h5/en/lims')
  const before = await historyLength(page)
  const held = await holdRequests(page, (request) => isPageFetch(request) && request.url().endsWith('/about'))
  await follow(page, '/h5/en/about')
  await follow(page, '/h5/en/web')
  await untilShown(page, '/h5/en/web')
  held.release()
  await page.unrouteAll({behavior: 'wait'})
  // Whatever the answer would have led to comes before what is asked of the browser next.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await untilShown(page, '/h5/en/web')
  expect(await historyLength(page)).toBe(before + 1)
  expect(loads()).toEqual([])
})

test('a second click on a link that is being fetched changes nothing', async ({page}) => {
  await open(page, '/h5/en/about')
  let fetches = 0
  page.on('request', (request) => {
    if (isPageFetch(request)) fetches += 1
  })
  const held = await holdRequests(page, isPageFetch)
  await homeLink(page).click()
  await homeLink(page).click()
  const waited = page.evaluate((delay) => new Promise((resolve) => setTimeout(resolve, delay)), 2 * connectionCheck)
  await waited
  await expect(page.getByText(en.notices.waiting)).toBeHidden()
  held.release()
  await untilShown(page, '/h5/en')
  expect(fetches).toBe(1)
})

test('opening the menu gives up the link before, and leaves nothing inert', async ({page}) => {
  await page.setViewportSize({width: 390, height: 844})
  await open(page, '/h5/en/lims')
  const title = (await heading(page).textContent()) ?? ''
  const held = await holdRequests(page, isPageFetch)
  await follow(page, '/h5/en/about')
  await page.getByRole('button', {name: 'Menu'}).click()
  held.release()
  await page.unrouteAll({behavior: 'wait'})
  const sheet = page.getByRole('navigation', {name: 'Main navigation'})
  await sheet.getByRole('link', {name: 'Review report'}).click()
  await expect(page).toHaveURL(/\/reviewReport$/)
  await expect(page.locator('[inert]')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/lims$/)
  await expect(heading(page)).toHaveText(title)
  await expect(page.locator('[inert]')).toHaveCount(0)
})

test('a page of another build is loaded whole, once, and nothing else happens', async ({page}) => {
  const loads = await open(page, '/h5/en/about')
  await page.route('**/h5/en', async (route) => {
    const response = await route.fetch()
    await route.fulfill({response, body: (await response.text()).replace(/data-build="[^"]*"/, 'data-build="newer"')})
  })
  await homeLink(page).click()
  await expect(page).toHaveURL(/\/h5\/en$/)
  await expect(heading(page)).not.toHaveText(/about/i)
  await page.waitForLoadState('networkidle')
  expect(loads()).toEqual(['/h5/en'])
})

test('what extensions add to a page stays', async ({page}) => {
  await open(page, '/h5/en/about')
  await page.evaluate(() => {
    for (const [parent, name] of [
      [document.body, 'div'],
      [document.head, 'meta'],
      [document.head, 'link'],
    ] as const) {
      const element = parent.appendChild(document.createElement(name))
      element.className = 'of-an-extension'
    }
  })
  await homeLink(page).click()
  await expect(page).toHaveURL(/\/h5\/en$/)
  await expect(heading(page)).toBeFocused()
  await expect(page.locator('.of-an-extension')).toHaveCount(3)
})

test('new content that the server cannot give leaves the page as it is', async ({page}) => {
  const loads = await open(page, '/h5/en/web')
  const title = (await heading(page).textContent()) ?? ''
  await page.route('**/h5/payloads/en/web.json', (route) => route.fulfill({json: {version: 'newer'}}))
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.route('**/h5/en/web', (route) => route.fulfill({status: 503, body: ''}))
  await page.getByRole('button', {name: en.notices.show}).click()
  await expect(page.getByText(en.notices.failed)).toBeVisible()
  await expect(heading(page)).toHaveText(title)
  expect(loads()).toEqual([])
})

test('a hundred pages later nothing has piled up', {tag: '@long'}, async ({page}) => {
  test.slow()
  await open(page, '/h5/en/lims')
  const session = await page.context().newCDPSession(page)
  const nodes = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const {nodes: count, jsEventListeners} = await session.send('Memory.getDOMCounters')
    return {count, jsEventListeners}
  }
  const walk = async (times: number) => {
    for (let step = 0; step < times; step += 1) {
      for (const path of ['/h5/en/about', '/h5/en/lims']) {
        await follow(page, path)
        await untilShown(page, path)
      }
    }
  }
  // Until as many left pages are kept as ever are.
  await walk(10)
  const before = await nodes()
  await walk(40)
  await expect.poll(async () => (await nodes()).jsEventListeners).toBeLessThanOrEqual(before.jsEventListeners + 10)
  await expect.poll(async () => (await nodes()).count).toBeLessThan(before.count * 1.5)
})

test.describe('without the Navigation API', () => {
  test.beforeEach(async ({page}) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'))
  })

  test('links lead on, Back leads back, and the bar and the notices work', async ({page, context}) => {
    const loads = await open(page, '/h5/en/about')
    await homeLink(page).click()
    await expect(page).toHaveURL(/\/h5\/en$/)
    await untilInteractive(page)
    expect(loads()).toEqual(['/h5/en'])
    await page.goBack()
    await expect(page).toHaveURL(/\/about$/)
    await untilInteractive(page)
    await context.setOffline(true)
    await contactLink(page).click()
    await expect(page.getByRole('status').getByText(en.notices.waiting)).toBeVisible()
    await context.setOffline(false)
    await expect(page).toHaveURL(/\/contact/)
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })
})
