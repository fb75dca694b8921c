import {createClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest'
import {expiredByRelease} from './expiredClaims.ts'

const claim = {
  _id: 'claim-rate',
  _type: 'claim',
  figure: 99,
  unit: {zh: '%', en: '%'},
  statement: {_type: 'localeString', zh: '{figure} 的好评率', en: '{figure} favourable'},
  expiryDate: '2098-06-30',
}
const page = {
  _id: 'page-about',
  _type: 'page',
  blocks: [{_key: 'a', _type: 'claims', claims: [{_key: 'b', _type: 'reference', _ref: claim._id}]}],
}

let lake: Awaited<ReturnType<typeof createTestLake>>
beforeAll(async () => {
  lake = await createTestLake({seed: [claim, page]})
})
beforeEach(() => lake.reset())
afterAll(() => lake.close())

/** Problems of a release with the page, with further documents, and with a time. */
async function told(metadata: {intendedPublishAt?: string}, ...others: {_id: string; _type: string}[]) {
  const client = createClient({...lake.clientConfig, maxRetries: 0})
  await client.releases.create({releaseId: 'rSpring', metadata: {releaseType: 'undecided', ...metadata}})
  const documents = [page, ...others].map((document) => ({...document, _id: `versions.rSpring.${document._id}`}))
  for (const document of documents) await client.create(document)
  return await expiredByRelease(client, 'rSpring', documents)
}

test('a claim that has expired by the time of a release is named where the release quotes it', async () => {
  const [problem, ...others] = await told({intendedPublishAt: '2098-07-01T01:00:00Z'})
  expect(others).toEqual([])
  expect(problem).toMatchObject({
    documentId: 'versions.rSpring.page-about',
    documentType: 'page',
    path: 'blocks[_key=="a"].claims[_key=="b"]',
    sentence: expect.stringMatching(/“99 ?% 的好评率”.*2098年6月30日.*Jun 30, 2098/s),
  })
})

test('it holds until its last day ends in China, and without a time the release is judged by now', async () => {
  expect(await told({intendedPublishAt: '2098-06-30T15:59:00Z'})).toEqual([])
  await lake.reset()
  expect(await told({intendedPublishAt: '2098-06-30T16:00:00Z'})).toHaveLength(1)
  await lake.reset()
  expect(await told({})).toEqual([])
})

test('the claim counts as the release has it', async () => {
  const later = {...claim, expiryDate: '2099-06-30'}
  expect(await told({intendedPublishAt: '2098-07-01T01:00:00Z'}, later)).toEqual([])
})
