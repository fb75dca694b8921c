import {afterEach, beforeEach, expect, test} from 'vitest'
import type {JsonObject, JsonValue} from '../../src/types.ts'
import {openSuiteLake, type SuiteLake} from '../openSuiteLake.ts'

let lake: SuiteLake
beforeEach(async () => {
  lake = await openSuiteLake([
    {_id: 'a', _type: 'page', title: 'old', author: {_type: 'reference', _ref: 'p', _weak: true}},
    {_id: 'p', _type: 'person'},
  ])
})
afterEach(() => lake.close())

const mutate = (mutations: JsonObject[], options = '') =>
  lake.post(`/v1/data/mutate/production${options}`, {mutations, transactionId: 'tx'})

async function ask(query: string): Promise<JsonValue | undefined> {
  return (await lake.get(`/v1/data/query/production?query=${encodeURIComponent(query)}`)).body.result
}

const edits: JsonObject[] = [
  {create: {_id: 'b', _type: 'page', title: 'b'}},
  {createIfNotExists: {_id: 'a', _type: 'page'}},
  {createOrReplace: {_id: 'a', _type: 'page', title: 'new'}},
  {patch: {id: 'b', set: {title: 'patched'}}},
  {delete: {id: 'p'}},
  {delete: {id: 'nobody'}},
]
const operations = [
  {id: 'b', operation: 'create'},
  {id: 'a', operation: 'none'},
  {id: 'a', operation: 'update'},
  {id: 'b', operation: 'update'},
  {id: 'p', operation: 'delete'},
]

test('returnIds: the answer names each mutation with its document and what it did', async () => {
  expect(await mutate(edits, '?returnIds=true')).toEqual({
    status: 200,
    body: {transactionId: 'tx', results: operations},
  })
})

test('returnDocuments: the answer has the documents as the transaction left them, and what was deleted', async () => {
  const {body} = await mutate(edits, '?returnIds=true&returnDocuments=true')
  const documents = [{title: 'patched'}, {title: 'new'}, {title: 'new'}, {title: 'patched'}, {_type: 'person'}]
  expect(body).toMatchObject({
    results: operations.map((operation, index) => ({...operation, document: {_id: operation.id, ...documents[index]}})),
  })
})

test.each(['sync', 'async', 'deferred'])('visibility %s: the next query sees the change', async (visibility) => {
  await mutate([{patch: {id: 'a', set: {title: visibility}}}], `?visibility=${visibility}`)
  expect(await ask('*[_id == "a"][0].title')).toBe(visibility)
})

test('an unknown visibility is refused before anything is written', async () => {
  expect(await mutate([{delete: {id: 'a'}}], '?visibility=never')).toMatchObject({status: 400})
  expect(await ask('*[_id == "a"][0]._id')).toBe('a')
})

test('dryRun, in the address or the body, answers and refuses like the real thing and writes nothing', async () => {
  const real = ['b', 'a', 'a', 'b', 'p']
  const {body} = await mutate(edits, '?dryRun=true&returnIds=true')
  expect(body).toMatchObject({results: real.map((id) => ({id}))})
  await lake.post('/v1/data/mutate/production', {mutations: edits, dryRun: true})
  expect(await mutate([{create: {_id: 'a', _type: 'page'}}], '?dryRun=true')).toMatchObject({status: 409})
  expect(await ask('*[]{_id, title}')).toEqual([
    {_id: 'a', title: 'old'},
    {_id: 'p', title: null},
  ])
  const {body: history} = await lake.get('/v1/data/query/production?query=*[_rev == "tx"]')
  expect(history.result).toEqual([])
})

test('dryRun of actions writes nothing either', async () => {
  const unpublish = {actionType: 'sanity.action.document.unpublish', publishedId: 'a', draftId: 'drafts.a'}
  expect(await lake.post('/v1/data/actions/production', {actions: [unpublish], dryRun: true})).toMatchObject({
    status: 200,
  })
  expect(await ask('*[_type == "page"]._id')).toEqual(['a'])
})

test.each([
  ['mutate', '?dryRun=1', {}],
  ['mutate', '?dryRun', {}],
  ['mutate', '?dryRun=false', {dryRun: 'yes'}],
  ['mutate', '?returnDocuments=1', {}],
  ['mutate', '?autoGenerateArrayKeys=TRUE', {}],
  ['mutate', '', {transactionId: 7}],
  ['actions', '?dryRun=1', {}],
  ['actions', '', {dryRun: 1}],
  ['actions', '', {transactionId: ['tx']}],
])(
  '%s%s %j: an option that cannot be understood is refused, and nothing is written',
  async (endpoint, address, options) => {
    const mutations = [{delete: {id: 'a'}}]
    const actions = [{actionType: 'sanity.action.document.delete', publishedId: 'a', includeDrafts: []}]
    const {status, body} = await lake.post(`/v1/data/${endpoint}/production${address}`, {
      mutations,
      actions,
      ...options,
    })
    expect(status).toBe(400)
    expect(body.message).toMatch(/"(dryRun|returnDocuments|autoGenerateArrayKeys|transactionId)" has to be/)
    expect(await ask('*[_id == "a"][0]._id')).toBe('a')
  },
)

test('transactionId: the address may name it, too; sent again, the request counts once', async () => {
  const send = () => lake.post('/v1/data/mutate/production?transactionId=tx', {mutations: [{create: {_type: 'page'}}]})
  const first = await send()
  expect(first).toMatchObject({status: 200, body: {transactionId: 'tx'}})
  expect(await send()).toEqual(first)
  expect(await ask('count(*[_rev == "tx"])')).toBe(1)
})

test('what is only referenced weakly can be deleted, and the reference then leads nowhere', async () => {
  expect(await mutate([{delete: {id: 'p'}}])).toMatchObject({status: 200})
  expect(await ask('*[_id == "a"]{"ref": author._ref, "author": author->}')).toEqual([{ref: 'p', author: null}])
})

test('a weak reference can become strong only while its document exists', async () => {
  const strengthen = {patch: {id: 'a', unset: ['author._weak']}}
  expect(await mutate([{delete: {id: 'p'}}, strengthen])).toMatchObject({status: 409})
  expect(await mutate([strengthen])).toMatchObject({status: 200})
  expect(await lake.post('/v1/data/mutate/production', {mutations: [{delete: {id: 'p'}}]})).toMatchObject({status: 409})
})

test('a strong reference that becomes weak no longer holds its document', async () => {
  await mutate([{patch: {id: 'a', unset: ['author._weak']}}])
  const mutations = [{delete: {id: 'p'}}, {patch: {id: 'a', set: {'author._weak': true}}}]
  expect(await lake.post('/v1/data/mutate/production', {mutations})).toMatchObject({status: 200})
})

test('when one mutation of many is refused, none is applied', async () => {
  const refused = await mutate([
    {create: {_id: 'x', _type: 'page'}},
    {patch: {id: 'a', set: {title: 'new'}}},
    {delete: {query: '*[_type == "person"]'}},
    {patch: {id: 'a', ifRevisionID: 'wrong', set: {n: 1}}},
  ])
  expect(refused).toMatchObject({status: 409, body: {error: {items: [{index: 3}]}}})
  expect(await ask('*[]{_id, title}')).toEqual([
    {_id: 'a', title: 'old'},
    {_id: 'p', title: null},
  ])
})

test('ifRevisionID lets one of ten editors through', async () => {
  const rev = await ask('*[_id == "a"][0]._rev')
  const answers = await Promise.all(
    Array.from({length: 10}, (_, n) =>
      lake.post('/v1/data/mutate/production', {mutations: [{patch: {id: 'a', ifRevisionID: rev, set: {n}}}]}),
    ),
  )
  expect(answers.map(({status}) => status).sort()).toEqual([200, ...Array.from({length: 9}, () => 409)])
})

test('a document may say when it was created, by a time with its zone and by nothing else', async () => {
  const create = (_createdAt: JsonValue) =>
    lake.post('/v1/data/mutate/production?returnDocuments=true', {mutations: [{create: {_type: 'test', _createdAt}}]})
  for (const time of ['1970-01-01T00:00:00Z', '2024-02-29T00:00:00Z', '2026-01-01T00:00:00.123456Z']) {
    expect((await create(time)).body).toMatchObject({results: [{document: {_createdAt: time}}]})
  }
  // In UTC, so that it is in order among others.
  expect((await create('2026-01-01T00:00:00.5+08:00')).body).toMatchObject({
    results: [{document: {_createdAt: '2025-12-31T16:00:00.500Z'}}],
  })
  const wrong = ['yesterday', '', '2026-01-01', '2026-13-01T00:00:00Z', '2026-01-01T00:00:00', 0, null, {}]
  const nonexistent = [
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '9999-12-31T23:00:00-23:00',
    '2026-01-01T00:00:00+99:00',
  ]
  for (const other of [...wrong, ...nonexistent]) {
    expect(await create(other)).toMatchObject({status: 400, body: {error: {type: 'mutationError'}}})
  }
})
