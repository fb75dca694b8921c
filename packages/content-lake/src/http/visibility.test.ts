import {expect, it} from 'vitest'
import {SYSTEM} from '../access/identities.ts'
import type {StartedLake} from '../Lake.ts'
import {openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {readEventStream} from '../testing/readEventStream.ts'

const SECRET = 'not to be seen'
const IDS = ['drafts.a', 'versions.r1.a', 'private.a', 'a.b.c']

async function openSecretLake(): Promise<StartedLake> {
  const lake = await openTestLake()
  const mutations = [
    ...IDS.map((_id) => ({create: {_id, _type: 'page', title: SECRET}})),
    ...IDS.map((_ref, index) => ({
      create: {_id: `public${index}`, _type: 'page', title: 'seen', to: {_type: 'reference', _ref, _weak: true}},
    })),
  ]
  lake.commit({mutations, author: SYSTEM})
  return lake
}

const QUERIES = [
  '*',
  '*{..., "title": to->title}',
  '*[_id in path("**")]',
  '*[to->title == $secret]',
  '*[_id in $ids]',
  '*[references($ids)]{"t": to->{title}}',
  '*[title match "seen*"]{to->}',
  'array::intersects(*.title, [$secret])',
  'count(*[_id in path("drafts.**")]) > 0 || count(*[_id in path("private.*")]) > 0',
]

it('drafts, versions and dotted ids are seen with a token, and without one nowhere', async () => {
  const lake = await openSecretLake()
  const read = async (path: string, token?: string) => {
    for (;;) {
      const response = await fetch(`${lake.url}/${path}`, {headers: token ? {authorization: `Bearer ${token}`} : {}})
      const text = await response.text()
      // A busy machine has no time for a long query at once.
      if (response.status !== 503 && response.status !== 504) return text
    }
  }
  const perspectives = ['raw', 'published']
  const queries = QUERIES.flatMap((query) =>
    perspectives.map((perspective) => {
      const parameters = {
        query,
        perspective,
        returnQuery: 'false',
        $secret: JSON.stringify(SECRET),
        $ids: JSON.stringify(IDS),
      }
      return `v1/data/query/production?${new URLSearchParams(parameters)}`
    }),
  )
  const paths = [
    ...queries,
    `v1/data/doc/production/${IDS.join()}`,
    `v1/data/history/production/transactions/${IDS.join()}`,
    `v1/data/history/production/documents/${IDS.join()}`,
    ...IDS.map((id) => `v1/data/history/production/events/documents/${id}`),
    'v1/data/export/production',
    'v1/lake/backup',
  ]
  for (const path of paths) {
    const text = await read(path)
    expect([path, text.includes(SECRET)]).toEqual([path, false])
    if (path.includes('count') || path.includes('intersects')) expect(JSON.parse(text)).toMatchObject({result: false})
  }
  const behindReferences = new URLSearchParams({query: '*[to->title == $secret]._id', $secret: JSON.stringify(SECRET)})
  const found = async (token?: string) => JSON.parse(await read(`v1/data/query/production?${behindReferences}`, token))
  expect(await found()).toMatchObject({result: []})
  expect(await found(TEST_TOKENS.read)).toMatchObject({result: ['public0', 'public1', 'public2', 'public3']})
  expect(await read(`v1/data/doc/production/${IDS[0]}`, TEST_TOKENS.read)).toContain(SECRET)
  expect(await read('v1/data/export/production', TEST_TOKENS.read)).toContain(SECRET)
  for (const perspective of ['drafts', 'previewDrafts', 'r1,drafts']) {
    expect(await read(`v1/data/query/production?query=*&perspective=${perspective}`)).toContain('"statusCode":401')
  }
})

it('a listener without a token hears of what is public, and cannot find out by its filter what is not', async () => {
  const lake = await openSecretLake()
  const listen = (query: string) =>
    readEventStream(
      `${lake.url}/v1/data/listen/production?${new URLSearchParams({query, includeResult: 'true', includeAllVersions: 'true'})}`,
    )
  const all = await listen('*')
  const guesses = await listen(`*[to->title == "${SECRET}" || _id == "end"]`)
  const live = await readEventStream(`${lake.url}/v1/data/live/events/production`)
  for (const stream of [all, guesses, live]) expect((await stream.next()).event).toBe('welcome')

  const patches = [...IDS, 'public0'].map((id) => ({patch: {id, set: {extra: SECRET.length}}}))
  for (const mutation of patches) lake.commit({mutations: [mutation], author: SYSTEM})
  lake.commit({mutations: [{create: {_id: 'end', _type: 'page'}}], author: SYSTEM})

  expect((await all.next()).data).toMatchObject({documentId: 'public0', author: '', identity: ''})
  expect((await all.next()).data).toMatchObject({documentId: 'end'})
  expect((await guesses.next()).data).toMatchObject({documentId: 'end'})
  expect((await live.next()).event).toBe('message')
  expect((await fetch(`${lake.url}/v1/data/live/events/production?includeDrafts=true`)).status).toBe(401)
})
