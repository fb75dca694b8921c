import {expect, type FrameLocator, type Locator, type Page, test} from '@playwright/test'
import {content} from '../support/contentClient.ts'
import {discardDraft} from '../support/discardDraft.ts'
import {openPreview} from '../support/openPreview.ts'
import {StudioPage} from '../support/StudioPage.ts'

const pageId = 'page-about'

const keys = () => content.fetch<string[]>('*[_id == $pageId][0].blocks[]._key', {pageId}, {perspective: 'drafts'})

/** The blocks of the page in the order in which they are shown, as far as they have a toolbar. */
const shownKeys = (preview: FrameLocator): Promise<string[]> =>
  preview
    .locator('main')
    .evaluate((main) => [...main.querySelectorAll('[id^="section-"]')].map(({id}) => id.slice('section-'.length)))

/** The toolbar of a block, counted from zero. Each block has one once the Studio has told the page its blocks. */
async function toolbarAt(preview: FrameLocator, index: number): Promise<Locator> {
  const toolbars = preview.getByRole('toolbar')
  await expect(toolbars).toHaveCount((await keys()).length)
  return toolbars.nth(index)
}

/** The pointer is in the block: its buttons can be seen. */
async function pointAt(toolbar: Locator): Promise<void> {
  await toolbar.locator('xpath=ancestor::section[1]').hover({position: {x: 8, y: 40}})
  await expect(toolbar).toHaveCSS('opacity', '1')
}

/** Drags the first block to the lower edge of the preview, until the page has scrolled to its end below it. */
async function dragToEnd(page: Page, preview: FrameLocator): Promise<void> {
  const first = await toolbarAt(preview, 0)
  await pointAt(first)
  await first.getByRole('button', {name: 'Drag, or move with the arrow keys'}).hover()
  await page.mouse.down()
  const {x = 0, y = 0, height = 0} = (await page.locator('iframe').boundingBox()) ?? {}
  await page.mouse.move(x + 40, y + height - 8, {steps: 5})
  const below = () => preview.locator('html').evaluate((html) => html.scrollHeight - html.scrollTop - html.clientHeight)
  await expect.poll(below).toBeLessThan(2)
}

async function openAbout(page: Page): Promise<FrameLocator> {
  return openPreview(await StudioPage.at(page), '/h5/about')
}

/** The keys with one of them elsewhere. */
function moved(all: readonly string[], from: number, to: number): string[] {
  const [key = ''] = all.slice(from, from + 1)
  return all.toSpliced(from, 1).toSpliced(to, 0, key)
}

test.beforeEach(() => discardDraft(pageId))
test.afterEach(() => discardDraft(pageId))

test.describe('in English, at a desk', () => {
  test.use({viewport: {width: 1440, height: 900}})

  test('a block is moved by keys and keeps the focus; the page follows at once, and visitors see it once published', async ({
    page,
    request,
  }) => {
    const before = await keys()
    const preview = await openAbout(page)
    const first = await toolbarAt(preview, 0)
    await expect(first).toHaveAccessibleName(new RegExp(` 1 / ${before.length}$`))
    const down = first.getByRole('button', {name: 'Move down'})
    await down.focus()
    await expect(first).toHaveCSS('opacity', '1')
    await page.keyboard.press('Enter')
    await expect.poll(() => shownKeys(preview)).toEqual(moved(before, 0, 1))
    await expect.poll(keys).toEqual(moved(before, 0, 1))
    const second = await toolbarAt(preview, 1)
    await expect(second.getByRole('button', {name: 'Move down'})).toBeFocused()
    await expect(preview.getByRole('status').filter({hasText: `2 / ${before.length}`})).toBeAttached()
    await page.keyboard.press('ArrowDown')
    await expect.poll(keys).toEqual(moved(before, 0, 2))
    await page.keyboard.press('ArrowUp')
    await expect.poll(keys).toEqual(moved(before, 0, 1))
    await expect.poll(() => shownKeys(preview)).toEqual(moved(before, 0, 1))
    await expect(preview.getByRole('toolbar').first().getByRole('button', {name: 'Move up'})).toBeDisabled()
    await page.keyboard.press('Control+z')
    await expect.poll(keys).not.toEqual(moved(before, 0, 1))
    await page.keyboard.press('Control+y')
    await expect.poll(() => shownKeys(preview)).toEqual(moved(before, 0, 1))

    expect(await request.get('/h5/about').then((answer) => answer.text())).not.toContain('toolbar')
  })

  test('a block is dragged by its handle, past the edge of the window; Escape leaves it where it was', {
    tag: '@long',
  }, async ({page}) => {
    const before = await keys()
    const preview = await openAbout(page)
    await dragToEnd(page, preview)
    await page.keyboard.press('Escape')
    const {x = 0, y = 0} = (await page.locator('iframe').boundingBox()) ?? {}
    await page.mouse.move(x + 40, y + 200, {steps: 5})
    await page.mouse.up()
    await expect.poll(() => shownKeys(preview)).toEqual(before)

    await preview.locator('html').evaluate(() => window.scrollTo(0, 0))
    await dragToEnd(page, preview)
    await page.mouse.up()
    await expect.poll(keys).toEqual(moved(before, 0, before.length - 1))
    await expect.poll(() => shownKeys(preview)).toEqual(moved(before, 0, before.length - 1))
  })

  test('a copy stands below its block and its form opens; a deletion is undone', {tag: '@long'}, async ({page}) => {
    const before = await keys()
    const [first = '', second = ''] = before
    const preview = await openAbout(page)
    const original = await toolbarAt(preview, 0)
    await pointAt(original)
    await original.getByRole('button', {name: 'Duplicate'}).click()
    await expect.poll(async () => (await keys()).length).toBe(before.length + 1)
    const [unmoved, copy = ''] = await keys()
    expect(unmoved).toBe(first)
    await expect.poll(() => shownKeys(preview)).toEqual([first, copy, ...before.slice(1)])
    await expect(page.getByTestId(new RegExp(`^field-blocks\\[_key=="${copy}"\\]`)).first()).toBeVisible()
    await page.keyboard.press('Escape')

    const third = await toolbarAt(preview, 2)
    await pointAt(third)
    await third.getByRole('button', {name: 'Delete'}).click()
    await expect.poll(() => shownKeys(preview)).not.toContain(second)
    await expect.poll(keys).toEqual([first, copy, ...before.slice(2)])
    await page.getByTestId('undo-offer').click()
    await expect.poll(keys).toEqual([first, copy, ...before.slice(1)])
    await expect.poll(() => shownKeys(preview)).toEqual([first, copy, ...before.slice(1)])
  })
})

test.describe('in Chinese, on a phone', () => {
  test.use({viewport: {width: 390, height: 844}, locale: 'zh-CN', hasTouch: true})

  test('a block is added where it belongs, with its sample', async ({page}) => {
    const before = await keys()
    const preview = await openAbout(page)
    const toolbar = await toolbarAt(preview, 0)
    await expect(toolbar).toHaveAccessibleName(new RegExp(` 1 / ${before.length}$`))
    await toolbar.getByRole('button', {name: '在下面添加内容块'}).focus()
    await page.keyboard.press('Enter')
    await page.getByTestId('add-points').click()
    await expect.poll(async () => (await keys()).length).toBe(before.length + 1)
    const [, added = ''] = await keys()
    expect(await keys()).toEqual([before[0], added, ...before.slice(1)])
    expect(
      await content.fetch('*[_id == $id][0].blocks[1]{_type, "heading": heading.zh}', {id: `drafts.${pageId}`}),
    ).toEqual({_type: 'points', heading: '【示例】在这里写这一段的小标题'})
  })
})

test.describe('by touch', () => {
  test.use({viewport: {width: 390, height: 844}, hasTouch: true})

  test('a tap where hidden buttons are shows them, and a second one presses', async ({page}) => {
    const before = await keys()
    const toolbar = await toolbarAt(await openAbout(page), 1)
    const down = toolbar.locator('[data-edit="down"]')
    await down.scrollIntoViewIfNeeded()
    await expect(toolbar).toHaveCSS('opacity', '0')
    await down.tap({force: true})
    await expect(toolbar).toHaveCSS('opacity', '1')
    await down.tap()
    await expect.poll(keys).not.toEqual(before)
    expect(await keys()).toEqual(moved(before, 1, 2))
  })
})

test.describe('for what cannot be edited', () => {
  test.use({viewport: {width: 1440, height: 900}})

  test('there are no toolbars: with Edit off, and on the published page', {tag: '@long'}, async ({page}) => {
    const studio = await StudioPage.at(page)
    const preview = await openPreview(studio, '/h5/about')
    await toolbarAt(preview, 0)
    const edit = page.getByRole('checkbox', {name: 'Edit', exact: true})
    // The switch asks the page, and is disabled while none is connected; one that has just connected may not hear it
    // yet, and an editor clicks again. Sanity draws over the input.
    const turn = (checked: boolean) =>
      expect(async () => {
        await expect(edit).toBeEnabled()
        if ((await edit.isChecked()) !== checked) await edit.click({force: true})
        await expect(edit).toBeChecked({checked, timeout: 10_000})
      }).toPass()
    await turn(false)
    await expect(preview.getByRole('toolbar')).toHaveCount(0)
    await turn(true)
    await toolbarAt(preview, 0)

    await openPreview(studio, '/h5/about', 'published')
    await studio.untilIdle()
    await expect(preview.getByRole('toolbar')).toHaveCount(0)
  })
})
