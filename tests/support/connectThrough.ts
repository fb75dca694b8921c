import type {Page} from '@playwright/test'

/** A browser whose connection is like this; on a data-saver the site fetches nothing ahead. */
export async function connectThrough(page: Page, connection: {saveData?: boolean; effectiveType?: string}) {
  await page.addInitScript((given) => {
    Object.defineProperty(Navigator.prototype, 'connection', {
      configurable: true,
      get: () => Object.assign(new EventTarget(), {saveData: false, effectiveType: '4g', ...given}),
    })
  }, connection)
}
