import {mkdirSync} from 'node:fs'
import {join} from 'node:path'
import {type Browser, chromium, type Page} from '@playwright/test'
import sharp, {type OverlayOptions} from 'sharp'
import {type Locale, locales} from '../lib/locales.ts'
import {readCommandLine} from './product/commandLine.ts'
import {findBrowser} from './product/findBrowser.ts'
import {root} from './product/paths.ts'
import {step} from './product/report.ts'
import {runMain} from './product/runMain.ts'

const folder = join(root, 'docs/images')
const tags = {zh: 'zh-CN', en: 'en-GB'} as const satisfies Record<Locale, string>

/** Pages in the picture of the site, side by side. */
const screens = ['/h5', '/h5/limsPages/equipScheduling', '/h5/en/lqm', '/h5/en/advpPages/establish']

const usage = 'node scripts/docsPictures.ts --studio http://localhost:3333 --site http://localhost:3000'

/**
 * Takes the pictures of the README and of `docs/marketers.md`, in both languages, from a running product with the seed.
 * Its edits stay in the draft of the page about samples and are undone.
 */
await runMain(async () => {
  const options = {
    studio: {type: 'string', default: 'http://localhost:3333'},
    site: {type: 'string', default: 'http://localhost:3000'},
  } as const
  const {values} = readCommandLine(usage, {options})
  mkdirSync(folder, {recursive: true})
  const browser = await chromium.launch({executablePath: findBrowser(), args: ['--no-sandbox']})
  await captureSite(browser, values.site)
  for (const locale of locales) await captureStudio(browser, {...values, locale})
  await browser.close()
})

/** Composes pages of the site on a phone into one picture. */
async function captureSite(browser: Browser, site: string): Promise<void> {
  const [width, height, gap] = [390, 844, 20]
  const page = await browser.newPage({viewport: {width, height}, reducedMotion: 'reduce', locale: 'zh-CN'})
  const placed: OverlayOptions[] = []
  for (const [index, path] of screens.entries()) {
    await page.goto(site + path, {waitUntil: 'networkidle'})
    placed.push({input: await page.screenshot(), left: gap + index * (width + gap), top: gap})
  }
  const size = {width: gap + screens.length * (width + gap), height: height + 2 * gap}
  await sharp({create: {...size, channels: 3, background: '#e7e7df'}})
    .composite(placed)
    .webp({quality: 82})
    .toFile(join(folder, 'site.webp'))
  await page.close()
  step('site.webp')
}

interface Subject {
  studio: string
  site: string
  locale: Locale
}

async function captureStudio(browser: Browser, {studio, site, locale}: Subject): Promise<void> {
  const page = await browser.newPage({
    viewport: {width: 1280, height: 800},
    locale: tags[locale],
    // Animated drawings show their last frame.
    reducedMotion: 'reduce',
  })
  await page.addLocatorHandler(page.getByTestId('first-visit-close'), (close) => close.click())
  const keep = async (name: string) => {
    await sharp(await page.screenshot())
      .webp({quality: 82})
      .toFile(join(folder, `studio-${name}.${locale}.webp`))
    step(`studio-${name}.${locale}.webp`)
  }
  const form = page.getByTestId('form-view')
  await page.goto(`${studio}/structure/siteMap;page-limsPages-sample`)
  await form.getByTestId('locale-complete').first().waitFor({timeout: 60_000})
  await page.getByTestId('site-map-page-limsPages-sample').waitFor()
  await keep('site-map')

  await page.getByTestId('add-block').click()
  await loaded(page)
  await keep('blocks')
  await page.keyboard.press('Escape')

  const english = form.getByTestId('field-title.en').locator('input')
  const written = await english.inputValue()
  await english.fill('')
  await form.getByTestId('copy-chinese').first().waitFor()
  await form.getByTestId('field-title').evaluate((field) => field.scrollIntoView({block: 'center'}))
  await keep('languages')
  // The Studio saves up to a second later; leaving before that would lose the text.
  const saved = page.waitForResponse((response) => Boolean(response.request().postData()?.includes(written)))
  await english.fill(written)
  await saved

  const shown = encodeURIComponent(`${site}/h5${locale === 'en' ? '/en' : ''}/lims`)
  await page.goto(`${studio}/presentation?preview=${shown}`)
  await page.frameLocator('iframe').getByRole('heading', {level: 1}).waitFor({timeout: 60_000})
  await form.getByTestId('field-title.zh').waitFor()
  await page.frameLocator('iframe').getByRole('heading', {level: 1}).hover()
  await keep('preview')
  await page.close()
}

/** Waits until all images on the screen have loaded. */
async function loaded(page: Page): Promise<void> {
  await page.getByTestId('add-flow').waitFor()
  await page.waitForFunction(() => [...document.images].every(({complete}) => complete))
}
