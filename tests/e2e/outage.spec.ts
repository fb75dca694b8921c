import {expect, test} from '@playwright/test'
import {content, publishEdit} from '../support/contentClient.ts'
import {killLake, killSite, whileLakeHangs} from '../support/lakeProcess.ts'
import {pages, textOf} from '../support/siteUrls.ts'

test('every page answers while the lake hangs, and publishing goes on afterwards without a restart of the site', {
  tag: '@long',
}, async ({request}) => {
  await whileLakeHangs(async () => {
    const answers = await Promise.all(
      pages.map(async ({path, locale}) => {
        const response = await request.get(path, {headers: {'accept-language': locale}})
        return [path, response.status()] as const
      }),
    )
    expect(answers.filter(([, status]) => status !== 200)).toEqual([])
    expect((await request.get('/h5/nope')).status()).toBe(404)
  })
  const title = await content.fetch('*[_id == "page-java"][0].title')
  await publishEdit('page-java', {'title.zh': '故障之后发布的'})
  await expect.poll(async () => textOf(await (await request.get('/h5/java')).text(), 'h1')).toBe('故障之后发布的')
  await publishEdit('page-java', {title})
})

test('a publish whose lake is killed at once reaches the site when the lake is back, and no page fails meanwhile', {
  tag: '@long',
}, async ({request}) => {
  const title = await content.fetch('*[_id == "page-maixun"][0].title')
  await publishEdit('page-maixun', {'title.zh': '发布后立刻断电'})
  killLake()
  const statuses = new Set<number>()
  await expect
    .poll(async () => {
      const response = await request.get('/h5/maixun')
      statuses.add(response.status())
      return textOf(await response.text(), 'h1')
    })
    .toBe('发布后立刻断电')
  expect([...statuses]).toEqual([200])
  await expect
    .poll(() => content.fetch('*[_id == "page-maixun"][0].title.zh').catch(() => undefined))
    .toBe('发布后立刻断电')
  await publishEdit('page-maixun', {title})
  await expect.poll(async () => textOf(await (await request.get('/h5/maixun')).text(), 'h1')).toBe(title.zh)
})

test('killing the lake in the middle of edits loses nothing that it had acknowledged', async () => {
  const ids = Array.from({length: 200}, (_, index) => `role-crash${index}`)
  const acknowledged: string[] = []
  const writes = ids.map(async (_id) => {
    await content.create(
      // Of a type that no webhook tells the site of: it would look at all pages two hundred times, into the next tests.
      {_id, _type: 'system.crashTest'},
      {returnDocuments: false},
    )
    acknowledged.push(_id)
    if (acknowledged.length === 60) killLake()
  })
  await Promise.allSettled(writes)
  expect(acknowledged.length).toBeGreaterThanOrEqual(60)
  const kept = async () => {
    const found: string[] = await content.fetch('*[_id in $ids]._id', {ids}).catch(() => [])
    return acknowledged.filter((id) => !found.includes(id))
  }
  await expect.poll(kept).toEqual([])
  await content.delete({query: '*[_id in $ids]', params: {ids}})
})

test('a site whose process is killed is back by itself, with what was published meanwhile', {tag: '@long'}, async ({
  request,
}) => {
  const title = await content.fetch('*[_id == "page-odoo"][0].title')
  const visit = () =>
    request.get('/h5/odoo').then(
      async (answer) => textOf(await answer.text(), 'h1'),
      () => 'away',
    )
  killSite()
  await publishEdit('page-odoo', {'title.zh': '站点重启时发布的'})
  await expect.poll(visit).toBe('站点重启时发布的')
  await publishEdit('page-odoo', {title})
  await expect.poll(visit).toBe(title.zh)
})
