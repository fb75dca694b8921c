import {expect, type Page, test} from '@playwright/test'
import {content} from '../support/contentClient.ts'
import {discardDraft} from '../support/discardDraft.ts'
import {openPreview} from '../support/openPreview.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {withoutBreaks} from '../support/siteUrls.ts'
import {testProduct} from '../support/testProduct.ts'

test.use({viewport: {width: 1440, height: 900}, locale: 'en-US'})

const soon = {timeout: 90_000}

/** The name of the release with a title, once the Studio has made it. */
async function releaseNamed(title: string): Promise<string> {
  const query = '*[_type == "system.release" && state == "active" && metadata.title == $title][0].name'
  await expect.poll(() => content.fetch<string | null>(query, {title}), soon).not.toBeNull()
  return (await content.fetch<string | null>(query, {title})) ?? ''
}

const stateOf = async (name: string): Promise<unknown> => (await content.getDocument(`_.releases.${name}`))?.state

/** The name of the release that the Studio has made for one draft with a time. */
async function timedReleaseOf(id: string): Promise<string> {
  const query = `*[_type == "system.release" && metadata.cardinality == "one" && state == "scheduled"
    && count(*[_id == "versions." + ^.name + "." + $id]) > 0][0].name`
  await expect.poll(() => content.fetch<string | null>(query, {id}), soon).not.toBeNull()
  return (await content.fetch<string | null>(query, {id})) ?? ''
}

/** Makes a release with the Studio's own menu and dialog. A dialog that opens before the list is there closes again. */
async function createRelease(studio: StudioPage, title: string): Promise<string> {
  const {page} = studio
  await studio.goTo(`${testProduct.studioUrl}/releases`)
  const field = page.getByTestId('release-form-title')
  await expect(async () => {
    // An empty list has a second button.
    if (!(await field.isVisible())) await page.getByRole('button', {name: 'New release'}).first().click({timeout: 3000})
    await field.fill(title, {timeout: 3000})
    await page.getByTestId('submit-release-button').click({timeout: 3000})
  }).toPass(soon)
  const name = await releaseNamed(title)
  await expect(page).toHaveURL(new RegExp(`/releases/${name}`))
  return name
}

/** Opens a release in the Studio's tool. */
async function openRelease(studio: StudioPage, name: string): Promise<void> {
  await studio.goTo(`${testProduct.studioUrl}/releases/${name}`)
  await expect(studio.page.getByTestId('release-menu-button')).toBeVisible(soon)
}

/**
 * Chooses an entry of a release's menu until it has had its effect: a dialog to confirm, unless another is given. While the
 * page still loads the Studio may close the menu that was just opened, or show an entry that does nothing yet.
 */
async function choose(page: Page, name: string, isDone = () => page.getByTestId('confirm-button').isVisible()) {
  const entry = page.getByTestId(name)
  await expect(async () => {
    if (await isDone()) return
    if (!(await entry.isVisible())) await page.getByTestId('release-menu-button').click({timeout: 3000})
    await entry.click({timeout: 3000})
    await expect.poll(isDone, {timeout: 3000}).toBe(true)
  }).toPass(soon)
}

/** Chooses what the Studio shows, at the top. It closes the menu that was just opened when a form beside it takes the focus. */
async function choosePerspective(page: Page, name: string): Promise<void> {
  const entry = page.getByTestId(name)
  await expect(async () => {
    if (!(await entry.isVisible())) await page.getByTestId('global-perspective-menu-button').click({timeout: 3000})
    await entry.click({timeout: 3000})
  }).toPass(soon)
}

/** Confirms in the open dialog, and waits until it is closed: the next one has a button of the same name. */
async function confirm(page: Page): Promise<void> {
  await page.getByTestId('confirm-button').click(soon)
  await expect(page.getByTestId('confirm-button')).toBeHidden(soon)
}

/** Publishes with the button for it, which may be shown before it does anything. */
async function run(page: Page): Promise<void> {
  const dialog = page.getByTestId('confirm-publish-dialog')
  await expect(async () => {
    // The button is behind it.
    if (!(await dialog.isVisible())) await page.getByTestId('publish-all-button').click({timeout: 3000})
    await expect(page.getByTestId('confirm-button')).toBeVisible({timeout: 3000})
  }).toPass(soon)
  await confirm(page)
}

test('a release is made, filled, seen in the preview alone, scheduled, and then on the site', async ({
  page,
  request,
}) => {
  const before = await content.fetch<string>('*[_id == "page-advp"][0].title.en')
  const studio = await StudioPage.at(page)
  const name = await createRelease(studio, 'Spring fair')
  const preview = await openPreview(studio, '/h5/en/advp', name)
  const heading = preview.getByRole('heading', {level: 1})
  await page.getByRole('button', {name: 'Add to release'}).click(soon)
  const input = page.getByTestId('field-title.en').locator('input')
  await expect(input).toBeEditable(soon)
  await input.fill('Plans for the spring fair')
  await expect(heading).toContainText('Plans for the spring fair', soon)
  await expect(page.getByTestId('preview-of')).toHaveText('Preview of the release “Spring fair”')

  // The site map beside it names the page as the release has it.
  await expect(page.getByTestId('site-map-page-advp')).toContainText('In the release', soon)
  await expect(page.getByTestId('site-map-page-advp')).toContainText('Plans for the spring fair', soon)

  // Another page, and back, in the preview itself.
  await preview.getByRole('link', {name: 'Home'}).first().click(soon)
  await expect(heading).not.toContainText('Plans for the spring fair', soon)
  await page.getByTestId('site-map-page-advp').getByRole('button').click(soon)
  await expect(heading).toContainText('Plans for the spring fair', soon)

  await choosePerspective(page, 'release-drafts')
  await expect(heading).toContainText(before, soon)
  await expect(page.getByTestId('preview-of')).toHaveText('Draft preview')
  await choosePerspective(page, `release-${name}`)
  await expect(heading).toContainText('Plans for the spring fair', soon)
  expect(withoutBreaks(await (await request.get('/h5/en/advp')).text())).not.toContain('Plans for the spring fair')

  // The Studio's picker knows minutes only.
  await content.releases.schedule({releaseId: name, publishAt: new Date(Date.now() + 3000).toISOString()})
  await expect.poll(() => stateOf(name), soon).toBe('published')
  await expect
    .poll(async () => withoutBreaks(await (await request.get('/h5/en/advp')).text()), soon)
    .toContain('Plans for the spring fair')
  await openRelease(studio, name)
  await expect(page.getByTestId('published-release-type-label')).toBeVisible(soon)

  // Back to what was there before.
  await page.getByTestId('revert-button').click()
  await expect(page.getByTestId('revert-summary-restore')).toBeVisible(soon)
  await page.getByRole('checkbox').check()
  await confirm(page)
  await expect.poll(async () => withoutBreaks(await (await request.get('/h5/en/advp')).text()), soon).toContain(before)
})

test('the Studio schedules, unschedules, archives, brings back, publishes and deletes a release', {
  tag: '@long',
}, async ({page}) => {
  const studio = await StudioPage.at(page)
  const name = await createRelease(studio, 'By its menu')
  await content.createVersion({releaseId: name, publishedId: 'page-odoo', baseId: 'page-odoo'})
  await openRelease(studio, name)
  await expect(page.getByTestId('document-table-card').getByTestId('table-row')).toHaveCount(1, soon)
  const dialog = page.getByTestId('confirm-schedule-dialog')
  await choose(page, 'schedule-button-menu-item', () => dialog.isVisible())
  await expect(dialog.getByTestId('confirm-button')).toBeEnabled()
  await expect(dialog.getByText('Enter a time in the future')).toHaveCount(0)
  await dialog.getByTestId('date-input').fill('Jan 1, 2099 10:00')
  await page.keyboard.press('Tab')
  await confirm(page)
  await expect.poll(() => stateOf(name), soon).toBe('scheduled')
  await page.getByRole('button', {name: 'Unschedule release'}).click(soon)
  await confirm(page)
  await expect.poll(() => stateOf(name), soon).toBe('active')
  await content.patch(`versions.${name}.page-odoo`).set({'title.en': 'As it was archived'}).commit()
  await choose(page, 'archive-release-menu-item')
  await confirm(page)
  await expect.poll(() => stateOf(name), soon).toBe('archived')
  await openRelease(studio, name)
  await expect(page.getByTestId('table-row').getByText('As it was archived')).toBeVisible(soon)
  await page.getByTestId('table-row').getByRole('link').first().click(soon)
  await expect(studio.input('title.en')).toHaveValue('As it was archived', soon)
  await openRelease(studio, name)
  await choose(page, 'unarchive-release-menu-item', async () => (await stateOf(name)) === 'active')
  await openRelease(studio, name)
  // With a time set, the button is the one that schedules.
  await choose(page, 'publish-all-button-menu-item')
  await confirm(page)
  await expect.poll(() => stateOf(name), soon).toBe('published')
  await openRelease(studio, name)
  await choose(page, 'delete-release-menu-item')
  await confirm(page)
  await expect.poll(() => stateOf(name), soon).toBeUndefined()
})

/** Runs in the page: the browser is never idle, as where each frame takes longer to draw than it is shown. */
function neverIdle() {
  window.requestIdleCallback = (callback, {timeout} = {}) =>
    timeout ? Number(setTimeout(callback, timeout, {didTimeout: true, timeRemaining: () => 0})) : 0
}

/** The tag of the Studio's requests for the documents of a release, and of its listeners for their changes. */
const documentSet = 'preview.observe-document-set'

/** Collects what the page hears of the documents of a release. All its event streams share one socket. */
function hearOfDocuments(page: Page): string[] {
  const streams = new Set<string | undefined>()
  const heard: string[] = []
  const streamOf = (frame: string) => frame.match(/"id":(\d+)/)?.[1]
  page.on('websocket', (socket) => {
    socket.on('framesent', ({payload}) => {
      if (payload.includes(documentSet)) streams.add(streamOf(String(payload)))
    })
    socket.on('framereceived', ({payload}) => {
      if (streams.has(streamOf(String(payload)))) heard.push(String(payload))
    })
  })
  return heard
}

test('on a busy computer, too, a release that cannot be published says why, and publishes nothing', async ({page}) => {
  await page.addInitScript(neverIdle)
  const studio = await StudioPage.at(page)
  const heard = hearOfDocuments(page)
  // The answer which documents the release has comes after the news that there is another one.
  const [asked, added] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(
    ({search}) => search.includes(documentSet) && search.includes('partOfRelease'),
    async (route) => {
      const response = await route.fetch()
      asked.resolve()
      await added.promise
      await route.fulfill({response})
    },
  )
  const name = await createRelease(studio, 'Unproven')
  await asked.promise
  const id = 'claim-defects'
  await content.createVersion({releaseId: name, publishedId: id, baseId: id})
  await expect.poll(() => heard.join(), soon).toContain(`versions.${name}.${id}`)
  added.resolve()
  await expect(page.getByTestId('document-table-card').getByTestId('table-row')).toHaveCount(1, soon)
  await run(page)
  await expect(
    page.getByText(/^Publishing “Unproven”: [\s\S]*: The claim has no owner: name the real one/).first(),
  ).toBeVisible(soon)
  expect(await stateOf(name)).toBe('active')
  await expect(page.getByTestId('publish-all-button')).toBeEnabled()

  await content.releases.archive({releaseId: name})
  await content.releases.delete({releaseId: name})
})

test('one draft is timed from its own menu: locked, paused and written on, timed again, and on the site at its time', {
  tag: '@long',
}, async ({page, request}) => {
  // Quotes claims that expire before the time.
  const id = 'page-test'
  const before = await content.fetch<string>('*[_id == $id][0].title.en', {id})
  const shown = async () => withoutBreaks(await (await request.get('/h5/en/test')).text())
  const choosePage = async (name: string) => {
    await page.getByTestId('action-menu-button').click()
    await page.getByRole('menuitem', {name}).click()
  }
  const studio = await StudioPage.at(page)
  await studio.open(id, 'page')
  await studio.fill('title.en', 'Tests from Monday')
  const draft = () => content.fetch('*[_id == $draft][0].title.en', {draft: `drafts.${id}`})
  await expect.poll(draft, soon).toBe('Tests from Monday')
  await choosePage('Schedule publish')
  await page.getByTestId('date-input').fill('Jan 1, 2099 10:00')
  await page.keyboard.press('Tab')
  await expect(
    page.getByTestId('expired-by-time').getByText(/^At the time of publishing \(.+\) this quotes/),
  ).toHaveCount(3, soon)
  await confirm(page)
  const name = await timedReleaseOf(id)
  await expect(studio.input('title.en')).not.toBeEditable(soon)

  await choosePage('Pause to edit')
  await expect.poll(() => stateOf(name), soon).toBe('active')
  await expect(studio.input('title.en')).toBeEditable(soon)
  await studio.fill('title.en', 'Tests from Tuesday')
  const version = () => content.fetch('*[_id == $version][0].title.en', {version: `versions.${name}.${id}`})
  await expect.poll(version, soon).toBe('Tests from Tuesday')
  expect(await shown()).toContain(withoutBreaks(before))

  // The Studio's picker knows minutes only.
  await content.releases.schedule({releaseId: name, publishAt: new Date(Date.now() + 3000).toISOString()})
  await expect.poll(shown, soon).toContain('Tests from Tuesday')
  expect(await stateOf(name)).toBe('published')

  await content.patch(id).set({'title.en': before}).commit()
  await expect.poll(shown, soon).toContain(withoutBreaks(before))
  await discardDraft(id)
})

test('a time that is refused leaves the draft as it was; from the list, too, a draft is published only after its questions', {
  tag: '@long',
}, async ({page}) => {
  const id = 'claim-teamExperience'
  const {_rev, ...before} = (await content.getDocument(id)) ?? {_id: id, _type: 'claim'}
  const evidence = {source: 'A study', owner: 'Li Wei', reviewDate: '2098-01-01', expiryDate: '2098-12-31'}
  await content.patch(id).set(evidence).commit()
  const studio = await StudioPage.at(page)
  await studio.open(id, 'claim')
  const sentence = `${await studio.input('statement.en').inputValue()} Still.`
  await studio.fill('statement.en', sentence)
  await expect
    .poll(() => content.fetch('*[_id == $draft][0].statement.en', {draft: `drafts.${id}`}), soon)
    .toBe(sentence)
  await page.getByTestId('action-menu-button').click()
  await page.getByRole('menuitem', {name: 'Schedule publish'}).click()
  const dialog = page.getByRole('dialog')
  const setTime = async (time: string) => {
    await dialog.getByTestId('date-input').fill(time)
    await page.keyboard.press('Tab')
    await page.getByTestId('confirm-button').click(soon)
  }
  const timed = '*[_id in path("versions.**") || (_type == "system.release" && metadata.cardinality == "one")]._id'
  const earlier = await content.fetch(timed)
  await setTime('Jan 31, 2099 09:30')
  const refusal = page.getByText(
    /^At the time that was set it could not be published like this\.\s+“[^”]*”: The claim held until/,
  )
  await expect(refusal).toHaveCount(1, soon)
  await expect.poll(() => content.fetch(timed), soon).toEqual(earlier)
  await setTime('Jan 31, 2098 09:30')
  const name = await timedReleaseOf(id)

  await content.patch(id).set({'statement.zh': '团队有 {figure}以上的经验。'}).commit()
  await studio.goTo(`${testProduct.studioUrl}/releases`)
  await page.getByRole('button', {name: 'Releases', exact: true}).last().click(soon)
  await page.getByRole('menuitem', {name: 'Scheduled drafts'}).click()
  await page.getByTestId('table-row').filter({hasText: 'Still.'}).getByRole('button').last().click(soon)
  await page.getByTestId('publish-now-menu-item').click()
  await expect(page.getByText('Changes to this were published after this version was made (1)')).toBeVisible(soon)
  expect(await stateOf(name)).toBe('scheduled')
  await page.getByTestId('publish-anyway').click()
  await page.getByTestId('publish-scheduled-draft-dialog').getByTestId('confirm-button').click(soon)
  await expect.poll(() => stateOf(name), soon).toBe('published')

  await content.createOrReplace(before)
  await discardDraft(id)
})

test('a timed draft is untimed from its own menu, and what it held stays a draft', {tag: '@long'}, async ({page}) => {
  const id = 'page-java'
  const studio = await StudioPage.at(page)
  await studio.open(id, 'page')
  await studio.fill('title.en', 'Not on Monday after all')
  const draft = () => content.fetch('*[_id == $draft][0].title.en', {draft: `drafts.${id}`})
  await expect.poll(draft, soon).toBe('Not on Monday after all')
  await page.getByTestId('action-menu-button').click()
  await page.getByRole('menuitem', {name: 'Schedule publish'}).click()
  await page.getByTestId('date-input').fill('Jan 1, 2099 10:00')
  await page.keyboard.press('Tab')
  await confirm(page)
  const name = await timedReleaseOf(id)
  await expect(studio.input('title.en')).not.toBeEditable(soon)
  await page.getByTestId('action-menu-button').click()
  await page.getByRole('menuitem', {name: 'Delete schedule'}).click()
  await confirm(page)
  await expect.poll(() => stateOf(name), soon).toBeUndefined()
  await expect(page.getByTestId('document-pane').locator(':focus')).toBeVisible(soon)
  expect(await draft()).toBe('Not on Monday after all')
  await discardDraft(id)
})

test.describe('in Chinese', () => {
  // Headless Chromium's UTC is none of the Studio's time zones.
  test.use({locale: 'zh-CN', timezoneId: 'Asia/Shanghai'})

  test('the time of a draft is written, read and announced as one writes it in Chinese', {tag: '@long'}, async ({
    page,
  }) => {
    const id = 'page-net'
    const studio = await StudioPage.at(page)
    await studio.open(id, 'page')
    await studio.fill('title.zh', '新年的标题')
    const draft = () => content.fetch('*[_id == $draft][0].title.zh', {draft: `drafts.${id}`})
    await expect.poll(draft, soon).toBe('新年的标题')
    await page.getByTestId('action-menu-button').click()
    await page.getByRole('menuitem', {name: '定时发布'}).click()
    await expect(page.getByTestId('confirm-button')).toBeEnabled()
    await expect(page.getByText('请填将来的时间')).toHaveCount(0)
    const field = page.getByTestId('date-input')
    await expect(field).toHaveValue(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    await field.fill('2099年1月31日')
    await page.keyboard.press('Tab')
    await expect(page.getByTestId('confirm-button')).toBeDisabled()
    await expect(page.getByText('请填将来的时间，写成 2030-01-31 09:30 这样')).toBeVisible(soon)
    await field.fill('2099-01-31 09:30')
    await page.keyboard.press('Tab')
    await expect(field).toHaveValue('2099-01-31 09:30')
    await confirm(page)
    const name = await timedReleaseOf(id)
    expect((await content.getDocument(`_.releases.${name}`))?.publishAt).toBe('2099-01-31T01:30:00.000Z')
    await expect(page.getByText('将在 2099年1月31日 周六 09:30 发布').first()).toBeVisible(soon)
    await page.getByTestId('action-menu-button').click()
    await page.getByRole('menuitem', {name: '取消定时'}).click()
    await confirm(page)
    await expect.poll(() => stateOf(name), soon).toBeUndefined()
    await discardDraft(id)
  })
})
