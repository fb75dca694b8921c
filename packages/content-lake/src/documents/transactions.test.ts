import {expect, onTestFinished, test, vi} from 'vitest'
import {ChangeStates} from '../store/ChangeStates.ts'
import {clientOf, openTestLake} from '../testing/openTestLake.ts'
import {rejection} from '../testing/rejection.ts'

test('a transaction that fails in its last mutation changes nothing and is not heard of', async () => {
  const lake = await openTestLake()
  const client = clientOf(lake)
  await client.create({_id: 'a', _type: 'page', title: 'old'})
  const heard: string[] = []
  lake.onTransaction(({id}) => heard.push(id))
  const {index} = await rejection(
    client
      .transaction()
      .patch('a', (patch) => patch.set({title: 'new'}))
      .create({_id: 'b', _type: 'page'})
      .create({_id: 'a', _type: 'page'})
      .commit(),
  )
  expect(index).toBe(2)
  expect(await client.fetch('*[]{_id, title}')).toEqual([{_id: 'a', title: 'old'}])
  expect(heard).toEqual([])
})

test('mutations see what earlier ones of their transaction did', async () => {
  const client = clientOf(await openTestLake())
  await client.mutate([
    {create: {_id: 'a', _type: 'page', n: 1}},
    {patch: {id: 'a', inc: {n: 1}}},
    {delete: {id: 'missing'}},
    {patch: {query: '*[n == 2]', set: {found: true}}},
  ])
  expect(await client.getDocument('a')).toMatchObject({n: 2, found: true})
})

test('a transaction keeps the id that the client gave it, and no other may have it', async () => {
  const client = clientOf(await openTestLake())
  await client
    .transaction([{create: {_id: 'a', _type: 'page'}}])
    .transactionId('my-transaction')
    .commit()
  expect(await client.getDocument('a')).toMatchObject({_rev: 'my-transaction'})
  const again = client
    .transaction([{create: {_id: 'b', _type: 'page'}}])
    .transactionId('my-transaction')
    .commit()
  const reads = vi.spyOn(ChangeStates.prototype, 'after')
  onTestFinished(() => reads.mockRestore())
  expect((await rejection(again)).status).toBe(409)
  // Those of a transaction may be tens of thousands.
  expect(reads).not.toHaveBeenCalled()
})

test('a transaction of several mutations that is sent again is answered in their order, also for what they left alone', async () => {
  const lake = await openTestLake()
  const client = clientOf(lake)
  await client.create({_id: 'old', _type: 'page', n: 0})
  const send = () =>
    client.mutate(
      [
        {create: {_id: 'b', _type: 'page'}},
        {create: {_id: 'a', _type: 'page'}},
        {createIfNotExists: {_id: 'old', _type: 'page'}},
        {patch: {id: 'b', set: {n: 1}}},
        {delete: {id: 'missing'}},
        {delete: {id: 'a'}},
        {create: {_id: 'drafts.c', _type: 'page'}},
      ],
      {transactionId: 'repeated', returnFirst: false, returnDocuments: false},
    )
  const first = await send()
  expect(first.results.map(({id, operation}) => `${operation} ${id}`)).toEqual([
    ...['create b', 'create a', 'none old', 'update b', 'delete a', 'create drafts.c'],
  ])
  await client.patch('old').set({n: 1}).commit()
  expect(await send()).toEqual(first)
})

test('a transaction that is sent again, because its answer was lost, is answered as before and applied once', async () => {
  const lake = await openTestLake()
  const client = clientOf(lake)
  await client.create({_id: 'a', _type: 'page', n: 1})
  const send = () => client.patch('a').inc({n: 1}).commit({transactionId: 'lost-answer'})
  const first = await send()
  const heard: string[] = []
  lake.onTransaction(({id}) => heard.push(id))
  expect(await send()).toEqual(first)
  expect(first).toMatchObject({n: 2, _rev: 'lost-answer'})
  expect(heard).toEqual([])
})

test('so is one for which the lake makes keys, which differ in every other transaction', async () => {
  const client = clientOf(await openTestLake())
  const send = async (transactionId: string): Promise<string[]> => {
    const document = {_id: 'a', _type: 'page', list: [{n: 1}, {n: 2}]}
    await client.mutate([{createOrReplace: document}], {transactionId, autoGenerateArrayKeys: true})
    return client.fetch('*[_id == "a"][0].list[]._key')
  }
  const keys = await send('one')
  expect(await send('one')).toEqual(keys)
  expect(new Set([...keys, ...(await send('two'))]).size).toBe(4)
})

test('the secrets of previews can be made and cleaned up as the Studio does it', async () => {
  const client = clientOf(await openTestLake())
  const _id = 'drafts.5f6c3b0e-secret'
  await client
    .transaction()
    .createIfNotExists({_id, _type: 'sanity.previewUrlSecret'})
    .patch(_id, (patch) => patch.set({secret: 's3cret', source: 'presentation'}))
    .commit({visibility: 'sync'})
  const outdated = '*[_type == "sanity.previewUrlSecret" && dateTime(_updatedAt) <= dateTime(now()) - $age]'
  const fresh =
    '*[_type == "sanity.previewUrlSecret" && secret == $secret && dateTime(_updatedAt) > dateTime(now()) - 3600][0]._id'
  expect(await client.fetch(fresh, {secret: 's3cret'})).toBe(_id)
  await client.delete({query: outdated, params: {age: 3600}})
  expect(await client.fetch(fresh, {secret: 's3cret'})).toBe(_id)
  await client.delete({query: outdated, params: {age: -60}})
  expect(await client.fetch(fresh, {secret: 's3cret'})).toBeNull()
})

test('dryRun says what would happen and does not do it', async () => {
  const client = clientOf(await openTestLake())
  const result = await client.create({_id: 'a', _type: 'page'}, {dryRun: true})
  expect(result._id).toBe('a')
  expect(await client.getDocument('a')).toBeUndefined()
})

test('events come in commit order, even when a listener commits', async () => {
  const lake = await openTestLake()
  const author = {id: 'test', name: 'Test', rights: 'write'} as const
  const heard: number[] = []
  lake.onTransaction(({seq, changes}) => {
    if (changes[0]?.documentId === 'a') lake.commit({mutations: [{create: {_id: 'b', _type: 'page'}}], author})
    heard.push(seq)
  })
  const late: number[] = []
  lake.onTransaction(({seq}) => late.push(seq))
  lake.commit({mutations: [{create: {_id: 'a', _type: 'page'}}], author})
  expect(heard).toEqual([1, 2])
  expect(late).toEqual([1, 2])
})

test('what a beforeCommit listener throws undoes the commit', async () => {
  const lake = await openTestLake()
  const author = {id: 'test', name: 'Test', rights: 'write'} as const
  const stop = lake.beforeCommit(() => {
    throw new Error('no room')
  })
  expect(() => lake.commit({mutations: [{create: {_id: 'a', _type: 'page'}}], author})).toThrow('no room')
  stop()
  expect(lake.documents.has('a')).toBe(false)
  lake.commit({mutations: [{create: {_id: 'a', _type: 'page'}}], author})
  expect(lake.documents.has('a')).toBe(true)
})
