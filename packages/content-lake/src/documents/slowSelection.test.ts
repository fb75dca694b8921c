import {ServerError} from '@sanity/client'
import {expect, test} from 'vitest'
import {clientOf, openTestLake} from '../testing/openTestLake.ts'
import {rejection} from '../testing/rejection.ts'

/** Each looks at every document for every document. */
const HOSTILE = '*[count(*[count(*[length(text) > length(^.^.text)]) > 0]) > 0]'
/** Of a kind that is never evaluated among other requests, but soon done. */
const COSTLY = '*[array::intersects([_id], $ids)]'

async function open(maxQueryMs = 50_000) {
  const lake = await openTestLake({maxQueryMs})
  const client = clientOf(lake)
  const transaction = client.transaction()
  for (let index = 0; index < 300; index += 1)
    transaction.create({_id: `d${index}`, _type: 'doc', text: 'x'.repeat(index)})
  await transaction.commit()
  return client
}

test.each([
  ['patch', {patch: {query: HOSTILE, set: {text: ''}}}],
  ['delete', {delete: {query: HOSTILE}}],
])('a %s by a hostile query is ended, changes nothing, and holds up nobody meanwhile', async (_, mutation) => {
  const client = await open(2000)
  let isOver = false
  const attack = client
    .mutate([mutation])
    .then(
      () => 200,
      (error: unknown) => (error instanceof ServerError ? error.statusCode : error),
    )
    .finally(() => {
      isOver = true
    })
  let answered = 0
  while (!isOver) {
    expect(await client.fetch('*[_id == "d7"][0]._id')).toBe('d7')
    answered += 1
  }
  expect(await attack).toBe(504)
  // If it were evaluated between other requests, two could be answered: one before it and one after.
  expect(answered).toBeGreaterThan(2)
  expect(await client.fetch('count(*[length(text) > 1])')).toBe(298)
})

test('a costly query selects all the same, and only what its sender sees then', async () => {
  const client = await open()
  await client.create({_id: 'drafts.d7', _type: 'doc'})
  await client.delete({query: COSTLY, params: {ids: ['d7', 'drafts.d7', 'none']}})
  expect(await client.fetch('count(*)')).toBe(299)
  const edit = client.patch({query: `${COSTLY}._id`, params: {ids: ['d8', 'd9']}}).set({text: 'new'})
  await edit.commit({visibility: 'sync'})
  expect(await client.fetch('*[text == "new"]._id')).toEqual(['d8', 'd9'])
})

test.each([
  ['at once', '*[owner == identity()]'],
  ['in the query process', '*[owner == identity() && array::intersects([_type], ["doc"])]'],
])('what a query of a deletion finds of its sender is the same, %s', async (_, query) => {
  const client = await open()
  await client.create({_id: 'mine', _type: 'doc', owner: 'write-token'})
  await client.create({_id: 'other', _type: 'doc', owner: 'lake'})
  await client.delete({query})
  expect(await client.fetch('*[defined(owner)]._id')).toEqual(['other'])
})

test('one of them comes first in its transaction; behind a change it is refused', async () => {
  const client = await open()
  const remove = (id: string) => ({delete: {query: COSTLY, params: {ids: [id]}}})
  expect(await rejection(client.mutate([{delete: {id: 'd1'}}, remove('d2')]))).toMatchObject({
    status: 400,
    description: expect.stringContaining('select the documents first'),
  })
  expect(await rejection(client.mutate([remove('d1'), remove('d2')]))).toMatchObject({status: 400})
  await client.mutate([remove('none'), remove('d2'), {delete: {id: 'd1'}}])
  expect(await client.fetch('count(*)')).toBe(298)
})

test('so many of them that they would never end are refused', async () => {
  const client = await open()
  const remove = {delete: {query: COSTLY, params: {ids: ['none']}}}
  const many = Array.from({length: 17}, () => structuredClone(remove))
  expect(await rejection(client.mutate(many))).toMatchObject({status: 400})
  expect(await client.fetch('count(*)')).toBe(300)
})

test('a result that names no documents is refused, wherever it was evaluated', async () => {
  const client = await open()
  for (const query of ['*[0...2]{text}', `${COSTLY.replace('$ids', '["d1"]')}{text}`]) {
    expect(await rejection(client.mutate([{delete: {id: 'x'}}, {delete: {query}}]))).toMatchObject({
      status: 400,
      item: {type: 'validationError'},
      index: 1,
    })
  }
})
