import {createClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest'
import {lostInReleases} from './lostInReleases.ts'

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
  const found = await lostInReleases(client(), draft)
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
