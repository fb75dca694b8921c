import {expect, type Page, test} from '@playwright/test'
import {content} from '../support/contentClient.ts'
import {discardDraft} from '../support/discardDraft.ts'
import {killLake} from '../support/lakeProcess.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {testProduct} from '../support/testProduct.ts'

test.use({viewport: {width: 1440, height: 900}})

const pageId = 'page-about'

interface Draft {
  title: string
  blocks: string[]
}

const draft = async (): Promise<Draft> =>
  content.fetch<Draft>('coalesce(*[_id == $draft][0], *[_id == $id][0]){"title": title.zh, "blocks": blocks[]._key}', {
    id: pageId,
    draft: `drafts.${pageId}`,
  })

/** Chooses from the menu of a block in the form's list. */
async function chooseFromMenu(page: Page, key: string, name: string): Promise<void> {
  await page.locator(`[id='blocks[_key=="${key}"]-menuButton']`).click()
  await page.getByRole('menuitem', {name, exact: true}).click()
}

/** Presses where no field has the focus. */
async function pressOutside(page: Page, keys: string): Promise<void> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press(keys)
}

async function openPage(page: Page): Promise<StudioPage> {
  const studio = await StudioPage.at(page)
  await studio.open(pageId, 'page')
  return studio
}

test.beforeEach(() => discardDraft(pageId))
test.afterEach(() => discardDraft(pageId))

test('typing, a duplicate and a deletion are undone one by one, also after a reload and a restart of the lake, and redone', {
  tag: '@long',
}, async ({page}) => {
  const before = await draft()
  const [first = '', second = ''] = before.blocks
  const studio = await openPage(page)
  await studio.input('title.zh').click()
  await page.keyboard.press('End')
  await page.keyboard.type('以后', {delay: 200})
  await expect.poll(async () => (await draft()).title).toBe(`${before.title}以后`)
  await chooseFromMenu(page, first, 'Duplicate')
  await expect.poll(async () => (await draft()).blocks).toHaveLength(before.blocks.length + 1)
  const duplicated = await draft()
  // The copy is opened.
  await page.getByRole('dialog').getByRole('button', {name: 'Close dialog'}).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await chooseFromMenu(page, second, 'Remove')
  await expect.poll(async () => (await draft()).blocks).toHaveLength(before.blocks.length)
  const end = await draft()

  await expect(page.getByTestId('document-undo')).toBeEnabled()
  await pressOutside(page, 'Control+z')
  await expect.poll(draft).toEqual(duplicated)

  await page.reload()
  await expect(page.getByTestId('document-undo')).toBeEnabled()
  await pressOutside(page, 'Control+z')
  await expect.poll(draft).toEqual({...before, title: `${before.title}以后`})

  // Sanity's tools do not survive every read that fails; that is not this test's subject.
  await studio.untilIdle()
  killLake()
  await expect.poll(() => draft().catch(() => undefined)).toBeDefined()
  await studio.input('title.zh').click()
  await page.keyboard.press('Control+z')
  await expect.poll(draft).toEqual(before)
  await expect(studio.input('title.zh')).toHaveValue(before.title)

  await expect(page.getByTestId('document-redo')).toBeEnabled()
  for (const keys of ['Control+Shift+z', 'Control+y', 'Control+Shift+z']) await pressOutside(page, keys)
  await expect.poll(draft).toEqual(end)
  await expect(page.getByTestId('document-redo')).toBeDisabled()
})

test('a deletion offers to be undone', async ({page}) => {
  const before = await draft()
  await openPage(page)
  await chooseFromMenu(page, before.blocks[0] ?? '', 'Remove')
  await page.getByTestId('undo-offer').click()
  await expect.poll(draft).toEqual(before)
})

test('what somebody else wrote since is neither undone nor overwritten', async ({page}) => {
  const before = await draft()
  const studio = await openPage(page)
  await studio.fill('title.zh', '我写的')
  await expect.poll(async () => (await draft()).title).toBe('我写的')
  const edit = (set: object) =>
    content.action({
      actionType: 'sanity.action.document.edit',
      draftId: `drafts.${pageId}`,
      publishedId: pageId,
      patch: {set},
    })
  await edit({'title.en': 'By somebody else'})
  await expect(studio.input('title.en')).toHaveValue('By somebody else')
  await pressOutside(page, 'Control+z')
  await expect.poll(async () => (await draft()).title).toBe(before.title)
  await expect(studio.input('title.en')).toHaveValue('By somebody else')

  await pressOutside(page, 'Control+Shift+z')
  await expect.poll(async () => (await draft()).title).toBe('我写的')
  await edit({'title.zh': '别人写的'})
  await expect(studio.input('title.zh')).toHaveValue('别人写的')
  await pressOutside(page, 'Control+z')
  await expect(page.getByText('changed by somebody else since')).toBeVisible()
  expect((await draft()).title).toBe('别人写的')
})

test('words in running text can be undone, and there Ctrl+Z is its editor’s own until the text is empty', {
  tag: '@long',
}, async ({page}) => {
  const studio = await StudioPage.at(page)
  await studio.visit(
    `${testProduct.studioUrl}/intent/edit/id=${pageId};type=page;path=${encodeURIComponent('blocks[_key=="prose1"].body.zh')}/`,
  )
  const text = page.getByTestId('field-blocks[_key=="prose1"].body.zh').last().locator('[contenteditable=true]').first()
  await text.click()
  await expect(text).toBeFocused()
  await page.keyboard.type('abc')
  await expect(text).toContainText('abc')
  await expect(page.getByTestId('document-undo')).toBeEnabled()
  await page.keyboard.press('Control+z')
  await expect(text).not.toContainText('abc')
  await expect(page.getByText('Undone')).toBeHidden()

  // A text of one paragraph that is emptied is forgotten by its editor.
  const saved = () => content.getDocument(`drafts.${pageId}`).then((draft) => draft?.blocks[0].body.zh)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('one paragraph')
  await expect.poll(async () => (await saved())?.[0].children[0].text).toBe('one paragraph')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Backspace')
  await expect.poll(saved).toBeUndefined()
  await page.keyboard.press('Control+z')
  await expect(text).toHaveText('one paragraph')
  await expect(text).toBeFocused()
})
