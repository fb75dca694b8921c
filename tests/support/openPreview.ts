import type {FrameLocator} from '@playwright/test'
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
