import {expect, test} from 'vitest'
import {WRITE_TOKEN as author} from '../access/identities.ts'
import {threadTime} from '../query/limits/StepBudget.ts'
import {clientOf, openTestLake} from '../testing/openTestLake.ts'
import {rejection} from '../testing/rejection.ts'

const to = (_ref: string) => ({_type: 'reference', _ref})

test('a strong reference to a missing document is refused on create and on patch', async () => {
  const client = clientOf(await openTestLake())
  const refused = {type: 'documentReferenceDoesNotExistError', id: 'a', referenceID: 'nope'}
  const created = await rejection(client.create({_id: 'a', _type: 'page', author: to('nope')}))
  expect(created).toMatchObject({status: 409, item: refused})
  await client.create({_id: 'a', _type: 'page'})
  expect(
    await rejection(
      client
        .patch('a')
        .set({list: [to('nope')]})
        .commit(),
    ),
  ).toMatchObject({status: 409, item: refused})
})

test('drafts are held to their strong references like any document', async () => {
  const client = clientOf(await openTestLake())
  expect((await rejection(client.create({_id: 'drafts.a', _type: 'page', author: to('nope')}))).status).toBe(409)
})

test('weak references, and those into other datasets, may point nowhere', async () => {
  const client = clientOf(await openTestLake())
  const weak = {...to('nope'), _weak: true, _strengthenOnPublish: {type: 'person'}}
  await client.create({_id: 'drafts.a', _type: 'page', weak, other: {...to('far'), _projectId: 'p', _dataset: 'd'}})
})

test('a document that is referenced strongly cannot be deleted; the error names who references it', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'person', _type: 'person'})
  await client.create({_id: 'b', _type: 'page', author: to('person')})
  await client.create({_id: 'drafts.a', _type: 'page', author: to('person')})
  const {status, item, description} = await rejection(client.delete('person'))
  expect(status).toBe(409)
  expect(item).toMatchObject({type: 'documentHasExistingReferencesError', referencingIDs: ['b', 'drafts.a']})
  expect(description).toContain('"b"')
})

test('removing the reference first, or in the same transaction, makes the delete possible', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'person', _type: 'person'})
  await client.create({_id: 'a', _type: 'page', author: to('person')})
  await client
    .transaction()
    .delete('person')
    .patch('a', (patch) => patch.unset(['author']))
    .commit()
  expect(await client.fetch('*[]._id')).toEqual(['a'])
})

test('documents that reference each other can be created together in any order, and deleted together', async () => {
  const client = clientOf(await openTestLake())
  await client
    .transaction()
    .create({_id: 'a', _type: 'page', other: to('b')})
    .create({_id: 'b', _type: 'page', other: to('a')})
    .commit()
  expect((await rejection(client.delete('a'))).status).toBe(409)
  await client.transaction().delete('a').delete('b').commit()
})

test('a document that references itself can be created and deleted', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'a', _type: 'page', self: to('a')})
  await client.delete('a')
})

test('a referenced document cannot be replaced by one of another type', async () => {
  const client = clientOf(await openTestLake())
  await client.create({_id: 'person', _type: 'person'})
  await client.create({_id: 'a', _type: 'page', author: to('person')})
  expect((await rejection(client.createOrReplace({_id: 'person', _type: 'robot'}))).status).toBe(409)
  await client.createOrReplace({_id: 'person', _type: 'person', name: 'new'})
})

test('references are checked again after a restart', async () => {
  const lake = await openTestLake()
  const client = clientOf(lake)
  await client.create({_id: 'person', _type: 'person'})
  await client.create({_id: 'a', _type: 'page', author: to('person')})
  await lake.close()
  const again = clientOf(await openTestLake({dir: lake.options.dir}))
  expect((await rejection(again.delete('person'))).status).toBe(409)
})

test('deleting many documents to which long ones refer weakly keeps to the ten seconds of a request', async () => {
  const lake = await openTestLake()
  const ids = Array.from({length: 6000}, (_, index) => `a${index}`)
  const refs = ids.map((id) => ({...to(id), _weak: true}))
  lake.commit({author, mutations: ids.map((_id) => ({create: {_id, _type: 'page'}}))})
  lake.commit({author, mutations: ['b', 'c'].map((_id) => ({create: {_id, _type: 'list', refs}}))})
  const start = threadTime()
  const {results} = lake.commit({author, mutations: [{delete: {query: '*[_type == "page"]'}}], dryRun: true})
  expect(results).toHaveLength(ids.length)
  expect(threadTime() - start).toBeLessThan(10_000)
})
