import {expect, type Page, test} from '@playwright/test'
import {content} from '../support/contentClient.ts'
import {openPreview} from '../support/openPreview.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {testProduct} from '../support/testProduct.ts'

const drafts = '*[_type == "scenario" && title.en == "The order of the wizard"]'

interface Created {
  _id: string
  product: {_ref: string}
  anchor: string
  steps: {heading: {zh: string; en: string}; picture: {_type: string; kind?: string}[]; choices?: unknown[]}[]
}

/** Presses on the way, which a marketer has to make besides typing. */
function counted(page: Page) {
  let count = 0
  const press = async (name: string | RegExp, role: 'button' | 'link' = 'button', nth = 0) => {
    await page.getByRole(role, {name, exact: true}).nth(nth).click()
    count += 1
  }
  return {press, count: () => count}
}

test.afterEach(async () => {
  await content.delete({query: drafts})
})

for (const viewport of [
  {width: 1440, height: 900},
  {width: 390, height: 844},
]) {
  test(`a scenario of three steps is made from nothing in twelve presses at most, at ${viewport.width} px`, {
    tag: viewport.width === 1440 ? [] : '@long',
  }, async ({page}) => {
    await page.setViewportSize(viewport)
    const studio = await StudioPage.at(page)
    await studio.visit(`${testProduct.studioUrl}/intent/create/type=scenario/`)
    const wizard = page.getByTestId('scenario-wizard')
    await expect(wizard).toBeVisible()
    const {press, count} = counted(page)
    await press('LQM')
    await wizard.getByRole('textbox', {name: 'Title · English'}).fill('The order of the wizard')
    await wizard.getByRole('textbox', {name: 'Title · 中文'}).fill('向导里的委托')
    for (const [index, name] of ['Register', 'Assign', 'Issue'].entries()) {
      const step = wizard.getByRole('region', {name: `Step ${index + 1}`})
      await step.getByRole('textbox', {name: 'Name · English'}).fill(name)
    }
    await press('Board', 'button', 1)
    await press('Let visitors choose', 'button', 1)
    await wizard.getByRole('textbox', {name: 'Answer if refused · English'}).fill('Not authorised for it.')
    expect(await wizard.textContent()).not.toContain('|')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await press('Create the scenario')
    // Two more lead here: the list of scenarios, and its button for a new one.
    expect(count() + 2).toBeLessThanOrEqual(12)

    await expect(studio.input('title.en')).toHaveValue('The order of the wizard')
    await expect.poll(() => content.fetch<number>(`count(${drafts})`)).toBe(1)
    const [created] = await content.fetch<Created[]>(drafts)
    expect(created).toMatchObject({
      product: {_ref: 'product-lqm'},
      // The first that is free: deleted scenarios keep theirs.
      anchor: expect.stringMatching(/^lqm[2-9]$/),
      steps: [
        {heading: {zh: '【示例】第 1 步做什么', en: 'Register'}, picture: [{kind: 'form'}]},
        {heading: {en: 'Assign'}, picture: [{kind: 'board'}], choices: [{}, {answer: {en: 'Not authorised for it.'}}]},
        {heading: {en: 'Issue'}, picture: [{kind: 'certificate'}]},
      ],
    })
    await studio.publishButton.click()
    const refused = page.getByTestId('publish-refuse')
    await expect(refused).toContainText('This is sample text: replace it.')
    await expect(
      refused.getByRole('listitem').filter({hasText: 'Go there', hasNotText: 'This is sample text'}),
    ).toHaveCount(0)
    await page.getByRole('button', {name: 'Back', exact: true}).click()

    const preview = await openPreview(studio, '/h5/en/demo')
    await expect(preview.getByRole('link', {name: /The order of the wizard/}).first()).toBeVisible()
  })
}

test('whoever wants the form instead of the wizard has it in one press', {tag: '@long'}, async ({page}) => {
  const studio = await StudioPage.at(page)
  await studio.visit(`${testProduct.studioUrl}/intent/create/type=scenario/`)
  await page.getByRole('button', {name: 'Fill in the form instead'}).click()
  await expect(studio.input('title.zh')).toBeVisible()
  await expect(page.getByTestId('scenario-wizard')).toBeHidden()
})
