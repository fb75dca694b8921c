import {expect, type Page, test} from '@playwright/test'
import {content, publishEdit} from '../support/contentClient.ts'
import {discardDraft} from '../support/discardDraft.ts'
import {StudioPage} from '../support/StudioPage.ts'

/** Whether the header covers a heading, which is in the window. */
async function expectBelowHeader(page: Page, id: string): Promise<void> {
  const gap = () =>
    page.evaluate((heading) => {
      const {top} = document.getElementById(heading)?.getBoundingClientRect() ?? {top: -1}
      return top - (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0)
    }, id)
  await expect.poll(gap).toBeGreaterThan(0)
  await expect(page.locator(`#${id}`)).toBeInViewport()
}

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`a link to a section opens the page there, with the focus on its heading; motion: ${reducedMotion}`, async ({
    page,
  }) => {
    await page.setViewportSize({width: 390, height: 844})
    await page.emulateMedia({reducedMotion})
    await page.goto('/h5/en', {waitUntil: 'networkidle'})
    const link = page.getByRole('main').getByRole('link', {name: 'IT department'})
    await link.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => Math.round(scrollY))
    await link.click()
    await expect(page).toHaveURL(/\/h5\/en\/maixun#section-buyerFacts1$/)
    await expect(page.locator('#section-buyerFacts1')).toBeFocused()
    await expectBelowHeader(page, 'section-buyerFacts1')
    await page.goBack()
    await expect(page).toHaveURL(/\/h5\/en$/)
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(before)
    await expect(link).toBeFocused()
  })
}

test('without scripts the link leads there, too', async ({browser, baseURL}) => {
  const context = await browser.newContext({javaScriptEnabled: false, viewport: {width: 390, height: 844}})
  const page = await context.newPage()
  await page.goto(`${baseURL}/h5/en`)
  await page.getByRole('main').getByRole('link', {name: 'IT department'}).click()
  await expect(page).toHaveURL(/\/h5\/en\/maixun#section-buyerFacts1$/)
  await expect(page.getByRole('heading', {name: 'Six things to settle'})).toBeInViewport()
  await context.close()
})

test('a marketer chooses a section by its heading, and is told once it has gone', async ({page}) => {
  const blocks = await content.fetch<{_key: string}[]>('*[_id == "page-maixun"][0].blocks')
  try {
    const studio = await StudioPage.at(page)
    await studio.open('page-ui', 'page')
    await page.goto(`${new URL(page.url()).origin}/intent/edit/id=page-ui;type=page;path=actions/`)
    await page.getByTestId('field-actions').getByRole('button').filter({hasText: '/demo'}).first().click()
    const dialog = page.getByRole('dialog')
    const section = dialog.getByRole('combobox', {name: 'Section of the page'})
    await expect(section).toBeHidden()
    await dialog
      .getByRole('combobox', {name: 'Page', exact: true})
      .selectOption({label: '/maixun　Maixun: one sign-in for all four products'})
    await section.selectOption({label: '3　Six questions before you buy'})
    await expect.poll(() => content.fetch('*[_id == "drafts.page-ui"][0].actions[0].section')).toBe('/maixun#faq1')
    await publishEdit('page-maixun', {blocks: blocks.filter(({_key}) => _key !== 'faq1')})
    await page.reload()
    await expect(section.locator('option:checked')).toHaveText('No longer on the page')
    await studio.expectTooltip(dialog.getByTestId('input-validation-icon-warning'), 'The page has no such section')
  } finally {
    await publishEdit('page-maixun', {blocks})
    await discardDraft('page-ui')
  }
})
