import {type Browser, test as plainTest} from '@playwright/test'
import {StudioPage} from './StudioPage.ts'

/** The windows that stay open, by browser and language. */
const kept = new WeakMap<Browser, Map<string, StudioPage>>()

async function keptStudio(browser: Browser, locale: string): Promise<StudioPage> {
  const windows = kept.get(browser) ?? new Map<string, StudioPage>()
  kept.set(browser, windows)
  const open = windows.get(locale)
  if (open && !open.page.isClosed()) return open
  const studio = await StudioPage.at(await browser.newPage({locale}))
  windows.set(locale, studio)
  return studio
}

/**
 * Tests of the Studio as an editor has it open all day: `studio` is a window that one test hands on to the next, without a
 * document, dialog or notice. A test of what a load does, or of what the browser keeps, opens one of its own by
 * `StudioPage.at`.
 */
export const test = plainTest.extend<{studio: StudioPage}>({
  studio: async ({browser, locale, viewport}, use, testInfo) => {
    const studio = await keptStudio(browser, locale ?? 'en-US')
    if (viewport) await studio.page.setViewportSize(viewport)
    await use(studio)
    // After a failure Playwright closes the browser.
    if (testInfo.errors.length === 0) await studio.leave()
  },
})
