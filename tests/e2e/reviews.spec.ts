import {expect, test} from '@playwright/test'
import {namedLake, namedLakeContent, signIn, startNamedLake} from '../support/namedLake.ts'
import {StudioPage} from '../support/StudioPage.ts'

const desk = {locale: 'zh-CN', viewport: {width: 1440, height: 900}}
test.use(desk)

let stop: () => Promise<void>
/** The marketer's window, for both tests: a load of the Studio is dear. */
let marketers: StudioPage
test.beforeAll(async ({browser}) => {
  marketers = await StudioPage.at(await browser.newPage(desk))
  stop = await startNamedLake('contributor')
  await signIn(marketers.page, namedLake.user)
})
test.afterAll(async () => {
  await marketers.page.close()
  await stop()
})
test.afterEach(() => marketers.leave())

test('a contributor drafts, comments and asks for a review, is answered, asks again, and a marketer publishes', async ({
  page,
}) => {
  const theirs = await StudioPage.at(page)
  await signIn(page, 'contributor')
  await theirs.open('page-story', 'page', namedLake.url)
  await theirs.fill('title.zh', '撰稿人起草的标题')
  const ask = async (note: string) => {
    await page.getByRole('button', {name: /^(请求审核|被退回，再请求)$/}).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(note)
    await dialog.getByRole('button', {name: '请求审核'}).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', {name: '已请求审核'})).toBeVisible()
  }
  const field = theirs.form.getByTestId('field-title.zh')
  await field.hover()
  await field.getByRole('button', {name: '添加评论'}).click()
  await page.keyboard.type('这样写行吗？ @李')
  const mentioned = page.getByTestId('comments-mentions-menu').getByRole('button', {name: '李伟'})
  await expect(mentioned).toBeVisible()
  await expect(mentioned).not.toContainText('不能看')
  // The list draws itself anew as more of it is known, and takes no key meanwhile.
  await expect(async () => {
    if (await mentioned.isVisible()) await page.keyboard.press('Enter')
    await expect(page.getByTestId('comment-input-editable')).toContainText('@李伟', {timeout: 3000})
  }).toPass()
  await page.getByTestId('comment-input-send-button').click()
  const theirComments = page.getByTestId('comments-list')
  await expect(theirComments).toContainText('这样写行吗？ @李伟')
  await ask('请看标题。')
  // What publishes for others cannot be pressed, and says why.
  await page.getByTestId('action-menu-button').click()
  await expect(page.getByRole('menuitem', {name: /发布/}).first()).toBeDisabled()
  await page.keyboard.press('Escape')

  const other = marketers.page
  await marketers.visit(`${namedLake.url}/structure`)
  await other.getByRole('button', {name: '待审核 1'}).click()
  const reviews = other.getByTestId('reviews')
  await expect(reviews).toContainText('请看标题。')
  await reviews.getByRole('button', {name: '退回'}).click()
  await other.getByLabel('要改什么').fill('标题再短一点。')
  await other.getByRole('dialog').getByRole('button', {name: '退回'}).click()
  await expect(reviews).not.toContainText('请看标题。')
  await expect(other.getByRole('button', {name: /待审核/})).toHaveCount(0)

  await page.getByRole('button', {name: '被退回，再请求'}).click()
  await expect(page.getByRole('dialog')).toContainText('标题再短一点。')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', {name: '被退回，再请求'})).toBeFocused()
  await ask('好了。')
  // The request leads to what has changed.
  await reviews.getByRole('link', {name: '标题 › 中文'}).click()
  await expect(other.getByTestId('field-title.zh').locator('input')).toBeFocused()

  // Comments appear without a reload: the answer in the contributor's list, from which the resolved one goes.
  await other.getByRole('button', {name: '打开评论'}).first().click()
  const comment = other.getByTestId('comments-list-item').filter({hasText: '这样写行吗？'})
  await comment.getByTestId('comment-input-editable').click()
  await other.keyboard.type('可以，我来发布。')
  await comment.getByTestId('comment-input-send-button').click()
  await expect(theirComments).toContainText('可以，我来发布。')
  await comment.hover()
  await comment.getByRole('button', {name: '回应'}).first().click()
  await other.getByRole('menuitem', {name: '回应：赞'}).click()
  await expect(theirComments).toContainText('👍')
  await comment.hover()
  await comment.getByRole('button', {name: '标记评论为已解决'}).click()
  await expect(theirComments).not.toContainText('这样写行吗？')
  await page.getByRole('button', {name: '未解决'}).click()
  await page.getByRole('menuitem', {name: '已解决'}).click()
  await expect(theirComments).toContainText('可以，我来发布。')

  await other.getByRole('button', {name: '发布', exact: true}).click()
  await expect(page.getByRole('button', {name: '请求审核'})).toBeDisabled()
  await expect(other.getByRole('button', {name: /待审核/})).toHaveCount(0)
})

test('a marketer asks for a review of a claim, which only others publish', async () => {
  const {page} = marketers
  await marketers.open('claim-defects', 'claim', namedLake.url)
  await marketers.fill('figure', '4')
  await page.getByRole('button', {name: '请求审核'}).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', {name: '请求审核'}).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', {name: '已请求审核'})).toBeVisible()

  // It is nobody's to answer but a reviewer's, and what became of it is in *Reviews*.
  await expect(page.getByRole('button', {name: /待审核/})).toHaveCount(0)
  const asked = `review.claim-defects.${namedLake.user}`
  await namedLakeContent
    .patch(asked, {set: {state: 'returned', answer: '请附证明。', answeredBy: 'contributor'}})
    .commit()
  await marketers.goTo(`${namedLake.url}/reviews`)
  const reviews = page.getByTestId('reviews')
  await expect(reviews).toContainText('Somebody, contributor：请附证明。')
  await expect(reviews.getByText('被退回')).toBeVisible()
  await expect(reviews.getByRole('button', {name: /^退回/})).toHaveCount(0)
  await reviews.getByRole('button', {name: '撤回请求'}).click()
  await expect(page.getByText('没有等待审核的草稿。')).toBeVisible()
  expect(await namedLakeContent.getDocument(asked)).toBeUndefined()
})
