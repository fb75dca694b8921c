import {expect, type Page} from '@playwright/test'

/** Waits until the site's module runs. Before that the browser follows links, without bar, notices or transition. */
export async function untilInteractive(page: Page): Promise<void> {
  await expect(page.locator('[data-progress]'), 'the site’s module runs').toBeAttached()
}
