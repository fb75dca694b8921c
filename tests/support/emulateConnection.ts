import type {Page} from '@playwright/test'

/** Emulates `navigator.connection`. With `saveData` the site prefetches nothing. */
export async function emulateConnection(page: Page, connection: {saveData?: boolean; effectiveType?: string}) {
  await page.addInitScript((given) => {
    Object.defineProperty(Navigator.prototype, 'connection', {
      configurable: true,
      get: () => Object.assign(new EventTarget(), {saveData: false, effectiveType: '4g', ...given}),
    })
  }, connection)
}
