import {expect, test} from '@playwright/test'
import {content, publishEdit} from '../support/contentClient.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {textOf, withoutBreaks} from '../support/siteUrls.ts'
import {testProduct} from '../support/testProduct.ts'

test.use({viewport: {width: 1440, height: 1000}})

const claimId = 'claim-favourableRate'

/** Leaves an unpublished change, as another marketer would. */
async function leaveDraft(
  publishedId: string,
  patch: {set?: Record<string, unknown>; unset?: string[]},
): Promise<void> {
  const draftId = `drafts.${publishedId}`
  await content.action({actionType: 'sanity.action.document.edit', draftId, publishedId, patch})
}

test('a changed claim shows every page that quotes it, and is published once its owner is named', {
  tag: '@long',
}, async ({page, request}) => {
  const {owner, statement} = await content.fetch('*[_id == $id][0]{owner, statement}', {id: claimId})
  const quoting: string[] = await content.fetch('*[_type == "page" && references($id)].route', {id: claimId})
  const studio = await StudioPage.at(page)
  await studio.open(claimId, 'claim')
  const list = studio.form.getByTestId('showing-pages').getByRole('listitem')
  await expect(list).toHaveCount(quoting.length)
  for (const route of quoting) await expect(list.getByText(route, {exact: true})).toBeVisible()

  await studio.fill('statement.zh', '端到端改过的说法。')
  await studio.publishButton.click()
  const refused = page.getByTestId('publish-refuse')
  await expect(refused).toContainText(
    'The claim has no owner: name the real one. Until then no change to it can be published.',
  )
  await expect(refused.getByTestId('showing-pages').getByRole('listitem')).toHaveCount(quoting.length)
  expect(await content.fetch('*[_id == $id][0].statement.zh', {id: claimId})).toBe(statement.zh)

  await refused.getByRole('link', {name: 'Go there'}).first().click()
  await studio.fill('owner', '端到端测试')
  await studio.publish()
  await expect
    .poll(async () => withoutBreaks(await (await request.get('/h5/about')).text()))
    .toContain('端到端改过的说法。')
  await publishEdit(claimId, {owner, statement})
})

test('a figure that is changed is changed in its sentence, in both languages; one typed by hand is refused', async ({
  page,
  request,
}) => {
  const {owner, figure, statement} = await content.fetch('*[_id == $id][0]{owner, figure, statement}', {id: claimId})
  const studio = await StudioPage.at(page)
  const sentence = (locale: string) => studio.form.getByTestId(`sentence-${locale}`)
  try {
    await leaveDraft(claimId, {set: {owner: '端到端测试'}})
    await studio.open(claimId, 'claim')
    await expect(sentence('zh')).toHaveText('99% 的好评率。')
    await studio.fill('figure', '97')
    await expect(sentence('zh')).toHaveText('97% 的好评率。')
    await expect(sentence('en')).toHaveText('A 97% favourable rate.')

    await studio.fill('statement.zh', '99% 的好评率。')
    await studio.publishButton.click()
    await expect(page.getByTestId('publish-refuse')).toContainText('The words “99%” are typed by hand')
    await page.getByRole('button', {name: 'Back', exact: true}).click()
    await studio.form.getByTestId('use-figure-zh').click()
    await expect(studio.input('statement.zh')).toHaveValue('{figure} 的好评率。')
    await studio.publish()
    for (const [path, now, before] of [
      ['/h5/about', '97% 的好评率。', '99% 的好评率'],
      ['/h5/en/about', 'A 97% favourable rate.', 'A 99% favourable rate'],
    ] as const) {
      const html = async () => withoutBreaks(await (await request.get(path)).text())
      await expect.poll(html).toContain(now)
      expect(await html()).not.toContain(before)
    }
  } finally {
    await content.delete({query: '*[_id == $draft]', params: {draft: `drafts.${claimId}`}})
    await publishEdit(claimId, {owner, figure, statement})
  }
})

for (const {locale, tag, expired, incomplete} of [
  {
    locale: 'en-US',
    tag: [],
    expired: 'has expired',
    incomplete: 'This page cannot do without the block “Module map”: put it back.',
  },
  {
    locale: 'zh-CN',
    tag: ['@long'],
    expired: '已经过期',
    incomplete: '这个页面不能没有“模块一览”内容块：请加回来。',
  },
]) {
  test.describe(locale, {tag}, () => {
    test.use({locale})

    test('an expired claim and a page without its main block are refused with the reason', async ({page}) => {
      await leaveDraft(claimId, {set: {owner: '测试负责人', reviewDate: '2020-01-01', expiryDate: '2020-06-30'}})
      await leaveDraft('page-lims', {unset: ['blocks[_type=="moduleMap"]']})
      const studio = await StudioPage.at(page)
      const publish = page.getByTestId(/^action-(publish|发布)$/)
      const refused = page.getByTestId('publish-refuse')
      await studio.open(claimId, 'claim')
      await expect(studio.form.getByTestId('claim-expired')).toBeVisible()
      await publish.click()
      await expect(refused).toContainText(expired)
      await studio.open('page-lims', 'page')
      await publish.click()
      await expect(refused).toContainText(incomplete)
      expect(await content.fetch('count(*[_id == "page-lims"][0].blocks[_type == "moduleMap"])')).toBe(1)
      await content.delete({query: '*[_id in ["drafts.page-lims", $draft]]', params: {draft: `drafts.${claimId}`}})
    })
  })
}

test('a date is read as people write it, refused if it cannot be, and stored though its field is never left', async ({
  page,
}) => {
  await leaveDraft(claimId, {set: {owner: '测试负责人', reviewDate: '2030-01-01', expiryDate: '2030-06-30'}})
  const stored = () => content.fetch('*[_id == $draft][0].expiryDate', {draft: `drafts.${claimId}`})
  const studio = await StudioPage.at(page)
  await studio.visit(`${testProduct.studioUrl}/intent/edit/id=${claimId};type=claim;path=expiryDate/`)
  const date = studio.form.getByTestId('field-expiryDate').getByTestId('date-input')
  try {
    await date.fill('2031年3月6日')
    await date.press('Tab')
    await expect.poll(stored).toBe('2031-03-06')
    await expect(date).toHaveValue('2031-03-06')
    await date.fill('明年三月')
    await studio.publishButton.click()
    await expect(page.getByTestId('publish-refuse')).toContainText('cannot be read as a date')
    await page.getByRole('button', {name: 'Back', exact: true}).click()
    expect(await content.fetch('*[_id == $claimId][0].expiryDate', {claimId})).not.toBe('2031-03-06')
    await date.fill('2031-04-07')
    await expect(date).toBeFocused()
    await page.goto('about:blank')
    await expect.poll(stored).toBe('2031-04-07')
  } finally {
    await content.delete({query: '*[_id == $draft]', params: {draft: `drafts.${claimId}`}})
  }
})

test('publishing without English says what visitors will see, and takes a second click', {tag: '@long'}, async ({
  page,
  request,
}) => {
  const title = await content.fetch('*[_id == "page-java"][0].title')
  const studio = await StudioPage.at(page)
  await studio.open('page-java', 'page')
  await studio.fill('title.en', '')
  await studio.publishButton.click()
  const asked = page.getByTestId('publish-ask')
  await expect(asked).toContainText('One text has no English. Once published, English pages show the Chinese there')
  await expect(asked).toContainText(title.zh)
  expect(await content.fetch('*[_id == "page-java"][0].title.en')).toBe(title.en)

  await page.getByTestId('publish-anyway').click()
  await expect(studio.publishButton).toBeDisabled()
  await expect.poll(async () => textOf(await (await request.get('/h5/en/java')).text(), 'h1')).toBe(title.zh)
  await publishEdit('page-java', {title})
})

test('the health check lists findings and links to their fields', {tag: '@long'}, async ({page}) => {
  const studio = await StudioPage.at(page)
  await studio.open('siteSettings', 'siteSettings')
  await page.getByRole('link', {name: 'Health', exact: true}).click()
  const unproven = page.getByTestId('health-claimUnproven')
  await expect(unproven).toContainText('Claims without a source or an owner')
  await unproven.getByRole('link').first().click()
  await expect(studio.form.getByTestId('field-owner')).toBeVisible()
})
