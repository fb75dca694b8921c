import {expect, test} from '@playwright/test'
import en from '../../i18n/messages/en.json' with {type: 'json'}
import zh from '../../i18n/messages/zh.json' with {type: 'json'}
import {onlineNoticeDuration} from '../../lib/constants.ts'
import {untilInteractive} from '../support/untilInteractive.ts'

for (const [path, {notices}] of [
  ['/h5/about', zh],
  ['/h5/en/about', en],
] as const) {
  test(`${path} tells the visitor that the connection is lost, and that it is back`, async ({page, context}) => {
    await page.clock.install()
    await page.goto(path, {waitUntil: 'networkidle'})
    await untilInteractive(page)
    // The second notice goes by itself, and a slow machine might look too late.
    await page.clock.pauseAt(Date.now() + 60_000)
    const region = page.getByRole('status')
    await context.setOffline(true)
    await expect(region.getByText(notices.offline)).toBeVisible()
    await context.setOffline(false)
    await expect(region.getByText(notices.online)).toBeVisible()
    await expect(region.getByText(notices.offline)).toBeHidden()
    await page.clock.runFor(onlineNoticeDuration)
    await expect(region.getByText(notices.online)).toBeHidden()
  })
}
