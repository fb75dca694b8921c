import {expect, test} from 'vitest'
import {clientOf, openTestLake} from '../testing/openTestLake.ts'

test('a restart keeps documents, revisions, history and the order of times', async () => {
  const lake = await openTestLake()
  const client = clientOf(lake)
  await client.create({_id: 'a', _type: 'page', title: '试验'})
  const edited = await client.patch('a').set({title: '试验委托'}).commit()
  await client.create({_id: 'gone', _type: 'page'})
  await client.delete('gone')
  await lake.close()

  const again = await openTestLake({dir: lake.options.dir})
  expect(Array.from(again.documents.all())).toEqual([edited])
  expect(again.database.prepare('SELECT count(*) AS count FROM transactions').get()).toEqual({count: 4})
  const later = await clientOf(again).patch('a').set({n: 1}).commit()
  expect(later._updatedAt > edited._updatedAt).toBe(true)
})

test('times of commits never run backwards', async () => {
  const client = clientOf(await openTestLake())
  const created = await Promise.all(Array.from({length: 20}, () => client.create({_type: 'page'})))
  expect(new Set(created.map(({_updatedAt}) => _updatedAt)).size).toBe(20)
})
