import {expect, test} from '@playwright/test'
import en from '../../i18n/messages/en.json' with {type: 'json'}
import {sitePath} from '../../lib/urls.ts'
import {DemoStage, seedScenarios} from '../support/demoStage.ts'

const [lims] = seedScenarios

test('the value on the home page is traced by keyboard, without JavaScript', async ({browser, baseURL}) => {
  const context = await browser.newContext({baseURL, javaScriptEnabled: false, reducedMotion: 'reduce'})
  const page = await context.newPage()
  await page.goto(sitePath('en', '/'))
  const value = page.getByRole('checkbox', {name: /21\.82/})
  const states = page.getByRole('figure').filter({has: value}).locator('li em')
  await expect(states.last()).toHaveCSS('opacity', '0')
  await value.focus()
  await page.keyboard.press('Space')
  await expect(value).toBeChecked()
  for (const state of await states.all()) await expect(state).toHaveCSS('opacity', '1')
  await context.close()
})

for (const [locale, route] of [
  ['zh', '/'],
  ['en', '/'],
  ['zh', '/lims'],
  ['en', '/evmsPages/licence'],
] as const) {
  test(`on a phone both buttons of ${route} are on the first screen (${locale})`, async ({page}) => {
    await page.setViewportSize({width: 390, height: 844})
    await page.goto(sitePath(locale, route))
    const links = page.locator('main p:has(> a + a) > a')
    await expect(links).toHaveCount(2)
    for (const link of await links.all()) {
      const box = await link.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(48)
      // Above the contact dock.
      expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThan(780)
    }
  })
}

test('a button leads to the step of the demo that it promises', async ({page}) => {
  const demo = new DemoStage(page)
  await page.goto(sitePath('en', '/limsPages/entrust'))
  await page.getByRole('link', {name: 'Try assigning too early'}).click()
  await demo.begin()
  await demo.expectStep(lims?.steps[1]?.heading.en ?? '')
  await expect(page).toHaveURL(/\/en\/demo#lims-2$/)
})

test('a product page asks one question of its demo and answers, without JavaScript', async ({browser, baseURL}) => {
  const context = await browser.newContext({baseURL, javaScriptEnabled: false})
  const page = await context.newPage()
  await page.goto(sitePath('en', '/lims'))
  const {question, choices = []} = lims?.steps[1] ?? {}
  const group = page.getByRole('group', {name: new RegExp(question?.en.replace('?', '\\?') ?? '')})
  for (const {label, outcome, answer} of choices) {
    await group.getByRole('radio', {name: label.en}).check()
    await expect(group.locator('p:visible')).toHaveCount(1)
    await expect(group.locator('p:visible')).toContainText(en.demo[outcome])
    await expect(group.getByText(answer.en)).toBeVisible()
  }
  await expect(page.getByRole('link', {name: en.demo.carryOn})).toHaveAttribute('href', '/h5/en/demo#lims-2')
  await context.close()
})
