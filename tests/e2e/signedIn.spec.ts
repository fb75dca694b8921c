import {type Browser, expect, type Page, test as plainTest} from '@playwright/test'
import {namedLake, namedLakeContent, namedSite, signIn, startNamedProduct} from '../support/namedLake.ts'
import {clickInPreview} from '../support/openPreview.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {withoutBreaks} from '../support/siteUrls.ts'
import {testProduct} from '../support/testProduct.ts'

const viewport = {width: 1440, height: 900}

/**
 * `inPlace` is a browser that shows the named site in the place of the product's. A fixture of its own: `browser` with other
 * arguments would wait for a worker of its own until all other tests have ended.
 */
const test = plainTest.extend<{inPlace: Browser}>({
  inPlace: async ({playwright, launchOptions}, use) => {
    const args = [...(launchOptions.args ?? []), namedSite.inPlace]
    const browser = await playwright.chromium.launch({...launchOptions, args})
    await use(browser)
    await browser.close()
  },
  context: async ({inPlace}, use) => {
    await use(await inPlace.newContext({viewport}))
  },
})

let stop: () => Promise<void>
test.beforeAll(async () => {
  stop = await startNamedProduct('contributor', 'administrator')
})
test.afterAll(() => stop())

/** Signs somebody in and opens the preview of a page beside its form, as the Studio does. */
async function openSignedIn(page: Page, user: string) {
  const studio = await StudioPage.at(page)
  await signIn(page, user)
  await studio.goTo(`${namedLake.url}/presentation?preview=${encodeURIComponent(`${testProduct.siteUrl}/h5/en/story`)}`)
  return {studio, heading: page.frameLocator('iframe').getByRole('heading', {level: 1})}
}

/** Whether visitors read a text on the page. */
const isPublished = async (text: string) =>
  withoutBreaks(await (await fetch(`${namedSite.url}/h5/en/story`)).text()).includes(text)

test('a marketer sees the draft, edits it by a click on the page, and publishes it to the site', async ({page}) => {
  await namedLakeContent.action({
    actionType: 'sanity.action.document.edit',
    draftId: 'drafts.page-story',
    publishedId: 'page-story',
    patch: {set: {'title.en': 'Drafted before'}},
  })
  const {studio, heading} = await openSignedIn(page, namedLake.user)
  await expect(heading).toContainText('Drafted before')
  const title = page.getByTestId('field-title.en').locator('input')
  await clickInPreview(heading, () => expect(title).toBeFocused({timeout: 5000}))
  await title.fill('Written beside the page')
  await expect(heading).toContainText('Written beside the page')
  await studio.publish()
  await expect.poll(() => isPublished('Written beside the page')).toBe(true)
})

test('a contributor sees and edits the page as well, is told who publishes, and asks for a review', async ({page}) => {
  const {studio, heading} = await openSignedIn(page, 'contributor')
  await expect(heading).toBeVisible()
  const title = page.getByTestId('field-title.en').locator('input')
  await title.fill('A contributor’s words')
  await expect(heading).toContainText('A contributor’s words')
  await page.getByTestId('action-menu-button').click()
  const publish = page.getByRole('menuitem', {name: 'Publish', exact: true})
  await expect(publish).toBeDisabled()
  await studio.expectTooltip(publish, 'You draft; others review and publish.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', {name: 'Request review'}).click()
  await page.getByRole('dialog').getByRole('button', {name: 'Request review'}).click()
  await expect(page.getByRole('button', {name: 'Review requested'})).toBeVisible()
  expect(await isPublished('A contributor’s words')).toBe(false)
})

test('a marketer’s link opens the draft for an outsider, until it ends or its maker is removed', async ({
  page,
  inPlace,
}) => {
  const studio = await StudioPage.at(page)
  await signIn(page, namedLake.user)
  await studio.open('page-story', 'page', namedLake.url)
  await studio.fill('title.en', 'For the outsider')
  await page.getByTestId('action-menu-button').click()
  await page.getByRole('menuitem', {name: 'Share a preview'}).click()
  const dialog = page.getByRole('dialog')
  const urls = dialog.getByTestId('preview-links').getByText('/h5/api/draft-mode/link?key=')
  const guest = await (await inPlace.newContext({locale: 'en'})).newPage()
  const make = async (count: number) => {
    await dialog.getByRole('button', {name: 'Make a link'}).click()
    await expect(urls).toHaveCount(count)
    await expect(async () => {
      await guest.goto((await urls.first().textContent()) ?? '')
      await expect(guest.getByRole('heading', {level: 1})).toHaveText('For the outsider', {timeout: 2000})
    }).toPass()
  }
  const hasEnded = () =>
    expect(async () => {
      await guest.reload()
      await expect(guest.getByText('This preview link has ended')).toBeVisible({timeout: 2000})
    }).toPass()
  await make(1)
  const past = new Date(Date.now() - 1000).toISOString()
  await namedLakeContent.patch({query: '*[_type == "previewLink"]'}).set({endsAt: past}).commit()
  await hasEnded()

  await make(1)
  const administrator = await (await inPlace.newContext({locale: 'en'})).newPage()
  await StudioPage.at(administrator)
  await signIn(administrator, 'administrator')
  await administrator.goto(`${namedLake.url}/people`)
  await administrator.getByRole('button', {name: 'Remove: 李伟'}).click()
  await administrator.getByRole('dialog').getByRole('button', {name: 'Remove'}).click()
  await administrator.getByLabel('Your own password').fill(namedLake.password)
  await administrator.getByRole('button', {name: 'Continue'}).click()
  await hasEnded()
  for (const other of [guest, administrator]) await other.context().close()
})
