import {expect, test} from 'vitest'
import {clientOf, openTestLake} from '../testing/openTestLake.ts'
import {syncTagsOf} from './syncTags.ts'

test('a query shares a tag with the transactions that may change its result, and with no others', async () => {
  const lake = await openTestLake()
  const client = clientOf(lake)
  await client.create({_id: 'person', _type: 'person', name: 'Ada'})
  await client.create({_id: 'a', _type: 'page', author: {_type: 'reference', _ref: 'person'}})
  await client.create({_id: 'claim', _type: 'claim'})
  const tagsOf = async (query: string) => (await client.fetch(query, {}, {filterResponse: false})).syncTags ?? []
  const pages = await tagsOf('*[_type == "page"]{"name": author->name}')
  const claim = await tagsOf('*[_id == "claim"][0]')
  const everything = await tagsOf('*[defined(name)]')

  const changed: string[][] = []
  lake.onTransaction(({changes}) => changed.push(syncTagsOf(changes)))
  const affected = (tags: string[]) => changed.map((change) => change.some((tag) => tags.includes(tag)))
  await client.patch('person').set({name: 'Grace'}).commit()
  await client.create({_id: 'drafts.b', _type: 'page'})
  await client.createOrReplace({_id: 'drafts.claim', _type: 'claim'})

  expect(affected(pages)).toEqual([true, true, false])
  expect(affected(claim)).toEqual([false, false, true])
  expect(affected(everything)).toEqual([true, true, true])
})
