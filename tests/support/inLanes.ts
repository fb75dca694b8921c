import type {Browser, BrowserContextOptions, Page} from '@playwright/test'

interface Lanes<Item> {
  browser: Browser
  options: BrowserContextOptions
  items: readonly Item[]
  visit: (page: Page, item: Item) => Promise<void>
  /** Before a lane's first visit. */
  prepare?: (page: Page) => Promise<unknown>
  lanes?: number
}

/** Visits many pages in a few browser contexts at once; each context keeps one page and its cache. */
export async function inLanes<Item>({browser, options, items, visit, prepare, lanes = 3}: Lanes<Item>): Promise<void> {
  const waiting = [...items]
  const work = async () => {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    await prepare?.(page)
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await visit(page, item)
    await context.close()
  }
  await Promise.all(Array.from({length: lanes}, work))
}
