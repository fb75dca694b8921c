import {expect, test} from '@playwright/test'
import {stegaClean} from '@sanity/client/stega'
import {content} from '../support/contentClient.ts'
import {discardDraft} from '../support/discardDraft.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {testProduct} from '../support/testProduct.ts'

const linkId = 'preview.linkOfTheTest_01'
const linkSecret = 'secret-of-the-link-32-characters'
const scenarioId = 'scenario-lims'

/** Makes a preview link as the Studio does, and returns the address that is handed on. */
async function makeLink(fields: object = {}): Promise<string> {
  await content.createOrReplace({
    _id: linkId,
    _type: 'previewLink',
    secret: linkSecret,
    route: '/about',
    locale: 'en',
    createdBy: 'the test',
    perspective: ['drafts'],
    endsAt: new Date(Date.now() + 60_000).toISOString(),
    ...fields,
  })
  return `/h5/api/draft-mode/link?key=linkOfTheTest_01.${linkSecret}`
}

test.describe('a link to a preview', () => {
  test.afterEach(async () => {
    await content.delete(linkId).catch(() => undefined)
    for (const id of ['page-about', 'page-java', 'siteSettings', scenarioId]) await discardDraft(id)
  })

  test('shows one page’s draft in both languages, and nothing else', async ({browser, baseURL}) => {
    const edit = (publishedId: string, set: object) =>
      content.action({
        actionType: 'sanity.action.document.edit',
        draftId: `drafts.${publishedId}`,
        publishedId,
        patch: {set},
      })
    await edit('page-about', {'title.zh': '链接里的草稿', 'title.en': 'The draft in the link'})
    await edit('page-java', {'title.zh': '别的草稿'})
    await edit('siteSettings', {'siteName.zh': '没有发布的名字'})
    // A phone that has nothing of ours, and no scripts.
    const context = await browser.newContext({baseURL, javaScriptEnabled: false, locale: 'zh-CN'})
    const page = await context.newPage()
    await page.goto(await makeLink())
    expect(new URL(page.url()).pathname).toBe('/h5/en/about')
    await expect(page.getByRole('heading', {level: 1})).toHaveText('The draft in the link')
    await expect(page.getByText('may differ from the published page')).toBeVisible()
    const response = await page.goto('/h5/about')
    const html = (await response?.text()) ?? ''
    expect(html).toContain('链接里的草稿')
    // Neither what leads into the Studio, nor what is typed elsewhere.
    expect(stegaClean(html)).toBe(html)
    for (const text of ['没有发布的名字', testProduct.studioUrl, 'data-sanity', 'draft-mode/events', linkSecret])
      expect(html).not.toContain(text)
    const headers = response?.headers() ?? {}
    expect(headers['cache-control']).toMatch(/private.*no-store/)
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await page.goto('/h5/java')
    await expect(page.getByRole('heading', {level: 1})).not.toHaveText('别的草稿')
    expect((await context.request.get('/h5/api/draft-mode/events')).status()).toBe(403)
    expect(await (await context.request.get('/h5/payloads/about.json')).text()).not.toContain('链接里的草稿')
    expect(await (await context.request.get('/h5/about.md')).text()).not.toContain('链接里的草稿')
    await page.goto('/h5/about')
    await page.getByRole('button', {name: '看已发布的页面'}).click()
    await expect(page.getByRole('heading', {level: 1})).not.toHaveText('链接里的草稿')
    await context.close()
  })

  test('ends when it is withdrawn, also where it was opened before', async ({page}) => {
    await content.createOrReplace({
      ...(await content.getDocument('page-about')),
      _id: 'drafts.page-about',
      _type: 'page',
      title: {zh: '收回的草稿', en: 'A withdrawn draft'},
    })
    const url = await makeLink()
    await page.goto(url)
    await expect(page.getByRole('heading', {level: 1})).toHaveText('A withdrawn draft')
    await content.delete(linkId)
    await page.reload()
    await expect(page.getByText('This preview link has ended')).toBeVisible()
    await expect(page.getByRole('heading', {level: 1})).not.toHaveText('A withdrawn draft')
    const late = await page.goto(url)
    expect(late?.status()).toBe(410)
    await expect(page.getByRole('heading', {level: 1})).toHaveText('这个预览链接已经失效')
  })

  test('shows the parts of the demo as its page: in the link’s perspective, as texts alone, and as long as it is good', async ({
    request,
  }) => {
    const {anchor, title} = await content.fetch('*[_id == $id][0]{anchor, title}', {id: scenarioId})
    const words = '链接里的场景'
    await content.action({
      actionType: 'sanity.action.document.edit',
      draftId: `drafts.${scenarioId}`,
      publishedId: scenarioId,
      patch: {set: {'title.zh': words}},
    })
    const part = async () => (await request.get(`/h5/payloads/scenarios/${anchor}.json`)).text()
    await request.get(await makeLink({route: '/demo', perspective: ['published']}))
    const published = await part()
    expect(published).toContain(title.zh)
    expect(published.includes(words)).toBe(false)
    await makeLink({route: '/demo', perspective: ['drafts']})
    const draft = await part()
    expect(draft).toContain(words)
    // Neither what leads into the Studio nor the ids of fields.
    expect(stegaClean(draft)).toBe(draft)
    await content.delete(linkId)
    expect(await part()).not.toContain(words)
  })

  test('is refused with a wrong key, after its end, or for longer than links last', async ({request}) => {
    const status = async (url: string) => (await request.get(url, {maxRedirects: 0})).status()
    const url = await makeLink()
    expect(await status(url)).toBe(307)
    const wrong = ['', 'x', `linkOfTheTest_01.${'x'.repeat(32)}`, `linkOfTheTest_02.${linkSecret}`, `*.${linkSecret}`]
    for (const key of wrong) expect(await status(`/h5/api/draft-mode/link?key=${key}`), key).toBe(410)
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString()
    for (const endsAt of [inDays(-0.1), inDays(31), 'never', null]) {
      expect(await status(await makeLink({endsAt})), String(endsAt)).toBe(410)
    }
    for (const fields of [{route: '/nope'}, {perspective: ['raw)']}, {perspective: []}])
      expect(await status(await makeLink(fields))).toBe(410)
  })
})

test.describe('in the Studio', () => {
  test.use({locale: 'zh-CN', viewport: {width: 1440, height: 900}})
  test.afterEach(() => discardDraft('page-story'))

  test('a link is made, opens the draft elsewhere, and is withdrawn', async ({page, browser}) => {
    const studio = await StudioPage.at(page)
    await studio.open('page-story', 'page')
    await studio.fill('title.zh', '给客户看的草稿')
    await page.getByTestId('action-menu-button').click()
    await page.getByRole('menuitem', {name: '分享预览'}).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', {name: '有效期'}).selectOption({label: '1 天有效'})
    await dialog.getByRole('button', {name: '生成链接'}).click()
    const url = dialog.getByTestId('preview-links').getByText('/h5/api/draft-mode/link?key=')
    await expect(url).toHaveCount(1)
    const elsewhere = await browser.newContext({locale: 'zh-CN'})
    const guest = await elsewhere.newPage()
    await guest.goto((await url.textContent()) ?? '')
    // The last keystrokes may still be on their way.
    await expect(async () => {
      await guest.reload()
      await expect(guest.getByRole('heading', {level: 1})).toHaveText('给客户看的草稿', {timeout: 2000})
    }).toPass()
    await dialog.getByRole('button', {name: '收回'}).click()
    await expect(url).toHaveCount(0)
    await guest.reload()
    await expect(guest.getByText('这个预览链接已经失效')).toBeVisible()
    await elsewhere.close()
  })
})
