import {type BrowserContext, expect, type Page, test} from '@playwright/test'
import {namedLake, namedLakeContent, signIn, startNamedLake} from '../support/namedLake.ts'
import {StudioPage} from '../support/StudioPage.ts'

test.use({viewport: {width: 1440, height: 900}})

let stop: () => Promise<void>
test.beforeAll(async () => {
  stop = await startNamedLake('reviewer', 'viewer')
})
test.afterAll(() => stop())

const draftTitle = () =>
  namedLakeContent.fetch<string | null>('*[_id == "drafts.page-story"][0].title.zh', {}, {perspective: 'raw'})

/** Who has changed the draft last, by the history. */
async function lastAuthor(): Promise<unknown> {
  const url = '/data/history/production/transactions/drafts.page-story'
  const lines = await namedLakeContent.request<string>({url, query: {excludeContent: 'true'}})
  const last: {author?: unknown} = JSON.parse(String(lines).trim().split('\n').at(-1) ?? '{}')
  return last.author
}

/** Signs out, as on the account page that the Studio's notice leads to. */
async function signOut(page: Page): Promise<void> {
  await page.goto(`${namedLake.url}/lake/account`)
  await page.getByRole('button', {name: 'Sign out', exact: true}).click()
  await expect(page.locator('input[name=password]')).toBeVisible()
}

/** Li Wei writes into a form from which another page has taken the session away, and somebody else signs in there. */
async function writeAndChange(context: BrowserContext, user: string, words: string) {
  const page = await context.newPage()
  const studio = await StudioPage.at(page)
  await signIn(page, namedLake.user)
  await studio.open('page-story', 'page', namedLake.url)
  await expect(studio.input('title.zh')).toBeEditable()
  const other = await context.newPage()
  await signOut(other)
  const notice = page.getByTestId('lake-away')
  await expect(notice).toContainText('You are signed out')
  await studio.fill('title.zh', words)
  await signIn(other, user)
  return {page, studio, other, notice}
}

test.afterEach(async () => {
  const draftId = 'drafts.page-story'
  if (await namedLakeContent.getDocument(draftId))
    await namedLakeContent.action({actionType: 'sanity.action.document.discard', draftId})
})

test('words that wait are not saved in the name of somebody else who signs in; they wait for their author', async ({
  context,
}) => {
  const {studio, other, notice} = await writeAndChange(context, 'reviewer', '李伟写的标题')
  await expect(notice).toContainText('李伟 opened this page, but Somebody, reviewer is signed in now')
  await expect(studio.input('title.zh')).toHaveValue('李伟写的标题')
  expect(await draftTitle()).toBeNull()
  await signOut(other)
  await signIn(other, namedLake.user)
  await expect(notice).toHaveCount(0)
  await expect.poll(draftTitle).toBe('李伟写的标题')
  expect(await lastAuthor()).toBe(namedLake.user)
})

test('somebody else who signs in may save such words in their own name, and goes on as themselves', async ({
  context,
}) => {
  const {page, studio, notice} = await writeAndChange(context, 'reviewer', '由审核人保存的标题')
  await notice.getByRole('button', {name: 'Save as Somebody, reviewer'}).click()
  await expect.poll(draftTitle).toBe('由审核人保存的标题')
  await expect(notice).toHaveCount(0)
  await expect(studio.input('title.zh')).toHaveValue('由审核人保存的标题')
  await page.locator('#user-menu').click()
  await expect(page.getByRole('menu')).toContainText('Somebody, reviewer')
  expect(await lastAuthor()).toBe('reviewer')
})

test('words that somebody else may not save stay, and this is said', async ({context}) => {
  const {studio, notice} = await writeAndChange(context, 'viewer', '看的人不能保存的标题')
  await notice.getByRole('button', {name: 'Save as Somebody, viewer'}).click()
  await expect(notice).toContainText('may not change this document')
  await expect(studio.input('title.zh')).toHaveValue('看的人不能保存的标题')
  expect(await draftTitle()).toBeNull()
})
