import {expect, type Page} from '@playwright/test'

/**
 * Waits until a page that was opened by its address is hydrated, so that its links are the router's: a quiet network
 * does not say so. The router then marks the history's entry.
 */
export async function untilHydrated(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.__NA))).toBe(true)
}
