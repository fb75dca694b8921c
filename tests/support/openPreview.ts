import {expect, type FrameLocator, type Locator} from '@playwright/test'
import type {StudioPage} from './StudioPage.ts'
import {testProduct} from './testProduct.ts'

/** Opens the Studio's preview at a path of the site, as of a release or with all drafts, and waits for the page. */
export async function openPreview(studio: StudioPage, path: string, release?: string): Promise<FrameLocator> {
  const {page} = studio
  const shown = encodeURIComponent(`${testProduct.siteUrl}${path}`)
  await studio.goTo(`${testProduct.studioUrl}/presentation?preview=${shown}${release ? `&perspective=${release}` : ''}`)
  const preview = page.frameLocator('iframe')
  await preview.getByRole('heading', {level: 1}).waitFor()
  return preview
}

/**
 * Clicks on something in the preview until that has led where it should, as an editor does: the page may be shown before a
 * click on it leads anywhere. `leads` rejects, after a few seconds, as long as it has not.
 */
export async function clickInPreview(target: Locator, leads: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await target.page().mouse.move(0, 0)
    // On a phone the form takes the place of the page.
    if (await target.isVisible()) await target.click({timeout: 5000, force: true})
    await leads()
  }).toPass()
}
