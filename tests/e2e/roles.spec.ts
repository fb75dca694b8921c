import {expect, test} from '@playwright/test'
import {createClient} from '@sanity/client'
import {namedLake, startNamedLake} from '../support/namedLake.ts'
import {StudioPage} from '../support/StudioPage.ts'

test.use({viewport: {width: 1440, height: 1000}})

let stop: () => Promise<void>
test.beforeAll(async () => {
  stop = await startNamedLake('reviewer')
})
test.afterAll(() => stop())

test('a marketer edits pages, and is kept from layouts and claims by the Studio and by the API behind it', {
  tag: '@long',
}, async ({page, context}) => {
  const studio = await StudioPage.at(page)
  await page.goto(`${namedLake.url}/`)
  await page.locator('input[type=password]').fill(namedLake.password)
  await page.locator('input:not([type=password]):not([type=hidden])').fill(namedLake.user)
  await page.locator('button').click()
  // Another address, opened at once, would cut the sign-in off.
  await expect(page.locator('input[type=password]')).toHaveCount(0)

  await studio.open('page-story', 'page', namedLake.url)
  await studio.fill('title.zh', '营销编辑改的标题')
  await expect(page.getByRole('link', {name: 'Vision'})).toHaveCount(0)
  await page.getByRole('tab', {name: /Settings/}).click()
  const layout = studio.form.getByTestId('field-layout')
  await expect(layout).toContainText('Developers change it.')
  for (const choice of await layout.locator('input').all()) await expect(choice).toHaveAttribute('readonly', '')
  await studio.publish()

  // The same person without the Studio, with the browser's session.
  const cookie = (await context.cookies(namedLake.url)).map(({name, value}) => `${name}=${value}`).join('; ')
  const api = createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    useCdn: false,
    maxRetries: 0,
    apiHost: namedLake.url,
    useProjectHostname: false,
    headers: {Cookie: cookie, Origin: namedLake.url},
  })
  await expect.poll(() => api.fetch('*[_id == "page-story"][0].title.zh')).toBe('营销编辑改的标题')

  await studio.open('claim-passRate', 'claim', namedLake.url)
  await studio.fill('statement.zh', '营销编辑起草的说法。')
  await expect(page.getByRole('button', {name: 'Request review'})).toBeEnabled()
  await page.getByTestId('action-menu-button').click()
  const publish = page.getByRole('menuitem', {name: 'Publish', exact: true})
  await expect(publish).toBeDisabled()
  await studio.expectTooltip(publish, 'Claims are approved and published by reviewers.')

  await studio.open('siteSettings', 'siteSettings', namedLake.url)
  await expect(page.getByTestId('locked-notice')).toHaveText(
    'These people can change this document: Somebody, reviewer. Ask one of them.',
  )

  await api.patch('page-story', {set: {'title.en': 'By the API'}}).commit()
  expect(await api.fetch('*[_id == "page-story"][0].title.en')).toBe('By the API')
  await expect(api.patch('page-story', {set: {layout: 'default'}}).commit()).rejects.toThrow(
    /The layout is for developers to change/,
  )
  await expect(api.patch('claim-passRate', {set: {figure: 100}}).commit()).rejects.toThrow(/permission|update/i)
})
