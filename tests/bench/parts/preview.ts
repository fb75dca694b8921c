import {setTimeout} from 'node:timers/promises'
import {type Browser, expect, type Locator, type Page} from '@playwright/test'
import {discardDraft} from '../../support/discardDraft.ts'
import {openPreview} from '../../support/openPreview.ts'
import {StudioPage} from '../../support/StudioPage.ts'
import type {Part} from '../bench.ts'
import {median, percentile} from '../figures.ts'
import type {Row} from '../rows.ts'
import {withBrowser} from '../withBrowser.ts'

const edits = 30
/** The Studio commits at most once a second: without a moment of thought its wait would be measured as well. */
const pause = 1500

declare global {
  interface Window {
    /** When the Studio last sent the page a typed text, in milliseconds since 1970. */
    typedTextAt?: number
    /** When the page shows the text that is awaited. */
    shownAt?: Promise<number>
    /** When the page had its heading. */
    headingAt?: number
  }
}

/** How many times the preview is opened in a new browser profile. */
const openings = 5

/** How long the preview takes to open, and a keystroke to get there, in a title and in formatted text. */
export const measurePreview: Part = () =>
  withBrowser(async (browser) => {
    const cold: number[] = []
    for (let opening = 0; opening < openings; opening++) cold.push(await openCold(browser))
    const page = await browser.newPage({viewport: {width: 1440, height: 900}})
    await page.addInitScript(noteTypedTexts)
    const preview = await openPreview(await StudioPage.at(page), '/h5/java')
    const shown = preview.locator('main')
    const title = page.getByTestId('field-title.zh').locator('input')
    await expect(title).toBeVisible({timeout: 30_000})
    await title.click()
    const titles = await typeInto(page, shown, 0x9e00)

    await preview.locator('p', {hasText: '总是一起变的两件事'}).click()
    const body = page.getByTestId('field-blocks[_key=="prose1"].body.zh').last()
    const editor = body.locator('[contenteditable=true]').first()
    await editor.locator('> *').last().click()
    await expect(editor).toBeFocused()
    const formatted = await typeInto(page, shown, 0x9f00)
    await discardDraft('page-java')
    const opened = {part: 'preview', what: 'opened cold, its heading there, median', value: median(cold), unit: 'ms'}
    return [{...opened, aim: {atMost: 2500}}, ...rowsOf('title', titles), ...rowsOf('formatted text', formatted)]
  })

/** Opens the Studio's preview with an empty cache. Returns the time until the page in it has its heading, in milliseconds. */
async function openCold(browser: Browser): Promise<number> {
  const context = await browser.newContext({viewport: {width: 1440, height: 900}})
  const page = await context.newPage()
  await page.addInitScript(noteHeading)
  const studio = await StudioPage.at(page)
  const begun = Date.now()
  const preview = await openPreview(studio, '/h5/java')
  const at = await preview.locator('html').evaluate(() => window.headingAt)
  await context.close()
  return (at ?? Number.POSITIVE_INFINITY) - begun
}

/** Runs in each window: notes when it has a heading. */
function noteHeading() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main h1')) return
    observer.disconnect()
    window.headingAt = performance.timeOrigin + performance.now()
  })
  observer.observe(document, {childList: true, subtree: true})
}

/** Runs in each window: notes when the Studio has sent a typed text. */
function noteTypedTexts() {
  const note = ({data}: MessageEvent<{type?: unknown}>) => {
    if (data?.type === 'site/text') window.typedTextAt = performance.timeOrigin + performance.now()
  }
  window.addEventListener('message', note, true)
}

/** Times of keystrokes until the page shows them, from the key and from the Studio's message, in milliseconds. */
async function typeInto(page: Page, shown: Locator, firstLetter: number) {
  const times = {fromKey: [] as number[], fromMessage: [] as number[]}
  for (let edit = 0; edit <= edits; edit++) {
    const letter = String.fromCodePoint(firstLetter + edit)
    await page.keyboard.press('End')
    await setTimeout(pause)
    // In the page: Playwright looks at growing intervals, up to half a second.
    await shown.evaluate(awaitText, letter)
    const begun = Date.now()
    await page.keyboard.type(letter)
    const {at = begun, sent = begun} = await shown.evaluate(async () => ({
      at: await window.shownAt,
      sent: window.typedTextAt,
    }))
    // The first finds routes and connections cold; an editor's next does not.
    if (edit === 0) continue
    times.fromKey.push(at - begun)
    times.fromMessage.push(at - sent)
  }
  return times
}

/** Runs in the page: notes when an element shows a text that it does not show yet. */
function awaitText(element: Element, text: string): void {
  window.shownAt = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!element.textContent?.includes(text)) return
      observer.disconnect()
      resolve(performance.timeOrigin + performance.now())
    })
    observer.observe(element, {childList: true, characterData: true, subtree: true})
  })
}

function rowsOf(field: string, {fromKey, fromMessage}: {fromKey: number[]; fromMessage: number[]}): Row[] {
  const row = (what: string, value: number) => ({part: 'preview', what: `${field}, ${what}`, value, unit: 'ms'})
  return [
    row('key to page, median', median(fromKey)),
    row('key to page, p90', percentile(fromKey, 0.9)),
    row('key to page, longest', percentile(fromKey, 1)),
    {...row('sent by the Studio to page, p90', percentile(fromMessage, 0.9)), aim: {atMost: 150}},
  ]
}
