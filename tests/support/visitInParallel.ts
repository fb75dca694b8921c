import type {Browser, BrowserContextOptions, Page} from '@playwright/test'

interface Visits<Item> {
  browser: Browser
  options: BrowserContextOptions
  items: readonly Item[]
  visit: (page: Page, item: Item) => Promise<void>
  /** Runs before a context's first visit. */
  prepare?: (page: Page) => Promise<unknown>
  contexts?: number
}

/** Visits pages in a few browser contexts in parallel; each keeps one page and its cache. */
export async function visitInParallel<Item>({
  browser,
  options,
  items,
  visit,
  prepare,
  contexts = 3,
}: Visits<Item>): Promise<void> {
  const waiting = [...items]
  const work = async () => {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    await prepare?.(page)
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await visit(page, item)
    await context.close()
  }
  await Promise.all(Array.from({length: contexts}, work))
}
