import {expect, type Page, type Route, test} from '@playwright/test'
import {namedLake, namedLakeContent, signIn, startNamedLake} from '../support/namedLake.ts'
import {StudioPage} from '../support/StudioPage.ts'

test.use({viewport: {width: 1440, height: 900}})

const draftId = 'drafts.page-about'

let stop: () => Promise<void>
test.beforeAll(async () => {
  stop = await startNamedLake()
})
test.afterAll(() => stop())

const discard = () => namedLakeContent.action({actionType: 'sanity.action.document.discard', draftId})
test.afterEach(async () => {
  if (await namedLakeContent.getDocument(draftId)) await discard()
})

const draftTitle = () =>
  namedLakeContent.fetch<string | null>(`*[_id == "${draftId}"][0].title.zh`, {}, {perspective: 'raw'})

/** Changes the draft as somebody else. */
const edit = (patch: {set: Record<string, string>} | {unset: string[]}) =>
  namedLakeContent.action({
    actionType: 'sanity.action.document.edit',
    draftId,
    publishedId: 'page-about',
    patch,
  })

async function openPage(page: Page, path = ''): Promise<StudioPage> {
  const studio = await StudioPage.at(page)
  await signIn(page, namedLake.user)
  await studio.visit(`${namedLake.url}/intent/edit/id=page-about;type=page${path}/`)
  return studio
}

test('whoever writes while somebody else discards the draft is told, and goes on writing', async ({page}) => {
  const studio = await openPage(page)
  await studio.input('title.zh').click()
  await page.keyboard.press('End')
  await page.keyboard.type('一')
  await expect.poll(draftTitle).toMatch(/一$/)
  // The next letter is on its way while the draft is discarded.
  const held = Promise.withResolvers<Route>()
  await page.route('**/data/actions/**', (route) => held.resolve(route), {times: 1})
  await page.keyboard.type('二')
  const request = await held.promise
  await discard()
  await expect(page.getByText('has discarded the changes of this draft')).toBeVisible()
  await request.continue()
  await page.keyboard.type('三四')
  await expect.poll(draftTitle).toContain('三四')
  await expect(studio.input('title.zh')).toHaveValue((await draftTitle()) ?? '')
})

test('letters go on where the caret is when somebody else changes the text around it', async ({page}) => {
  const studio = await openPage(page)
  const input = studio.input('title.zh')
  const before = await input.inputValue()
  await input.click()
  await page.keyboard.press('Home')
  await page.keyboard.type('甲')
  await expect.poll(draftTitle).toBe(`甲${before}`)
  await edit({set: {'title.zh': `甲${before}尾`}})
  await expect(input).toHaveValue(`甲${before}尾`)
  await page.keyboard.type('乙')
  await expect.poll(draftTitle).toBe(`甲乙${before}尾`)

  // An input method composes 你好 from its pinyin.
  const keyboard = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', {text, selectionStart: text.length, selectionEnd: text.length})
  await compose('ni')
  await expect.poll(draftTitle).toBe(`甲乙ni${before}尾`)
  await edit({set: {'title.zh': `首甲乙ni${before}尾`}})
  await expect(page.getByText(`首甲乙ni${before}尾`).first()).toBeAttached()
  await compose('nihao')
  await keyboard.send('Input.insertText', {text: '你好'})
  await expect.poll(draftTitle).toBe(`首甲乙你好${before}尾`)
  await expect(input).toHaveValue(`首甲乙你好${before}尾`)
  await page.keyboard.type('丙')
  await expect.poll(draftTitle).toBe(`首甲乙你好丙${before}尾`)
})

test('whoever writes in a block that somebody else removes is told who it was', {tag: '@long'}, async ({page}) => {
  const path = 'blocks[_key=="prose1"].heading.zh'
  await openPage(page, `;path=${encodeURIComponent(path)}`)
  await page.getByTestId(`field-${path}`).last().locator('input, textarea').first().click()
  await edit({unset: ['blocks[_key=="prose1"]']})
  await expect(page.getByText('has removed the item that you were writing in')).toBeVisible()
})
