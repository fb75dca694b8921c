import {expect, test} from '@playwright/test'
import {Key, type WebDriver, type WebElement} from 'selenium-webdriver'
import sharp from 'sharp'
import en from '../../i18n/messages/en.json' with {type: 'json'}
import zh from '../../i18n/messages/zh.json' with {type: 'json'}
import {locales} from '../../lib/locales.ts'
import {sitePath} from '../../lib/urls.ts'
import {seedScenarios} from '../support/demoStage.ts'
import {startWebKit} from '../support/startWebKit.ts'
import {testProduct} from '../support/testProduct.ts'

const phone = [390, 844] as const
const desk = [1440, 900] as const
const messages = {zh, en}

/** A window of WebKit and what the walks below do in it. */
class Window {
  readonly driver: WebDriver

  constructor(driver: WebDriver) {
    this.driver = driver
  }

  /** Opens a page, and waits until the site's module runs. */
  async open(path: string): Promise<void> {
    await this.driver.get(new URL(path, testProduct.siteUrl).href)
    await expect
      .poll(() => this.run('document.querySelectorAll("[data-progress]").length'), 'the site’s module runs')
      .toBe(1)
  }

  /** Returns the first visible element with this text, once there is one. */
  async first(css: string, text = ''): Promise<WebElement> {
    const found = () =>
      this.run<WebElement | null>(
        '[...document.querySelectorAll(arguments[0])].find((element) => element.getClientRects().length > 0 && element.textContent.includes(arguments[1]))',
        css,
        text,
      )
    let element: WebElement | null = null
    await expect(async () => {
      element = await found()
      expect(element, `${css} ${text} is there`).not.toBeNull()
    }).toPass()
    if (!element) throw new Error(`${css} ${text} is not there`)
    return element
  }

  /** Scrolls to the first visible element and clicks it, once it keeps still. */
  async click(css: string, text?: string): Promise<void> {
    await expect(async () => {
      const element = await this.first(css, text)
      await this.driver.executeScript('arguments[0].scrollIntoView({block: "center", behavior: "instant"})', element)
      await element.click()
    }).toPass()
  }

  isShown(css: string): Promise<boolean> {
    return this.run(
      '[...document.querySelectorAll(arguments[0])].some((element) => element.getClientRects().length > 0)',
      css,
    )
  }

  /** Waits until the page of this path is in place, with its heading in view. */
  async expectPage(path: string): Promise<void> {
    await expect.poll(async () => new URL(await this.driver.getCurrentUrl()).pathname).toBe(path)
    await expect
      .poll(() => this.run<string>('document.querySelector("link[rel=canonical]")?.href'))
      .toMatch(new RegExp(`${path}$`))
  }

  /** Evaluates an expression in the page. */
  run<Result>(expression: string, ...values: string[]): Promise<Result> {
    return this.driver.executeScript<Result>(`return ${expression}`, ...values)
  }

  scroll(): Promise<number> {
    return this.run<number>('Math.round(scrollY)')
  }
}

test.describe('in WebKit, the engine of Safari', {tag: '@long'}, () => {
  test.skip(process.platform !== 'linux', 'its driver is one of WebKitGTK, which runs on Linux')

  let webKit: Awaited<ReturnType<typeof startWebKit>> | undefined
  let opened: WebDriver | undefined

  test.beforeAll(async () => {
    webKit = await startWebKit()
  })

  test.afterEach(async () => {
    await opened?.quit()
    opened = undefined
  })

  test.afterAll(() => webKit?.stop())

  async function openWindow([width, height]: readonly [number, number], features?: readonly string[]): Promise<Window> {
    opened = await webKit?.open(width, height, features)
    if (!opened) throw new Error('WebKit does not run')
    return new Window(opened)
  }

  test('pages fit a phone in both languages, and a desk', async () => {
    for (const {size, shown} of [
      {size: phone, shown: locales},
      {size: desk, shown: ['zh'] as const},
    ]) {
      const window = await openWindow(size)
      for (const locale of shown) {
        for (const route of ['/', '/lims', '/limsPages/entrust', '/demo', '/contact'] as const) {
          await window.open(sitePath(locale, route))
          const widths = await window.run('[document.documentElement.scrollWidth, innerWidth]')
          expect(widths, `${locale} ${route}`).toEqual([size[0], size[0]])
          await window.first('h1')
        }
        await window.open(`${sitePath(locale, '/')}/nothing`)
        await window.first('h1', messages[locale].notFound.title)
        await window.click('main a', messages[locale].notFound.backHome)
        await window.expectPage(sitePath(locale, '/'))
      }
      await window.driver.quit()
      opened = undefined
    }
  })

  test('the ruler above a section has a tick every 8 pixels', async () => {
    const window = await openWindow(desk)
    // It stands within the first screen there: WebKit paints some time after it has scrolled.
    await window.open('/h5/contact')
    const [left, top, width] = await window.run<[number, number, number]>(
      '(({x, y, width}) => [Math.round(x), Math.round(y), Math.floor(width)])(document.querySelector("main section").getBoundingClientRect())',
    )
    // Below the section's own line.
    const picture = sharp(Buffer.from(await window.driver.takeScreenshot(), 'base64'))
    const row = await picture
      .extract({left, top: top + 3, width, height: 1})
      .greyscale()
      .raw()
      .toBuffer()
    const ticks = [...row.keys()].filter((x) => (row[x] ?? 255) < 200)
    expect(ticks).toEqual(Array.from({length: Math.ceil(width / 8)}, (_, tick) => tick * 8))
  })

  for (const {title, features} of [
    {title: 'without the Navigation API, as before Safari 26.2', features: []},
    {title: 'with the Navigation API', features: ['NavigationAPI']},
  ]) {
    test(`links, Back with its place, menu, search and language, ${title}`, async () => {
      const window = await openWindow(phone, features)
      await window.open('/h5/about')
      await window.open('/h5/lims')
      await window.run('window.sameDocument = true')
      await window.click('main a[href$="/limsPages/entrust"]')
      await window.expectPage('/h5/limsPages/entrust')
      const swapped = features.length > 0
      expect(await window.run('Boolean(window.sameDocument)')).toBe(swapped)
      expect(await window.scroll()).toBe(0)
      if (swapped) await expect.poll(() => window.run('document.activeElement.tagName')).toBe('H1')
      await window.driver.navigate().back()
      await window.expectPage('/h5/lims')
      await expect.poll(() => window.scroll()).toBeGreaterThan(200)

      // Back closes the open menu, and a link in it leads on.
      await window.open('/h5/lims')
      await window.click('[data-bar] button', zh.site.menu)
      await expect.poll(() => window.isShown('#site-menu')).toBe(true)
      await window.driver.navigate().back()
      await expect.poll(() => window.isShown('#site-menu')).toBe(false)
      await window.expectPage('/h5/lims')
      await window.click('[data-bar] button', zh.site.menu)
      await window.click('#site-menu a[href="/h5/evms"]')
      await window.expectPage('/h5/evms')
      await window.driver.navigate().back()
      await window.expectPage('/h5/lims')

      await window.click('[data-bar] a[data-search]')
      await (await window.first('dialog input')).sendKeys('室主')
      await window.click('dialog li a')
      await expect.poll(() => window.isShown('dialog')).toBe(false)

      await window.open('/h5/lims')
      await window.click('a[hreflang="en"]')
      await window.expectPage('/h5/en/lims')
      expect(await window.run('document.documentElement.lang')).toBe('en')
      expect(await window.run('document.cookie')).toContain('lang=en')
    })
  }

  test('the form says what is wrong, then is received', async () => {
    const window = await openWindow(phone)
    await window.open('/h5/en/contact')
    await window.click('#enquiry button[type="submit"]')
    await window.first('#enquiry-summary a')
    await (await window.first('#enquiry-name')).sendKeys('Wilhelmine Webkit')
    await (await window.first('#enquiry-phone')).sendKeys('010-6552 9988')
    await window.click('label[for="enquiry-consent"]')
    await window.click('#enquiry button[type="submit"]')
    await window.first('#received')
    await expect.poll(() => window.isShown('#enquiry button[type="submit"]')).toBe(false)
  })

  test('the demo is walked to its end', async () => {
    const window = await openWindow(phone)
    await window.open('/h5/en/demo')
    const steps = seedScenarios[0]?.steps ?? []
    for (const [index, {heading, choices}] of steps.entries()) {
      await window.first('h2', heading.en)
      const accepted = choices?.find(({outcome}) => outcome === 'accepted')
      if (accepted) await window.click('figure button', accepted.label.en)
      if (index < steps.length - 1) await window.click('a', en.demo.next)
    }
    await window.first('#demo-recap')
    await window.driver.actions().sendKeys(Key.HOME).perform()
    await window.first('h2', steps[0]?.heading.en)
  })
})
