import {expect, test} from 'vitest'
import {SYSTEM, WRITE_TOKEN} from '../access/identities.ts'
import {clientOf, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {rejection} from '../testing/rejection.ts'
import type {Identity, PatchOperations} from '../types.ts'

test('create stores the document and fills in id, revision and times', async () => {
  const client = clientOf(await openTestLake())
  const created = await client.create({_type: 'page', title: '关于我们'})
  expect(created._id).toMatch(/^[0-9a-f-]{36}$/)
  expect(created._createdAt).toBe(created._updatedAt)
  expect(await client.getDocument(created._id)).toEqual(created)
})

test('an id that ends with a dot is completed', async () => {
  const client = clientOf(await openTestLake())
  const {_id} = await client.create({_id: 'drafts.', _type: 'page'})
  expect(_id).toMatch(/^drafts\..{36}$/)
})

test('create refuses an id that is taken', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page'})
  const {status, item, index} = await rejection(client.create({_id: 'a', _type: 'page'}))
  expect({status, type: item.type, id: item.id, index}).toEqual({
    status: 409,
    type: 'documentAlreadyExistsError',
    id: 'a',
    index: 0,
  })
})

test('createIfNotExists leaves an existing document as it is', async () => {
  const client = clientOf(await openTestLake())
  const first = await client.createIfNotExists({_id: 'a', _type: 'page', title: 'first'})
  const second = await client.createIfNotExists({_id: 'a', _type: 'page', title: 'second'})
  expect(second).toEqual(first)
})

test('createOrReplace replaces everything but the time of creation', async () => {
  const client = clientOf(await openTestLake())
  const first = await client.createOrReplace({_id: 'a', _type: 'page', title: 'first', extra: 1})
  const second = await client.createOrReplace({_id: 'a', _type: 'page', title: 'second'})
  expect(second).toMatchObject({title: 'second', _createdAt: first._createdAt})
  expect(second).not.toHaveProperty('extra')
  expect(second._updatedAt > first._updatedAt).toBe(true)
})

test('delete by id removes the document and returns it; deleting it again is no error', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page', title: 'gone'})
  const {results} = await client.delete('a')
  expect(results).toMatchObject([{id: 'a', operation: 'delete', document: {title: 'gone'}}])
  expect(await client.getDocument('a')).toBeUndefined()
  await client.delete('a')
})

test('delete by query removes what the query selects, drafts included', async () => {
  const client = clientOf(await openTestLake())
  for (const _id of ['a', 'drafts.a', 'b']) await client.create({_id, _type: _id === 'b' ? 'other' : 'page'})
  await client.delete({query: '*[_type == $type]', params: {type: 'page'}})
  expect(await client.fetch('*[]._id')).toEqual(['b'])
})

test.each([
  ['an id and a query', {id: 'a', query: '*[_id == "b"]'}, 'not by both'],
  ['an id that is null, and a query', {id: null, query: '*[_id == "b"]'}, 'not by both'],
  ['a query whose params are no object', {query: '*[_id != $id]', params: 'a'}, '"params"'],
  ['a query whose params are a list', {query: '*[_id != $id]', params: [{id: 'a'}]}, '"params"'],
])('a delete or patch with %s is refused, whatever it would select', async (_, target, reason) => {
  const client = clientOf(await openTestLake())
  for (const _id of ['a', 'b']) await client.create({_id, _type: 'page', n: 0})
  for (const mutation of [{delete: target}, {patch: {...target, set: {n: 1}}}]) {
    const {status, description} = await rejection(client.mutate([mutation as never]))
    expect([status, description]).toEqual([400, expect.stringContaining(reason)])
  }
  expect(await client.fetch('*[]{_id, n}')).toEqual([
    {_id: 'a', n: 0},
    {_id: 'b', n: 0},
  ])
})

test('autoGenerateArrayKeys gives keys to objects in arrays', async () => {
  const client = clientOf(await openTestLake())
  const created = await client.create(
    {_id: 'a', _type: 'page', items: [{text: 'x'}, {_key: 'mine'}, 'plain']},
    {autoGenerateArrayKeys: true},
  )
  expect(created.items).toEqual([{_key: expect.any(String), text: 'x'}, {_key: 'mine'}, 'plain'])
  const {items} = await client.create(
    {_type: 'page', items: Array.from({length: 2500}, () => ({text: 'x'}))},
    {autoGenerateArrayKeys: true},
  )
  const keys = new Set(items.map((item) => ('_key' in item ? item._key : undefined)))
  expect(keys.size).toBe(2500)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{12}$/)
})

test('a request for more than 250,000 keys is refused before they are made, which would hold up all others', async () => {
  const lake = await openTestLake()
  const patch = `{"patch":{"id":"none","set":{"items":[${'{},'.repeat(125_000)}{}]}}}`
  const response = await fetch(`${lake.url}/v1/data/mutate/production?autoGenerateArrayKeys=true`, {
    method: 'POST',
    headers: {authorization: `Bearer ${TEST_TOKENS.write}`},
    body: `{"mutations":[${patch},${patch}]}`,
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({error: {description: expect.stringContaining('250000 items')}})
})

test('a document of more than 250,000 values is refused, unless a dataset that holds one is imported', async () => {
  const lake = await openTestLake()
  const create = {_id: 'a', _type: 'page', list: Array.from({length: 250_000}, () => 1)}
  const write = (author: Identity) => () => lake.commit({mutations: [{create}], author})
  expect(write(WRITE_TOKEN)).toThrow('"a" has more than 250000 fields and list items')
  expect(lake.documents.get('a')).toBeUndefined()
  write(SYSTEM)()
  const patch = (edits: PatchOperations) => () =>
    lake.commit({mutations: [{patch: {id: 'a', ...edits}}], author: WRITE_TOKEN})
  expect(patch({set: {title: 'New'}})).toThrow('split it')
  patch({unset: ['list']})()
  patch({set: {title: 'New'}})()
  expect(lake.documents.get('a')).toMatchObject({title: 'New'})
})

test.each([
  ['a document without a type', {create: {_id: 'a'}}],
  ['an id with a space', {create: {_id: 'a b', _type: 'page'}}],
  ['a file of an import', {create: {_id: 'a', _type: 'page', cover: [{_sanityAsset: 'image@file://./images/a.png'}]}}],
  ['a field that an import would take for a file', {create: {_id: 'a', _type: 'page', _sanityAsset: 7}}],
  ['a field name that JavaScript reserves', {create: {_id: 'a', _type: 'page', hasOwnProperty: 1}}],
  ['an unknown operation', {upsert: {_id: 'a', _type: 'page'}}],
  ['two operations in one', {create: {_type: 'page'}, delete: {id: 'a'}}],
  ['a patch of nothing', {patch: {set: {a: 1}}}],
  ['a patch with a malformed path', {patch: {id: 'here', set: {'a!': 1}}}],
  ['a delete with a condition that deletes do not have', {delete: {id: 'here', ifRevisionID: 'other'}}],
  ['an increment by a word', {patch: {id: 'here', inc: {a: 'one'}}}],
])('%s is a 400 with a description', async (_name, mutation) => {
  const lake = await openTestLake()
  await clientOf(lake).create({_id: 'here', _type: 'page'})
  const response = await fetch(`${lake.url}/v1/data/mutate/production`, {
    method: 'POST',
    headers: {authorization: `Bearer ${TEST_TOKENS.write}`},
    body: JSON.stringify({mutations: [mutation]}),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({error: {type: 'mutationError', description: expect.any(String)}})
})
