import {type Browser, type BrowserContext, chromium, expect, type Page, test} from '@playwright/test'
import fc from 'fast-check'
import {findBrowser} from '../../scripts/product/findBrowser.ts'
import {content} from '../support/contentClient.ts'
import {discardDraft} from '../support/discardDraft.ts'
import {killLake} from '../support/lakeProcess.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {testProduct} from '../support/testProduct.ts'

test.use({viewport: {width: 1440, height: 900}})

const factor = Number(process.env.FUZZ_FACTOR || 1)
/** Fixed in `npm test`, random in long runs. */
const seed = Number(process.env.FUZZ_SEED || (factor > 1 ? Date.now() % 100_000 : 1))

/** Fields to type into: document, path of the field, and path of its text in the document. */
const fields = {
  'a Chinese title': {id: 'page-odoo', type: 'page', path: 'title.zh', query: 'title.zh'},
  'an English title': {id: 'page-net', type: 'page', path: 'title.en', query: 'title.en'},
  'a heading in a block’s dialog': {
    id: 'page-about',
    type: 'page',
    path: 'blocks[_key=="prose1"].heading.zh',
    query: 'blocks[_key=="prose1"][0].heading.zh',
  },
  'running text': {
    id: 'page-about',
    type: 'page',
    path: 'blocks[_key=="prose1"].body.zh',
    query: 'pt::text(blocks[_key=="prose1"][0].body.zh)',
  },
  'a figure': {id: 'claim-favourableRate', type: 'claim', path: 'figure', query: 'string(figure)'},
}
type Field = (typeof fields)[keyof typeof fields]

/** Running text reports what was typed late, and has a test of its own; only long runs leave it in every way. */
const sampled = Object.values(fields).filter((field) => factor > 1 || field !== fields['running text'])

/** Every way to leave or disconnect the Studio right after the last key. */
const departures: Record<string, (page: Page, context: BrowserContext) => Promise<unknown>> = {
  'the tab is closed': (page) => page.close({runBeforeUnload: true}),
  'the tab is gone without a question': (page) => page.close(),
  'the page is reloaded': (page) => page.reload(),
  'another site is opened': (page) => page.goto('about:blank'),
  'another part of the Studio is opened': (page) => page.locator('a[href$="/vision"]').first().click(),
  'the lake is killed': async () => killLake(),
  'the network is away for a while': async (page, context) => {
    await context.setOffline(true)
    await page.waitForTimeout(1500)
    await context.setOffline(false)
  },
}

const textIn = async ({id, query}: Field) =>
  content.fetch<string | null>(`coalesce(*[_id == $draft][0], *[_id == $id][0]){"text": ${query}}.text`, {
    id,
    draft: `drafts.${id}`,
  })

async function openField(page: Page, {id, type, path}: Field) {
  const studio = await StudioPage.at(page)
  await studio.visit(`${testProduct.studioUrl}/intent/edit/id=${id};type=${type};path=${encodeURIComponent(path)}/`)
  await expect(studio.form.first()).toBeVisible()
  const field = page.getByTestId(`field-${path}`).last()
  const input = field.locator('input, textarea, [contenteditable=true]').first()
  await input.click()
  // A click may only activate the editor of running text, which then takes the focus by itself.
  await expect(input).toBeFocused()
  // In running text the letters go where the click was: the editor of Portable Text reads a caret that keys have moved
  // some time later, and what is typed meanwhile stands in two places.
  if (path !== fields['running text'].path) await page.keyboard.press('End')
  return input
}

async function typeAndLeave(context: BrowserContext, field: Field, depart: string, pause: number): Promise<void> {
  await discardDraft(field.id)
  const page = await context.newPage()
  let asked = false
  page.on('dialog', (dialog) => {
    asked = true
    void dialog.accept().catch(() => {})
  })
  const input = await openField(page, field)
  const before = await textIn(field)
  const letters = field.path === 'figure' ? '123456' : 'abcdef'
  await page.keyboard.type(letters, {delay: 20})
  // Letters typed in another place are not lost: a marketer sees them.
  const shown = () =>
    input.evaluate((element) =>
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? element.value
        : element.textContent,
    )
  await expect.poll(async () => withoutMarks(await shown()), 'the form holds what was typed').toContain(letters)
  if (pause > 0) await page.waitForTimeout(pause)
  await departures[depart]?.(page, context)
  const what = `${letters} typed in ${field.path}, ${pause} ms before ${depart}, seed ${seed}`
  // The confirmation may appear a moment later.
  const isKept = async () => asked || withoutMarks((await textIn(field).catch(() => '')) ?? '').includes(letters)
  await expect.poll(isKept, {message: what}).toBe(true)
  expect(withoutMarks(before ?? '')).not.toContain(letters)
  if (!page.isClosed()) await page.close()
  await expect.poll(() => discardDraft(field.id).then(() => 'discarded', String)).toBe('discarded')
}

const withoutMarks = (text: string) => text.replaceAll(/[\u200b-\u200d\ufeff]/g, '')

const sample = <Value>(arbitrary: fc.Arbitrary<Value>, index: number): Value => {
  const [value] = fc.sample(arbitrary, {numRuns: 1, seed: seed + index})
  if (value === undefined) throw new Error('fast-check made no sample')
  return value
}

for (const [index, depart] of Object.keys(departures).entries()) {
  test(`letters typed a moment before ${depart} are in the draft, or the Studio asks`, {
    tag: index === 0 ? [] : '@long',
  }, async ({context}) => {
    test.setTimeout(600_000 * factor)
    for (let round = 0; round < factor; round++) {
      const number = index + round * 100
      const field = sample(fc.constantFrom(...sampled), number)
      await typeAndLeave(context, field, depart, sample(fc.integer({min: 0, max: 1000}), number))
    }
  })
}

test('running text typed just before the tab is gone is in the draft', {tag: '@long'}, async ({context}) => {
  await typeAndLeave(context, fields['running text'], 'the tab is gone without a question', 0)
})

test('a browser that is killed loses no more than its last half second', {tag: '@long'}, async () => {
  const field = fields['a Chinese title']
  await discardDraft(field.id)
  const server = await chromium.launchServer({executablePath: findBrowser(), args: ['--no-sandbox']})
  const browser: Browser = await chromium.connect(server.wsEndpoint())
  const page = await browser.newPage({viewport: {width: 1440, height: 900}})
  await openField(page, field)
  await page.keyboard.type('abcdef', {delay: 20})
  // Half a second of the page's own time: a slow machine may not have given it any yet.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
  server.process().kill('SIGKILL')
  await expect.poll(() => textIn(field)).toContain('abcdef')
  await discardDraft(field.id)
})

test.describe('in Chinese', () => {
  test.use({locale: 'zh-CN'})

  test('while the lake is away the form stays open and says so until all is saved', async ({page, context}) => {
    await discardDraft('page-java')
    const input = await openField(page, {...fields['a Chinese title'], id: 'page-java'})
    await context.setOffline(true)
    await page.keyboard.type('abc', {delay: 20})
    const notice = page.getByTestId('lake-away')
    await expect(notice).toContainText('连不上内容库')
    await page.keyboard.type('def', {delay: 20})
    await expect(input).toHaveValue(/abcdef$/)
    await context.setOffline(false)
    await expect(notice).toHaveCount(0)
    await expect.poll(() => content.fetch<string>('*[_id == "drafts.page-java"][0].title.zh')).toMatch(/abcdef$/)
    await discardDraft('page-java')
  })
})

test('a part of the Studio that is first opened while the network is away opens once it is back, with what was typed', async ({
  context,
}) => {
  await discardDraft('page-java')
  const page = await context.newPage()
  const studio = await StudioPage.at(page)
  await openField(page, {...fields['a Chinese title'], id: 'page-java'})
  await context.setOffline(true)
  await page.keyboard.type('abcdef', {delay: 20})
  await expect(page.getByTestId('lake-away')).toContainText('The content cannot be reached')
  // Its code has not been loaded yet.
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/static/'))
  // By the keyboard, as the notice is above the tools.
  await page.locator('a[href$="/releases"]').first().press('Enter')
  await failed
  await context.setOffline(false)
  await expect(page.getByTestId('lake-away')).toHaveCount(0)
  await expect(page.getByRole('button', {name: 'New release'}).first()).toBeVisible()
  await expect.poll(() => content.fetch<string>('*[_id == "drafts.page-java"][0].title.zh')).toMatch(/abcdef$/)
  await studio.open('page-java', 'page')
  await expect(studio.input('title.zh')).toHaveValue(/abcdef$/)
  await discardDraft('page-java')
})
