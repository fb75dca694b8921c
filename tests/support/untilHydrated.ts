import {expect, type Page} from '@playwright/test'

/**
 * Waits until React has taken the page's markup over. Before that a click on a link loads a new document, which on a slow
 * machine may still be so when the network is idle.
 */
export async function untilHydrated(page: Page): Promise<void> {
  const isHydrated = () =>
    page.evaluate(() => {
      const bar = document.querySelector('[data-progress]')
      return bar !== null && Object.keys(bar).some((key) => key.startsWith('__reactFiber$'))
    })
  await expect.poll(isHydrated, 'React has hydrated the page').toBe(true)
}
