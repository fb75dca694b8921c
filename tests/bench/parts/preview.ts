import {setTimeout} from 'node:timers/promises'
import {expect} from '@playwright/test'
import {discardDraft} from '../../support/discardDraft.ts'
import {openPreview} from '../../support/openPreview.ts'
import {StudioPage} from '../../support/StudioPage.ts'
import type {Part} from '../bench.ts'
import {median, percentile} from '../figures.ts'
import {withBrowser} from '../withBrowser.ts'

const edits = 30
/** The Studio commits at most once a second: without a moment of thought its wait would be measured as well. */
const pause = 1500

/** How long a keystroke takes to the preview: types into a title, again and again. */
export const measurePreview: Part = () =>
  withBrowser(async (browser) => {
    const page = await browser.newPage({viewport: {width: 1440, height: 900}})
    const preview = await openPreview(await StudioPage.at(page), '/h5/net')
    const heading = preview.getByRole('heading', {level: 1})
    const input = page.getByTestId('field-title.zh').locator('input')
    await expect(input).toBeVisible({timeout: 30_000})
    await input.click()
    const times: number[] = []
    for (let edit = 0; edit <= edits; edit++) {
      const letter = String.fromCodePoint(0x4e00 + edit)
      await page.keyboard.press('End')
      await setTimeout(pause)
      const begun = performance.now()
      await page.keyboard.type(letter)
      await heading.filter({hasText: letter}).waitFor()
      // The first finds routes and connections cold; an editor's next does not.
      if (edit > 0) times.push(performance.now() - begun)
    }
    await discardDraft('page-net')
    const row = (what: string, value: number) => ({
      part: 'preview',
      what: `keystroke to page, ${what}`,
      value,
      unit: 'ms',
    })
    return [row('median', median(times)), row('p90', percentile(times, 0.9)), row('longest', percentile(times, 1))]
  })
