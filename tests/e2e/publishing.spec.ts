import {type APIRequestContext, expect, test} from '@playwright/test'
import {localePath} from '../../lib/urls.ts'
import {cachedPage, cachedPages, untilCached} from '../support/cachedPages.ts'
import {content, publishEdit} from '../support/contentClient.ts'
import {contentVersion, pages, textOf, withoutBreaks} from '../support/siteUrls.ts'
import {untilSettled} from '../support/untilSettled.ts'

async function headingOf(request: APIRequestContext, path: string): Promise<string> {
  const response = await request.get(path)
  expect(response.status(), path).toBe(200)
  return textOf(await response.text(), 'h1')
}

/**
 * Waits until the cache has a page with this title, without a request, and then for a visitor to get it: whoever asks while
 * the site's own request is still being answered shares its answer, which may be the old page.
 */
async function untilVisitorsSee(title: string, request: APIRequestContext, name: string): Promise<void> {
  await untilCached(name, `${title}</h1>`)
  await expect.poll(() => headingOf(request, `/h5/${name}`)).toBe(title)
}

test('a published title is on its page before anybody asks for it', async ({request}) => {
  const title = await content.fetch('*[_id == "page-about"][0].title')
  for (const name of ['about', 'en/about']) await headingOf(request, `/h5/${name}`)
  await publishEdit('page-about', {title: {...title, zh: '关于我们：改过的标题', en: 'About us: a changed title'}})
  await untilVisitorsSee('关于我们：改过的标题', request, 'about')
  await untilVisitorsSee('About us: a changed title', request, 'en/about')
  await publishEdit('page-about', {title})
  await untilVisitorsSee(title.zh, request, 'about')
  await untilCached('en/about', `${title.en}</h1>`)
})

test('of two publishes at once the one that was committed last is what visitors see', async ({request}) => {
  const title = await content.fetch('*[_id == "page-story"][0].title')
  await headingOf(request, '/h5/story')
  for (const attempt of [1, 2, 3]) {
    await Promise.all(['一', '二'].map((name) => publishEdit('page-story', {'title.zh': `第${attempt}次，${name}`})))
    // Requests of two connections have no order of their own.
    const last = await content.fetch('*[_id == "page-story"][0].title.zh')
    await untilVisitorsSee(last, request, 'story')
    await untilSettled(request)
    expect(await headingOf(request, '/h5/story')).toBe(last)
  }
  await publishEdit('page-story', {title})
  await untilVisitorsSee(title.zh, request, 'story')
})

test('publishing one page leaves the cache entries of all others untouched', async ({request}) => {
  const title = await content.fetch('*[_id == "page-ui"][0].title')
  await headingOf(request, '/h5/ui')
  await untilSettled(request)
  /** Publishes a title. Returns the names of the entries that were written until all is quiet. */
  const writtenBy = async (zh: string) => {
    const before = cachedPages()
    expect(before.size).toBeGreaterThanOrEqual(pages.length)
    await publishEdit('page-ui', {'title.zh': zh})
    await untilVisitorsSee(zh, request, 'ui')
    await untilCached('en/ui', `<meta name="content-version" content="${contentVersion(cachedPage('ui'))}"`)
    await untilSettled(request)
    return [...cachedPages()].filter(([file, time]) => before.get(file) !== time).map(([file]) => file)
  }
  // Something else may have every page revalidated, such as the restart of an earlier test: but not each time.
  let attempt = 0
  await expect(async () => {
    attempt += 1
    // Its English page is revalidated with it.
    expect((await writtenBy(`只改这一页 ${attempt}`)).sort()).toEqual(['en/ui', 'ui'])
  }).toPass()
  await publishEdit('page-ui', {title})
  await untilVisitorsSee(title.zh, request, 'ui')
})

test('editing a claim changes every page that quotes it, and only those', async ({request}) => {
  const quoting: string[] = await content.fetch('*[_type == "page" && references("claim-favourableRate")].route')
  expect(quoting.length).toBeGreaterThan(1)
  const versions = async () => {
    const entries = pages.map(async ({path, locale}) => {
      const response = await request.get(path, {headers: {'accept-language': locale}})
      return [path, contentVersion(await response.text())] as const
    })
    return new Map(await Promise.all(entries))
  }
  const touched = pages.filter(({route}) => quoting.includes(route))
  const cached = () => touched.map(({locale, route}) => contentVersion(cachedPage(nameOf(localePath(locale, route)))))
  const untilRenewed = async (edit: Record<string, unknown>) => {
    const old = cached()
    await publishEdit('claim-favourableRate', edit)
    const renewed = () => cached().every((version, index) => version && version !== old[index])
    await expect.poll(renewed).toBe(true)
  }
  // What the test before restored may still be rendering.
  await untilSettled(request)
  const before = await versions()
  const statement = await content.fetch('*[_id == "claim-favourableRate"][0].statement')
  await untilRenewed({'statement.zh': '改过的声明：好评率。'})
  // Until the site's own requests have been answered, a visitor shares their answers.
  await untilSettled(request)
  const after = await versions()
  const changed = pages.filter(({path}) => before.get(path) !== after.get(path)).map(({path}) => path)
  expect(changed).toEqual(touched.map(({path}) => path))
  const about = await request.get('/h5/about')
  expect(withoutBreaks(await about.text())).toContain('改过的声明：好评率。')
  await untilRenewed({statement})
})

test('a document that fails the schema loses only the broken block', async ({request}) => {
  const blocks = await content.fetch('*[_id == "page-net"][0].blocks')
  const broken = blocks.map((block: {_type: string}) =>
    block._type === 'rules' ? {...block, items: 'not a list'} : block,
  )
  const visit = async () => withoutBreaks(await (await request.get('/h5/net')).text())
  const rules = '本机程序守三条'
  expect(await visit()).toContain(rules)
  await publishEdit('page-net', {blocks: broken})
  await expect.poll(() => cachedPage('net')).not.toContain(rules)
  // Until the site's own request has been answered, a visitor shares its answer.
  await expect.poll(visit).not.toContain(rules)
  const html = await visit()
  expect(textOf(html, 'h1')).toContain('.NET')
  expect(html).toContain('碰硬件的事，网页做不了')
  await publishEdit('page-net', {blocks})
  await untilCached('net', rules)
  await expect.poll(visit).toContain(rules)
})

/** Returns a page's name in the cache: `about`, `en/about`, and `index` for the home page. */
function nameOf(path: string): string {
  return path.slice(1) || 'index'
}
