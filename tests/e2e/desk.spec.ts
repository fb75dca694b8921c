import {expect, test} from '@playwright/test'
import {content} from '../support/contentClient.ts'
import {discardDraft} from '../support/discardDraft.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {testProduct} from '../support/testProduct.ts'

test.use({viewport: {width: 1440, height: 900}})

test.afterEach(async () => {
  for (const id of ['page-limsPages-sample', 'page-web', 'page-java']) await discardDraft(id)
})

test.describe('in Chinese', () => {
  test.use({locale: 'zh-CN'})

  test('a marketer finds a page by its address, sees what its English lacks, and starts from the Chinese', async ({
    page,
  }) => {
    const studio = await StudioPage.at(page)
    await studio.visit(`${testProduct.studioUrl}/structure/siteMap`)
    await page.getByTestId('find-page').fill('https://www.example.com/h5/en/lims/sample?from=mail')
    await page.getByTestId('find-page').press('Enter')
    const title = await content.fetch<string>('*[_id == "page-limsPages-sample"][0].title.zh')
    await expect(studio.input('title.zh')).toHaveValue(title)
    await expect(page.getByTestId('document-completeness')).toContainText(/英文 (\d+) \/ \1$/)

    await studio.fill('title.en', '')
    const row = page.getByTestId('site-map-page-limsPages-sample')
    await expect(row).toContainText('缺英文')
    await expect(row).toContainText('有草稿')
    await expect(page.getByTestId('site-completeness')).toContainText('全站还有 1 处文字没有英文')
    const field = studio.form.getByTestId('field-title')
    await expect(field).toContainText('缺英文：英文页面会显示中文。')
    await field.getByTestId('copy-chinese').click()
    await expect(studio.input('title.en')).toHaveValue(title)
    await expect(field).toContainText('英文还是抄来的中文，请翻译。')
    await expect(row).toContainText('缺英文')
    await discardDraft('page-limsPages-sample')
    await expect(row).toContainText('已发布')
  })

  test('two Chinese characters find a document, and so does an English word', {tag: '@long'}, async ({page}) => {
    const studio = await StudioPage.at(page)
    await studio.visit(`${testProduct.studioUrl}/structure`)
    const results = page.getByTestId('search-results')
    await expect(page.getByTestId('studio-search')).toBeVisible()
    const openSearch = async () => {
      await page.getByTestId('studio-search').click()
      await expect(page.locator('input:focus')).toBeVisible()
      await page.keyboard.press('ControlOrMeta+a')
    }
    for (const word of ['轮运', 'anyone']) {
      await openSearch()
      await page.keyboard.type(word)
      await expect(results.getByText(word === '轮运' ? /轮运/ : /试验委托/).first()).toBeVisible()
      await page.keyboard.press('Escape')
    }
    // Matches in the title rank before matches in the text.
    await openSearch()
    await page.keyboard.type('试验')
    await expect(results.getByRole('link').first()).toContainText('试验')
  })

  test('the Studio speaks Chinese, switches to English as a whole, and remembers it', async ({page}) => {
    const studio = await StudioPage.at(page)
    await studio.open('page-about', 'page')
    const latin = await untranslated(studio)
    expect(latin).toEqual([])
    await page.getByRole('button', {name: 'English', exact: true}).first().click()
    await expect(page.getByRole('link', {name: 'Content', exact: true})).toBeVisible()
    await expect(studio.publishButton).toHaveText('Publish')
    await expect(studio.form.getByTestId('field-title')).toContainText('The large heading at the top')
    await page.reload()
    await expect(page.getByRole('link', {name: 'Content', exact: true})).toBeVisible()
    expect((await page.locator('nav, [data-ui="Navbar"]').allInnerTexts()).join(' ')).not.toMatch(/内容|预览/)
  })
})

test('the first visit opens the guide, which stays away once it was read', async ({page}) => {
  await page.goto(`${testProduct.studioUrl}/structure`)
  const guide = page.getByRole('dialog', {name: 'Welcome: how to change the site'})
  await expect(guide).toContainText('Changes are kept as a draft that visitors do not see.')
  await guide.getByRole('button', {name: 'Start'}).click()
  await expect(guide).toBeHidden()
  await page.reload()
  await expect(page.getByRole('link', {name: 'Guide', exact: true})).toBeVisible()
  await expect(guide).toBeHidden()
})

test('a block is chosen by its drawing and a sentence, moved, and removed', async ({page}) => {
  const studio = await StudioPage.at(page)
  const types = () => content.fetch<string[] | null>('*[_id == "drafts.page-web"][0].blocks[]._type')
  const published = await content.fetch<string[]>('*[_id == "page-web"][0].blocks[]._type')
  await studio.open('page-web', 'page')
  const choice = await studio.pickBlock('callToAction')
  await expect(choice).toContainText('At most one per page')
  await expect(choice.locator('img')).toHaveJSProperty('naturalWidth', 240)
  await choice.click()
  await expect.poll(types).toEqual([...published, 'callToAction'])

  await page.keyboard.press('Escape')
  const items = studio.form
    .getByTestId('field-blocks')
    .locator('[data-testid="change-bar__field-wrapper"], [data-ui="Card"]')
  await expect(items.first()).toBeVisible()
  const handles = studio.form
    .getByTestId('field-blocks')
    .locator('[data-ui="DragHandleButton"], [data-drag-handle], button[aria-roledescription="sortable"]')
  // Says what a screen reader hears; a key that is pressed sooner is lost.
  const said = (text: RegExp) => page.locator('[id^="DndLiveRegion"]').filter({hasText: text})
  await handles.last().focus()
  await page.keyboard.press('Space')
  await expect(said(/Picked up draggable item|was moved over/)).toHaveCount(1)
  await page.keyboard.press('ArrowUp')
  await expect(said(/item (\S+) was moved over droppable area (?!\1\.)/)).toHaveCount(1)
  await page.keyboard.press('Space')
  await expect.poll(types).toEqual([...published.slice(0, -1), 'callToAction', published.at(-1)])
})

test('two marketers write on one page at once without losing a keystroke', {tag: '@long'}, async ({context}) => {
  const [first, second] = [await StudioPage.at(await context.newPage()), await StudioPage.at(await context.newPage())]
  await first.open('page-java', 'page')
  await second.open('page-java', 'page')
  const presence = first.page.getByRole('link', {name: 'Local editor is editing this document right now'})
  await expect(presence).toBeVisible()
  await first.fill('title.zh', '')
  await second.fill('title.en', '')
  const [zh, en] = ['甲在写中文，乙同时在写英文，谁的字都没有丢', 'While one writes Chinese the other writes English']
  await Promise.all([
    first.input('title.zh').pressSequentially(zh, {delay: 40}),
    second.input('title.en').pressSequentially(en, {delay: 20}),
  ])
  for (const studio of [first, second]) {
    await expect(studio.input('title.zh')).toHaveValue(zh)
    await expect(studio.input('title.en')).toHaveValue(en)
  }
  await expect.poll(() => content.fetch('*[_id == "drafts.page-java"][0].title{zh, en}')).toEqual({zh, en})
})

test('a shared document lists the pages that show it', {tag: '@long'}, async ({page}) => {
  const studio = await StudioPage.at(page)
  await studio.visit(`${testProduct.studioUrl}/structure/role`)
  const role = await content.fetch<string>('*[_type == "role" && count(*[references(^._id)]) > 0][0]._id')
  await studio.visit(`${testProduct.studioUrl}/structure/role;${role}%2Cview%3DusedOn`)
  const links = page.getByTestId('used-on').getByRole('link')
  await expect(links.first()).toBeVisible()
  await expect(page.getByTestId('used-on')).toContainText(/\d+ pages? shows? it; publishing updates/)
})

/** Returns the texts of a Chinese screen in Latin letters, except names and codes. */
async function untranslated({page}: StudioPage): Promise<string[]> {
  await page.getByTestId('pane-context-menu-button').last().click()
  await expect(page.getByRole('menu').last()).toBeVisible()
  const said = await page
    .locator('button, a[href*="/structure"], [role="menuitem"], [role="tab"], label')
    .evaluateAll((elements) =>
      elements.map((element) => (element instanceof HTMLElement ? element.textContent.trim() : '')),
    )
  await page.keyboard.press('Escape')
  const names = /^(LIMS|ADVP|LQM|EVMS|English|[A-Z]{1,3}|Ctrl.*|.*https?:.*|\/.*)$/s
  return said.filter((text) => /[A-Za-z]{3}/.test(text) && !/\p{Script=Han}/u.test(text) && !names.test(text))
}
