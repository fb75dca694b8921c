import {type APIRequestContext, expect, test} from '@playwright/test'
import {cachedPages} from '../support/cachedPages.ts'
import {content, publishEdit} from '../support/content.ts'
import {contentVersion, pages, textOf} from '../support/siteUrls.ts'

const oneSecond = 1000

async function headingOf(request: APIRequestContext, path: string): Promise<string> {
  const response = await request.get(path)
  expect(response.status(), path).toBe(200)
  return textOf(await response.text(), 'h1')
}

/** What the first visitor who comes a second after the publish sees: one request, no second chance. */
async function firstVisitAfterASecond(request: APIRequestContext, path: string): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, oneSecond))
  return headingOf(request, path)
}

test('the first visitor a second after a publish sees the new title', async ({request}) => {
  const title = await content.fetch('*[_id == "page-about"][0].title')
  await headingOf(request, '/h5/about')
  await publishEdit('page-about', {title: {...title, zh: '关于我们：改过的标题', en: 'About us: a changed title'}})
  expect(await firstVisitAfterASecond(request, '/h5/about')).toBe('关于我们：改过的标题')
  expect(await headingOf(request, '/h5/en/about')).toBe('About us: a changed title')
  await publishEdit('page-about', {title})
  expect(await firstVisitAfterASecond(request, '/h5/about')).toBe(title.zh)
})

test('of two publishes five milliseconds apart the second is what visitors see', async ({request}) => {
  const title = await content.fetch('*[_id == "page-story"][0].title')
  for (const attempt of [1, 2, 3]) {
    const first = publishEdit('page-story', {'title.zh': `先发布的 ${attempt}`})
    await new Promise((resolve) => setTimeout(resolve, 5))
    await Promise.all([first, publishEdit('page-story', {'title.zh': `后发布的 ${attempt}`})])
    expect(await firstVisitAfterASecond(request, '/h5/story')).toBe(`后发布的 ${attempt}`)
  }
  await publishEdit('page-story', {title})
  expect(await firstVisitAfterASecond(request, '/h5/story')).toBe(title.zh)
})

test('publishing one page leaves the cache entries of all others untouched', async ({request}) => {
  const visitAll = () =>
    Promise.all(pages.map(({path, locale}) => request.get(path, {headers: {'accept-language': locale}})))
  await visitAll()
  const before = cachedPages()
  expect(before.size).toBeGreaterThanOrEqual(pages.length)
  const title = await content.fetch('*[_id == "page-ui"][0].title')
  await publishEdit('page-ui', {'title.zh': '只改这一页'})
  expect(await firstVisitAfterASecond(request, '/h5/ui')).toBe('只改这一页')
  await visitAll()
  const changed = [...cachedPages()].filter(([file, time]) => before.get(file) !== time).map(([file]) => file)
  expect(changed.sort()).toEqual(['en/ui', 'ui'])
  await publishEdit('page-ui', {title})
  expect(await firstVisitAfterASecond(request, '/h5/ui')).toBe(title.zh)
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
  const before = await versions()
  const statement = await content.fetch('*[_id == "claim-favourableRate"][0].statement')
  await publishEdit('claim-favourableRate', {'statement.zh': '改过的声明：好评率。'})
  await new Promise((resolve) => setTimeout(resolve, oneSecond))
  const after = await versions()
  const changed = pages.filter(({path}) => before.get(path) !== after.get(path)).map(({route}) => route)
  expect([...new Set(changed)].sort()).toEqual(quoting.sort())
  const about = await request.get('/h5/about')
  expect(await about.text()).toContain('改过的声明：好评率。')
  await publishEdit('claim-favourableRate', {statement})
})

test('a document that fails the schema loses only the broken block', async ({request}) => {
  const blocks = await content.fetch('*[_id == "page-net"][0].blocks')
  const broken = blocks.map((block: {_type: string}) =>
    block._type === 'rules' ? {...block, items: 'not a list'} : block,
  )
  await publishEdit('page-net', {blocks: broken})
  await new Promise((resolve) => setTimeout(resolve, oneSecond))
  const html = await (await request.get('/h5/net')).text()
  expect(textOf(html, 'h1')).toContain('.NET')
  expect(html).toContain('为什么不全用网页')
  expect(html).not.toContain('我们给自己定的规矩')
  await publishEdit('page-net', {blocks})
  await new Promise((resolve) => setTimeout(resolve, oneSecond))
  expect(await (await request.get('/h5/net')).text()).toContain('我们给自己定的规矩')
})
