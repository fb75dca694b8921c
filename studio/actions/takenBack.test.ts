import {createClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {afterAll, beforeAll, beforeEach, expect, test, vi} from 'vitest'
import {takenBackByRelease, takenBackLater, takenBackNow} from './takenBack.ts'

const about = {
  _id: 'page-about',
  _type: 'page',
  title: {zh: '关于', en: 'About'},
  blocks: [{_key: 'a', _type: 'prose'}],
}
const java = {_id: 'page-java', _type: 'page', title: {zh: 'Java'}}

let lake: Awaited<ReturnType<typeof createTestLake>>
beforeAll(async () => {
  lake = await createTestLake({seed: [about, java]})
})
beforeEach(() => lake.reset())
afterAll(() => lake.close())

const client = () => createClient({...lake.clientConfig, maxRetries: 0})

/** Makes a release with a version of the page about us. */
async function release(title: string, change: Record<string, unknown> = {}): Promise<void> {
  const releaseId = `r${title}`
  await client().releases.create({releaseId, metadata: {title, releaseType: 'undecided'}})
  await client().create({...about, ...change, _id: `versions.${releaseId}.page-about`})
}

/** What a draft with a change is told. */
async function told(change: Record<string, unknown>, page: {_id: string; _type: string} = about): Promise<string[]> {
  const draft = await client().create({...page, ...change, _id: `drafts.${page._id}`})
  const found = await takenBackNow(client(), draft)
  return found.map(({path, sentence}) => `${path} ${sentence}`)
}

test('a correction that a release lacks is named, with the release', async () => {
  await release('Spring', {blocks: []})
  await release('Autumn', {title: {zh: '秋天', en: 'About'}})
  await client().releases.schedule({releaseId: 'rAutumn', publishAt: '2099-06-15T12:00:00Z'})
  const found = await told({title: {zh: '关于我们', en: 'About'}})
  expect(found).toEqual([
    expect.stringMatching(/^title\.zh .*“Autumn”（2099年6月15日.*（1 处）/),
    expect.stringMatching(/^title\.zh .*“Spring”.*（1 处）/),
  ])
})

test('a release that has the correction, or has nothing of the page, is not named', async () => {
  await release('Spring', {title: {zh: '关于我们', en: 'About'}})
  expect(await told({title: {zh: '关于我们', en: 'About'}})).toEqual([])
  expect(await told({title: {zh: 'Java 开发'}}, java)).toEqual([])
})

test('a release that is over, or takes the page down, is not named', async () => {
  await release('Spring')
  await client().releases.archive({releaseId: 'rSpring'})
  await release('Autumn', {_system: {delete: true}})
  expect(await told({title: {zh: '关于我们', en: 'About'}})).toEqual([])
})

/** What the release screen shows. */
async function shown(releaseId: string): Promise<string[]> {
  const {problems} = await takenBackByRelease(client(), releaseId)
  return problems.map(({documentId, path, sentence}) => `${documentId} ${path} ${sentence}`)
}

/** Publishes another title of the page about us, as the button does. */
async function correct(change: Record<string, unknown>): Promise<void> {
  await client().createOrReplace({...about, ...change, _id: 'drafts.page-about'})
  await client().action({
    actionType: 'sanity.action.document.publish',
    draftId: 'drafts.page-about',
    publishedId: 'page-about',
  })
}

test('a release says what was published since its versions were made, until they have it, too', async () => {
  await release('Spring', {blocks: []})
  expect(await shown('rSpring')).toEqual([])
  await correct({title: {zh: '关于我们', en: 'About us'}})
  expect(await shown('rSpring')).toEqual([
    expect.stringMatching(/^versions\.rSpring\.page-about title\.\w\w .*又有别的修改发布了（2 处）/),
  ])
  await client().patch('versions.rSpring.page-about').set({'title.zh': '关于我们', 'title.en': 'About us'}).commit()
  expect(await shown('rSpring')).toEqual([])
})

test('a release that was archived and brought back says what was published before, and between', async () => {
  await release('Spring', {blocks: []})
  await correct({title: {zh: '关于我们', en: 'About'}})
  await client().releases.archive({releaseId: 'rSpring'})
  await correct({title: {zh: '关于我们', en: 'About us'}})
  await client().releases.unarchive({releaseId: 'rSpring'})
  expect(await shown('rSpring')).toEqual([expect.stringMatching(/又有别的修改发布了（2 处）/)])
})

test('a release reads the history of those of its documents alone that were published since', async () => {
  await client().releases.create({releaseId: 'rSpring', metadata: {title: 'Spring', releaseType: 'undecided'}})
  for (const publishedId of ['page-about', 'page-java'])
    await client().action({
      actionType: 'sanity.action.document.version.create',
      baseId: publishedId,
      publishedId,
      versionId: `versions.rSpring.${publishedId}`,
    })
  await client().patch('versions.rSpring.page-java').set({'title.zh': 'Java 开发'}).commit()
  await correct({title: {zh: '关于我们', en: 'About'}})
  const requests = vi.spyOn(globalThis, 'fetch')
  expect(await shown('rSpring')).toEqual([expect.stringMatching(/^versions\.rSpring\.page-about title\.zh/)])
  const read = requests.mock.calls.flatMap(
    ([url]) => /history.*versions\.rSpring\.(page-\w+)/.exec(String(url))?.[1] ?? [],
  )
  expect(read).toEqual(['page-about'])
  requests.mockRestore()
})

test('two releases that change one page name each other, with the number of places, until both agree', async () => {
  await release('Spring', {title: {zh: '春天', en: 'About'}})
  await release('Autumn', {blocks: []})
  await client().releases.schedule({releaseId: 'rAutumn', publishAt: '2099-06-15T12:00:00Z'})
  expect(await shown('rSpring')).toEqual([expect.stringMatching(/发布计划“Autumn”（2099年6月15日.*（2 处）/)])
  expect(await shown('rAutumn')).toEqual([expect.stringMatching(/发布计划“Spring”也改了它.*（2 处）/)])
  await client().patch('versions.rSpring.page-about').set({blocks: []}).commit()
  await client().releases.unschedule({releaseId: 'rAutumn'})
  await client().patch('versions.rAutumn.page-about').set({'title.zh': '春天'}).commit()
  expect([...(await shown('rSpring')), ...(await shown('rAutumn'))]).toEqual([])
})

test('a release that takes a page down, or has a new page alone, has nothing to say', async () => {
  await release('Spring', {_system: {delete: true}})
  await release('Autumn', {blocks: []})
  await client().create({...java, _id: 'versions.rAutumn.page-new'})
  expect([...(await shown('rSpring')), ...(await shown('rAutumn'))]).toEqual([])
})

test('a draft that is to be scheduled is told of what was published meanwhile, and of the releases that differ', async () => {
  await client().create({...about, blocks: [], _id: 'drafts.page-about'})
  await client().patch('page-about').set({'title.en': 'About us'}).commit()
  await release('Spring', {title: {zh: '春天', en: 'About us'}})
  const draft = await client().getDocument('drafts.page-about')
  const found = draft ? await takenBackLater(client(), draft) : []
  expect(found.map(({path, sentence}) => `${path} ${sentence}`)).toEqual([
    expect.stringMatching(/^title\.en 写这份草稿期间/),
    expect.stringMatching(/发布计划“Spring”也改了它.*（3 处）/),
  ])
})
