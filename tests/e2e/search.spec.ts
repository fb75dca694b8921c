import {brotliCompressSync, constants} from 'node:zlib'
import {expect, type Page, test} from '@playwright/test'
import {searchIndexPath, withBasePath} from '../../lib/urls.ts'
import {content, publishEdit} from '../support/contentClient.ts'
import {untilSettled} from '../support/untilSettled.ts'

const dialog = (page: Page) => page.getByRole('dialog', {name: /搜索|Search/})
const field = (page: Page) => dialog(page).getByRole('textbox')
const results = (page: Page) => dialog(page).getByRole('listitem')

test('by any part of a Chinese word, on a phone; the result leads to its section', async ({page}) => {
  await page.setViewportSize({width: 390, height: 844})
  await page.goto('/h5/lims')
  await page.getByRole('banner').getByRole('link', {name: '搜索'}).click()
  await field(page).fill('室主')
  // The demo has addresses of its own.
  const result = results(page)
    .filter({has: page.locator('a[href*="#section-"]')})
    .first()
  await expect(result.locator('mark').first()).toHaveText('室主')
  await expect(dialog(page).getByRole('status')).toHaveText(/^找到 \d+\+? 处$/)
  const href = await result.getByRole('link').getAttribute('href')
  await result.getByRole('link').click()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`${href}$`))
  await expect(page.locator(`[id="${href?.split('#')[1]}"]`)).toBeInViewport()
})

test('by the beginning of an English word, with the keyboard alone', async ({page}) => {
  await page.goto('/h5/en/about')
  await page.getByRole('banner').getByRole('link', {name: 'Search'}).focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('test ord')
  await expect(results(page).first()).toContainText('Test orders')
  await page.keyboard.press('ArrowDown')
  await expect(results(page).first().getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('banner').getByRole('link', {name: 'Search'})).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toHaveValue('test ord')
  await expect(results(page).first()).toContainText('Test orders')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/h5\/en\/limsPages\/entrust$/)
})

test('a press beside the search closes it; selecting text beyond its edge, its own edge and opening results in tabs do not', async ({
  page,
}) => {
  await page.goto('/h5/en/about')
  await page.getByRole('banner').getByRole('link', {name: 'Search'}).click()
  await field(page).fill('calibration')
  await results(page).nth(1).waitFor()
  const {x = 0, y = 0, height = 0} = (await dialog(page).boundingBox()) ?? {}
  await page.mouse.move(x + 120, y + 30)
  await page.mouse.down()
  await page.mouse.move(x - 40, y + 30)
  await page.mouse.up()
  await page.mouse.click(x + 8, y + height - 6)
  for (const index of [0, 1]) {
    const link = results(page).nth(index).getByRole('link')
    const opened = page.context().waitForEvent('page')
    await link.click({modifiers: ['ControlOrMeta']})
    const tab = await opened
    // Chromium may ignore that a tab is closed while its first page replaces the empty one.
    await tab.waitForURL(await link.evaluate((element: HTMLAnchorElement) => element.href))
    await tab.close()
  }
  await expect(field(page)).toHaveValue('calibration')
  await page.mouse.click(x - 40, y + 30)
  await expect(dialog(page)).toBeHidden()
})

test('Back closes the search, and after a result leads to the page where it was opened', async ({page}) => {
  await page.goto('/h5/about')
  await page.goto('/h5/lims')
  const open = () => page.getByRole('banner').getByRole('link', {name: '搜索'}).click()
  await open()
  await expect(field(page)).toBeFocused()
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/h5\/lims$/)
  await open()
  await field(page).fill('跑道预约')
  await results(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/h5\/evmsPages\/runway$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/h5\/lims$/)
  await expect(dialog(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/h5\/about$/)
})

test('a buyer’s words lead to the page that has the answer', async ({page}) => {
  for (const [path, answers] of [
    [
      '/h5/about',
      {
        LIMS: 'lims',
        evms: 'evms',
        报价: '\\w+#section-(faq|buyerFacts)1',
        多少钱: '\\w+#section-(faq|buyerFacts)1',
        实施周期: 'maixun#section-faq1',
        私有化部署: 'maixun#section-faq1',
        ERP: 'maixun#section-faq1',
        DAQ: 'maixun#section-faq1',
        CNAS: 'limsPages/system#',
        runway: 'evmsPages/runway',
        demo: 'demo',
      },
    ],
    [
      '/h5/en/about',
      {
        lims: 'en/lims',
        pricing: 'en/\\w+#section-(faq|buyerFacts)1',
        implementation: 'en/maixun#section-faq1',
        'on-premise': 'en/maixun#section-faq1',
        samples: 'en/limsPages/sample$',
        runway: 'en/evmsPages/runway',
        license: 'en/evmsPages/engineering',
        'device management': 'en/limsPages/equipManagement',
        'test commissioning': 'en/limsPages/entrust',
      },
    ],
  ] as const) {
    await page.goto(path)
    await page.keyboard.press('Control+k')
    for (const [query, answer] of Object.entries(answers)) {
      await field(page).fill(query)
      const first = results(page).first().getByRole('link')
      await expect(first, query).toHaveAttribute('href', new RegExp(`^/h5/${answer}`))
    }
  }
})

test('from the phone’s menu, which is two screens long, with demo and search first', async ({page}) => {
  await page.setViewportSize({width: 390, height: 844})
  for (const [path, menu, search, demo] of [
    ['/h5/about', '菜单', '搜索', '演示'],
    ['/h5/en/lims', 'Menu', 'Search', 'Demo'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', {name: menu}).click()
    const sheet = page.getByRole('navigation').filter({has: page.getByRole('link', {name: search})})
    expect(await sheet.evaluate(({scrollHeight}) => scrollHeight)).toBeLessThanOrEqual(2 * 844)
    await expect(sheet.getByRole('link').nth(0)).toHaveText(demo)
    await expect(sheet.getByRole('link').nth(1)).toHaveText(search)
    await sheet.getByRole('link', {name: search}).click()
    await expect(field(page)).toBeFocused()
    await expect(sheet).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  }
})

test('by its keys while Caps Lock is on, from the open menu, which Back then does not open again', async ({page}) => {
  await page.setViewportSize({width: 390, height: 844})
  await page.goto('/h5/en/about')
  await page.getByRole('button', {name: 'Menu'}).click()
  const menu = page.getByRole('navigation', {name: 'Main navigation'})
  await expect(menu).toBeVisible()
  await page.keyboard.press('Control+K')
  await expect(menu).toBeHidden()
  await field(page).fill('calibration')
  await expect(results(page).first()).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(/\/h5\/en\/about$/)
})

test('loads nothing before it is opened, and then 30 kB at most', async ({page, request}) => {
  const loaded: string[] = []
  page.on('request', (sent) => loaded.push(sent.url()))
  for (const [path, locale] of [
    ['/h5/lims', 'zh'],
    ['/h5/en/lims', 'en'],
  ] as const) {
    loaded.length = 0
    await page.goto(path, {waitUntil: 'networkidle'})
    const module = await page.locator('a[data-search]').first().getAttribute('data-search')
    const index = withBasePath(searchIndexPath(locale))
    expect(loaded.filter((url) => url.endsWith(`${module}`) || url.endsWith(index))).toEqual([])
    await page.keyboard.press('Control+k')
    await field(page).fill('LIMS')
    await expect(results(page).first()).toBeVisible()
    expect(loaded.some((url) => url.endsWith(index))).toBe(true)
    const bodies = await Promise.all([`${module}`, index].map(async (url) => (await request.get(url)).body()))
    // As the server compresses what it makes itself.
    const sizes = bodies.map((body) => brotliCompressSync(body, {params: {[constants.BROTLI_PARAM_QUALITY]: 6}}).length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(30_000)
  }
})

test('finds a new word soon after it is published, and no draft', async ({page, request}) => {
  await untilSettled(request)
  const titled = (text: string) => ({title: {_type: 'localeString', zh: `${text}：一`, en: `${text}: one`}})
  const published = await content.fetch('*[_id == "page-odoo"][0]')
  const java = await content.fetch('*[_id == "page-java"][0]')
  await content.createOrReplace({...java, ...titled('zymurgical'), _id: 'drafts.page-java'})
  try {
    await publishEdit('page-odoo', titled('quixotism'))
    const index = async () => (await request.get('/h5/payloads/search/zh.json')).text()
    await expect.poll(index).toContain('quixotism')
    expect(await index()).not.toContain('zymurgical')
    await page.goto('/h5/about')
    await page.keyboard.press('Control+k')
    await field(page).fill('quixo')
    await expect(results(page)).toHaveCount(1)
    await field(page).fill('zymur')
    await expect(dialog(page).getByRole('status')).toContainText('没有找到')
  } finally {
    await content.delete('drafts.page-java')
    await publishEdit('page-odoo', {title: published.title})
    await untilSettled(request)
  }
})

test('says that it needs a connection, and goes on when there is one', async ({page, context}) => {
  await page.goto('/h5/about')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await page.keyboard.press('Control+k')
  await expect(dialog(page).getByRole('status')).toHaveText('网络已断开，联网之后才能搜索。')
  await context.setOffline(false)
  await dialog(page).getByRole('button', {name: '重试'}).click()
  await field(page).fill('委托')
  await expect(results(page).first()).toBeVisible()
})

test('opens again as soon as it is closed', async ({page}) => {
  await page.goto('/h5/about')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await dialog(page).evaluate((dialog: HTMLDialogElement) => {
    dialog.close()
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', {key: 'k', ctrlKey: true, bubbles: true, cancelable: true}),
    )
  })
  await expect(field(page)).toBeFocused()
  await expect(page.locator('dialog.search')).toHaveCount(1)
})

test.describe('without JavaScript', () => {
  test.use({javaScriptEnabled: false})

  test('the link leads to the site map', async ({page}) => {
    await page.goto('/h5/about')
    await page.getByRole('banner').getByRole('link', {name: '搜索'}).click()
    await expect(page.getByRole('navigation', {name: '页脚导航'})).toBeInViewport()
  })

  test('the open menu of a phone, which would cover it, has no such link', async ({page}) => {
    await page.setViewportSize({width: 390, height: 844})
    await page.goto('/h5/about')
    await page.getByRole('button', {name: '菜单'}).click()
    const menu = page.getByRole('navigation', {name: '主导航'})
    await expect(menu.getByRole('link').first()).toBeVisible()
    await expect(menu.getByRole('link', {name: '搜索'})).toHaveCount(0)
  })
})
