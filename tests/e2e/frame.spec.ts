import {type BrowserContext, expect, type Page, test} from '@playwright/test'
import {content, publishEdit} from '../support/contentClient.ts'

const phone = {width: 390, height: 844}

const sheetOf = (page: Page) => page.getByRole('navigation', {name: '主导航'})
/** Opens the sheet, and waits until it has the focus, which its script gives it. */
async function openSheet(page: Page): Promise<void> {
  await page.getByRole('button', {name: '菜单'}).click()
  await expect.poll(() => focused(page)).toBe('关闭')
}

/** Waits until the sheet is hidden and its entry has left the history, which is a moment later. */
async function untilClosed(page: Page): Promise<void> {
  await expect(sheetOf(page)).toBeHidden()
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.['site-menu']))).toBe(false)
}

/** Returns the label or text of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent?.trim())

test.describe('the sheet on a phone', () => {
  test.use({viewport: phone, locale: 'zh-CN'})

  test.beforeEach(async ({page}) => {
    await page.goto('/h5/about')
    await page.goto('/h5/limsPages/entrust')
    await openSheet(page)
  })

  test('fills the screen with rows of at least 48 pixels', async ({page}) => {
    const sheet = sheetOf(page)
    const box = () =>
      sheet.evaluate((element) => {
        const {x, y, width, height} = element.getBoundingClientRect()
        return [x, y, width, height].map(Math.round)
      })
    await expect.poll(box).toEqual([0, 0, phone.width, phone.height])
    const heights = await sheet
      .locator('a, button')
      .filter({visible: true})
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect(heights.length).toBeGreaterThan(40)
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(48)
  })

  test('keeps the focus inside and gives it back', async ({page}) => {
    await expect.poll(() => focused(page)).toBe('关闭')
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab')
      const outside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('#site-menu'),
      )
      expect(outside, await focused(page)).toBe(false)
    }
    await page.keyboard.press('Escape')
    await expect(sheetOf(page)).toBeHidden()
    expect(await focused(page)).toBe('菜单')
  })

  test('closes on Back, which leaves the page where it was', async ({page}) => {
    await page.goBack()
    await expect(sheetOf(page)).toBeHidden()
    expect(page.url()).toMatch(/\/limsPages\/entrust$/)
    await expect(page.locator('[inert] main, main[inert]')).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL(/\/about$/)
  })

  test('closes on Escape and by its button, and leaves no trace in the history', async ({page}) => {
    await page.keyboard.press('Escape')
    await untilClosed(page)
    await openSheet(page)
    await sheetOf(page).getByRole('button', {name: '关闭'}).click()
    await untilClosed(page)
    await page.goBack()
    await expect(page).toHaveURL(/\/about$/)
  })

  test('closes on navigation, also to the page that is open, and Back returns to the page before', async ({page}) => {
    await sheetOf(page).getByRole('link', {name: '试验委托'}).click()
    await untilClosed(page)
    await expect(page).toHaveURL(/\/limsPages\/entrust$/)
    await openSheet(page)
    await sheetOf(page).getByRole('link', {name: '设备排程'}).click()
    await expect(page).toHaveURL(/\/equipScheduling$/)
    await expect(sheetOf(page)).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL(/\/limsPages\/entrust$/)
    await expect(sheetOf(page)).toBeHidden()
  })
})

test.describe('without popovers', () => {
  let context: BrowserContext
  test.afterEach(async () => {
    // A prefetch may still be in flight.
    for (const page of context.pages()) await page.unrouteAll({behavior: 'ignoreErrors'})
    await context.close()
  })

  for (const javaScriptEnabled of [true, false]) {
    test(`the sheet opens by its anchor and closes on Back, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
      browser,
      baseURL,
    }) => {
      context = await browser.newContext({baseURL, viewport: phone, locale: 'zh-CN', javaScriptEnabled})
      const page = await context.newPage()
      await disablePopovers(page)
      await page.goto('/h5/lims')
      await expect(sheetOf(page)).toBeHidden()
      await page.getByRole('link', {name: '菜单'}).click()
      await expect(sheetOf(page)).toBeVisible()
      await page.goBack()
      await expect(sheetOf(page)).toBeHidden()
      await page.getByRole('link', {name: '菜单'}).click()
      await sheetOf(page).getByRole('link', {name: '跑道预约'}).click()
      await expect(page).toHaveURL(/\/evmsPages\/runway$/)
      await expect(sheetOf(page)).toBeHidden()
    })
  }

  test('on a desktop a panel opens on hover and on focus', async ({browser, baseURL}) => {
    context = await browser.newContext({baseURL, viewport: {width: 1280, height: 800}, locale: 'zh-CN'})
    const page = await context.newPage()
    await disablePopovers(page)
    await page.goto('/h5/lims')
    const link = sheetOf(page).getByRole('link', {name: '跑道预约'})
    await expect(link).toBeHidden()
    await sheetOf(page).getByText('EVMS').first().hover()
    await expect(link).toBeVisible()
    await page.mouse.move(640, 700)
    await expect(link).toBeHidden()
    await sheetOf(page).getByRole('button', {name: 'EVMS'}).focus()
    await expect(link).toBeVisible()
  })
})

test('on a desktop the keyboard alone opens a product’s panel, reads its modules in order and follows one', async ({
  page,
}) => {
  await page.setViewportSize({width: 1280, height: 800})
  await page.goto('/h5/en/about')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to content')
  const menu = page.getByRole('navigation', {name: 'Main navigation'})
  await menu.getByRole('button', {name: 'LQM'}).focus()
  await page.keyboard.press('Enter')
  const walked: (string | null | undefined)[] = []
  for (let step = 0; step < 5; step += 1) {
    await page.keyboard.press('Tab')
    walked.push(await focused(page))
  }
  expect(walked).toEqual([
    'LQM overview',
    'On-site review',
    'Non-conformity (NCR)',
    'Review report',
    'Qualification information',
  ])
  await page.keyboard.press('Escape')
  await expect(menu.getByRole('link', {name: 'Review report'})).toBeHidden()
  expect(await focused(page)).toBe('LQM')
  await page.keyboard.press('Enter')
  await menu.getByRole('link', {name: 'Review report'}).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/en\/lqmPages\/reviewReport$/)
})

test('the skip link leads to the content', async ({page}) => {
  await page.goto('/h5/en/lims')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', {name: 'Skip to content'})).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('each feature page leads to the modules before and after it, in the order of the menu', async ({page}) => {
  await page.goto('/h5/limsPages/entrust')
  const neighbours = page.getByRole('navigation', {name: '相邻模块'})
  await expect(neighbours.getByRole('link')).toHaveText([/设备排程/])
  await neighbours.getByRole('link', {name: /下一个模块.*设备排程/}).click()
  await neighbours.getByRole('link', {name: /下一个模块.*试验执行/}).click()
  await expect(page).toHaveURL(/\/testExecution$/)
  // The URL changes first: until the content has followed, the links are those of the page before.
  await neighbours.getByRole('link', {name: /上一个模块.*设备排程/}).click()
  await expect(page).toHaveURL(/\/equipScheduling$/)
})

test('the bar at the foot stays away while the header offers the same button', async ({page}) => {
  await page.setViewportSize(phone)
  await page.goto('/h5/lims')
  const dock = page.getByRole('complementary', {name: '快速联系'})
  await expect(page.getByRole('link', {name: '预约讲解'}).first()).toBeInViewport({ratio: 1})
  await expect(dock).not.toBeInViewport()
  await page.evaluate(() => scrollTo(0, 2000))
  await expect(dock).toBeInViewport({ratio: 0.99})
  // A visitor who tabs to the dock sees it.
  await page.evaluate(() => scrollTo(0, 0))
  await expect(dock).not.toBeInViewport()
  await dock.getByRole('link').focus()
  await expect(dock).toBeInViewport({ratio: 0.99})
  // A page without buttons has it from the start.
  await page.goto('/h5/privacy')
  await expect(dock).toBeInViewport({ratio: 0.99})
})

test('the bar at the foot calls once there is a number, covers no number, and is not on the page that it leads to', async ({
  page,
  request,
}) => {
  await page.setViewportSize(phone)
  await page.goto('/h5/about')
  const dock = page.getByRole('complementary', {name: '快速联系'})
  await expect(dock.locator('[href^="tel:"]')).toHaveCount(0)

  const phoneNumber: string = await content.fetch('*[_id == "siteSettings"][0].phone')
  const policeNumber: string = await content.fetch('*[_id == "siteSettings"][0].policeNumber')
  await publishEdit('siteSettings', {phone: '+86 000-0000 0000', policeNumber: '测公网安备 00000000000000号'})
  await expect.poll(async () => (await request.get('/h5/about')).text()).toContain('tel:+8600000000000')
  await page.reload()
  await expect(dock.getByRole('link', {name: '拨打电话'})).toHaveAttribute('href', 'tel:+8600000000000')
  const filing = page.getByRole('contentinfo').getByRole('link', {name: /公网安备/})
  await expect(filing).toHaveAttribute('href', 'https://beian.mps.gov.cn/#/query/webSearch?code=00000000000000')

  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const [bar, last] = [await dock.boundingBox(), await page.getByRole('contentinfo').boundingBox()]
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 0.5)

  for (const path of ['/h5/contact', '/h5/en/contact']) {
    await page.goto(path)
    await expect(page.getByRole('complementary', {name: /^(快速联系|Quick contact)$/})).toHaveCount(0)
  }
  await publishEdit('siteSettings', {phone: phoneNumber, policeNumber})
  await expect.poll(async () => (await request.get('/h5/about')).text()).not.toContain('tel:+8600000000000')
})

/**
 * Removes the browser's support of popovers from a page: the attributes have no effect, the selector and the methods
 * are unknown.
 */
async function disablePopovers(page: Page): Promise<void> {
  await page.route(/\/h5(\/|$)/, async (route) => {
    const type = route.request().resourceType()
    if (type !== 'document' && type !== 'stylesheet') return route.continue()
    const response = await route.fetch()
    const text = await response.text()
    const body =
      type === 'stylesheet'
        ? text.replaceAll(':popover-open', ':popover-unknown')
        : text.replaceAll(/ popover(target)?(action)?="/gi, ' data-unknown$1$2="')
    return route.fulfill({response, body})
  })
  await page.addInitScript(() => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover']) {
      Reflect.deleteProperty(HTMLElement.prototype, name)
    }
    const {setAttribute} = Element.prototype
    Element.prototype.setAttribute = function (name, value) {
      setAttribute.call(this, /^popover/i.test(name) ? `data-unknown-${name}` : name, value)
    }
  })
}

test('on a phone the last row of the footer’s groups is full, and of two columns whose links stand side by side', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await page.goto('/h5/privacy')
  const {right, last, columns} = await page.getByRole('navigation', {name: '页脚导航'}).evaluate((groups) => {
    const rightOf = (element: Element | null) => Math.round(element?.getBoundingClientRect().right ?? 0)
    const links = Array.from(groups.lastElementChild?.querySelectorAll('li') ?? [])
    const places = links.map((link) => link.getBoundingClientRect())
    const columns = Map.groupBy(places, ({left}) => Math.round(left))
    return {
      right: rightOf(groups),
      last: rightOf(groups.lastElementChild),
      columns: [...columns.values()].map((column) => column.map(({top}) => Math.round(top))),
    }
  })
  expect(last).toBe(right)
  expect(columns).toHaveLength(2)
  expect(columns[0]).toEqual(expect.arrayContaining(columns[1] ?? []))
})
