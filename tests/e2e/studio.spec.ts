import {expect, test} from '@playwright/test'
import {content, publishEdit} from '../support/contentClient.ts'
import {killLake} from '../support/lakeProcess.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {textOf} from '../support/siteUrls.ts'

test.use({viewport: {width: 1440, height: 900}})

test('a marketer edits a Chinese title, publishes, sees it on the site and restores the earlier one', async ({
  page,
  context,
  request,
}) => {
  const original = await content.fetch<string>('*[_id == "page-lims"][0].title.zh')
  const studio = await StudioPage.at(page)
  await studio.open('page-lims', 'page')
  await studio.fill('title.zh', '实验室信息管理：端到端改过的标题')
  await studio.publish()

  await expect
    .poll(async () => textOf(await (await request.get('/h5/lims')).text(), 'h1'))
    .toBe('实验室信息管理：端到端改过的标题')
  // In a window of its own: the Studio stays open.
  const site = await context.newPage()
  await site.goto('/h5/lims')
  await expect(site.getByRole('heading', {level: 1})).toHaveText('实验室信息管理：端到端改过的标题')
  await site.close()

  await page.getByTestId('pane-context-menu-button').last().click()
  await page.getByRole('menuitem', {name: /History/i}).click()
  await page.getByTestId('timeline-item-button').last().click()
  await page.getByTestId('action-reverttorevision').click()
  await page.getByTestId('confirm-popover-confirm-button').click()
  await expect(studio.input('title.zh')).toHaveValue(original)
  await expect(page.getByTestId('document-pane').locator(':focus')).toBeVisible()
  await studio.publish()
  await expect.poll(async () => textOf(await (await request.get('/h5/lims')).text(), 'h1')).toBe(original)
})

test('what one tab types appears in another', {tag: '@long'}, async ({context}) => {
  const [first, second] = [await StudioPage.at(await context.newPage()), await StudioPage.at(await context.newPage())]
  await first.open('page-odoo', 'page')
  await second.open('page-odoo', 'page')
  const original = await content.fetch<string>('*[_id == "page-odoo"][0].title.zh')
  await first.fill('title.zh', '在第一个标签页里写的')
  await expect(second.input('title.zh')).toHaveValue('在第一个标签页里写的')
  await second.fill('title.en', 'Written in the second tab')
  await expect(first.input('title.en')).toHaveValue('Written in the second tab')
  await content.action({actionType: 'sanity.action.document.discard', draftId: 'drafts.page-odoo'})
  await expect(second.input('title.zh')).toHaveValue(original)
})

test('fixed pages cannot be duplicated, deleted or unpublished', {tag: '@long'}, async ({page}) => {
  const studio = await StudioPage.at(page)
  await studio.open('page-about', 'page')
  await page.getByTestId('pane-context-menu-button').last().click()
  const menu = page.getByRole('menu').last()
  await expect(menu).toBeVisible()
  await expect(menu.getByRole('menuitem', {name: /Duplicate|Delete|Unpublish/i})).toHaveCount(0)
})

test('a marketer makes a screen from nothing, by its kind, and publishes it', {tag: '@long'}, async ({
  page,
  request,
}) => {
  const studio = await StudioPage.at(page)
  const made = () =>
    content.fetch('*[_id == "drafts.page-limsPages-sample"][0].blocks[-1]{_type, kind, "lanes": count(lanes)}')
  await studio.open('page-limsPages-sample', 'page')
  await (await studio.pickBlock('screen')).click()
  await expect.poll(made).toEqual({_type: 'screen', kind: 'table', lanes: null})
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', {name: /^(排程|Schedule)$/}).check({force: true})
  await expect.poll(made).toEqual({_type: 'screen', kind: 'schedule', lanes: 2})
  const title = dialog.locator('[data-testid$=".title.zh"], [data-testid$="title.zh"]').locator('input').first()
  await title.fill('端到端新做的排程')
  // Once something is written, another kind leaves it alone.
  await dialog.getByRole('radio', {name: /^(看板|Board)$/}).check({force: true})
  await dialog.getByRole('radio', {name: /^(排程|Schedule)$/}).check({force: true})
  await expect(title).toHaveValue('端到端新做的排程')
  for (const [field, text] of [
    ['title.en', 'A schedule made end to end'],
    ['alternative.zh', '台架 A 排了两个任务。'],
    ['alternative.en', 'Two tasks on rig A.'],
  ]) {
    await dialog
      .locator(`[data-testid$=".${field}"]`)
      .locator('input, textarea')
      .first()
      .fill(text ?? '')
  }
  await page.keyboard.press('Escape')
  await studio.publish()
  await expect.poll(async () => (await request.get('/h5/limsPages/sample')).text()).toContain('端到端新做的排程')
  await publishEdit('page-limsPages-sample', {}, ['blocks[-1]'])
})

test('text written while the lake is killed is there when it is back', async ({page}) => {
  const studio = await StudioPage.at(page)
  await studio.open('page-web', 'page')
  const original = await content.fetch<string>('*[_id == "page-web"][0].title.zh')
  await studio.fill('title.zh', '断开之前写的')
  await expect.poll(() => content.fetch('*[_id == "drafts.page-web"][0].title.zh')).toBe('断开之前写的')
  killLake()
  await studio.fill('title.zh', '断开之后写的')
  await expect
    .poll(() => content.fetch('*[_id == "drafts.page-web"][0].title.zh').catch(() => 'no lake'))
    .toBe('断开之后写的')
  await content.action({actionType: 'sanity.action.document.discard', draftId: 'drafts.page-web'})
  expect(await content.fetch('*[_id == "page-web"][0].title.zh')).toBe(original)
})
