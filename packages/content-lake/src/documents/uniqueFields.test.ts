import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import type {SanityClient} from '@sanity/client'
import {expect, test} from 'vitest'
import {importDataset} from '../dataset/importDataset.ts'
import {clientOf, newFolder, openTestLake} from '../testing/openTestLake.ts'
import {rejection} from '../testing/rejection.ts'

const rule = {type: 'post', fields: ['slug.current', 'former'], message: 'Choose another address.'}
const unique = [rule]
const post = (_id: string, current: string, fields: object = {}) => ({_id, _type: 'post', slug: {current}, ...fields})

async function openWith(rules: (typeof rule & {keep?: boolean})[] = unique): Promise<SanityClient> {
  const client = clientOf(await openTestLake({unique: rules}))
  await client.create(post('one', 'lqm'))
  return client
}

const publish = (client: SanityClient, id: string) =>
  client.action({actionType: 'sanity.action.document.publish', draftId: `drafts.${id}`, publishedId: id})

const takes: [string, (client: SanityClient) => Promise<unknown>][] = [
  ['create', (client) => client.create(post('two', 'lqm'))],
  ['createIfNotExists', (client) => client.createIfNotExists(post('two', 'lqm'))],
  ['createOrReplace', (client) => client.createOrReplace(post('two', 'lqm'))],
  [
    'a patch',
    async (client) => {
      await client.create(post('two', 'free'))
      return client.patch('two').set({'slug.current': 'lqm'}).commit()
    },
  ],
  [
    'a patch by query',
    async (client) => {
      await client.create(post('two', 'free'))
      return client
        .patch({query: '*[_id == "two"]'})
        .set({slug: {current: 'lqm'}})
        .commit()
    },
  ],
  [
    'diffMatchPatch',
    async (client) => {
      await client.create(post('two', 'lq'))
      return client.patch('two').diffMatchPatch({'slug.current': '@@ -1,2 +1,3 @@\n lq\n+m\n'}).commit()
    },
  ],
  [
    'an insert into a list',
    async (client) => {
      await client.create(post('two', 'free', {former: []}))
      return client.patch('two').append('former', ['lqm']).commit()
    },
  ],
  [
    'the publish action',
    async (client) => {
      await client.create(post('drafts.two', 'lqm'))
      return publish(client, 'two')
    },
  ],
  [
    'a publish by mutations',
    async (client) => {
      await client.create(post('drafts.two', 'lqm'))
      return client.transaction().createOrReplace(post('two', 'lqm')).delete('drafts.two').commit()
    },
  ],
  [
    'another type under an id that was given up',
    async (client) => {
      await client.create({...post('two', 'lqm'), _type: 'other'})
      await client.delete('two')
      return client.createOrReplace(post('two', 'lqm'))
    },
  ],
  ['two at once', (client) => client.transaction().create(post('two', 'new')).create(post('three', 'new')).commit()],
  ['a dry run', (client) => client.create(post('two', 'lqm'), {dryRun: true})],
]

test.each(takes)('%s is refused a value that another document has', async (_name, take) => {
  const client = await openWith()
  const {status, item, description} = await rejection(take(client))
  expect(status).toBe(409)
  expect(item).toMatchObject({type: 'uniqueFieldError', holder: expect.stringMatching(/one|two|three/)})
  expect(description).toMatch(
    /^Choose another address\. "(lqm|new)" in slug\.current or former of "(two|three)" is that of/,
  )
  expect(await client.fetch('count(*[_type == "post" && slug.current == "lqm" && !(_id in path("drafts.**"))])')).toBe(
    1,
  )
})

test.each(['LQM', ' lqm ', 'ｌｑｍ', 'lq\u200bm', 'lqm\u{e0001}', 'l\u00adqm'])(
  '%j is the same value',
  async (value) => {
    const client = await openWith()
    expect((await rejection(client.create(post('two', value)))).status).toBe(409)
  },
)

test('drafts, versions, other types and the document itself are free to hold it', async () => {
  const client = await openWith()
  await client.create(post('drafts.two', 'lqm'))
  await client.create(post('versions.r1.two', 'lqm'))
  await client.create({...post('three', 'lqm'), _type: 'other'})
  await client.createOrReplace(post('one', 'lqm', {former: ['lqm']}))
  await client.create({_id: 'four', _type: 'post'})
  await client.create({_id: 'five', _type: 'post', slug: {current: ''}})
  await client.create({_id: 'six', _type: 'post', slug: {current: ''}})
})

test('of two publishes at once the second is refused, and its draft stays', async () => {
  const client = await openWith()
  const ids = ['two', 'three', 'four', 'five']
  for (const id of ids) await client.create(post(`drafts.${id}`, 'same'))
  const outcomes = await Promise.allSettled(ids.map((id) => publish(client, id)))
  expect(outcomes.filter(({status}) => status === 'fulfilled')).toHaveLength(1)
  expect(await client.fetch('count(*[slug.current == "same"])')).toBe(4)
})

test('values may be swapped and handed on within one transaction', async () => {
  const client = await openWith()
  await client.create(post('two', 'other'))
  await client
    .transaction()
    .patch('one', (patch) => patch.set({'slug.current': 'other'}))
    .patch('two', (patch) => patch.set({'slug.current': 'lqm'}))
    .commit()
  await client.transaction().delete('two').create(post('three', 'lqm')).commit()
})

test('an import with a value twice imports nothing', async () => {
  const lake = await openTestLake({unique})
  const file = join(await newFolder(), 'data.ndjson')
  await writeFile(file, [post('a', 'same'), post('b', 'same')].map((line) => JSON.stringify(line)).join('\n'))
  await expect(importDataset(lake, file)).rejects.toThrow('Choose another address.')
  expect(lake.documents.size).toBe(0)
})

test('documents that shared a value before the rule can be edited, and cannot take another one’s', async () => {
  const dir = await newFolder()
  const before = await openTestLake({dir})
  for (const id of ['one', 'two']) await clientOf(before).create(post(id, 'lqm'))
  await clientOf(before).create(post('three', 'other'))
  await before.close()
  const client = clientOf(await openTestLake({dir, unique}))
  await client.patch('two').set({title: 'still editable'}).commit()
  expect((await rejection(client.patch('two').set({'slug.current': 'other'}).commit())).status).toBe(409)
  await client.patch('two').set({'slug.current': 'free'}).commit()
})

test('a value that is kept stays with its document when it is renamed, unpublished or deleted, also after a restart', async () => {
  const dir = await newFolder()
  const kept = {dir, unique: [{...rule, keep: true}]}
  const first = await openTestLake(kept)
  const client = clientOf(first)
  await client.create(post('one', 'lqm'))
  await client.create(post('two', 'free'))
  await client.patch('one').set({'slug.current': 'renamed'}).commit()
  const steal = (to: SanityClient) => rejection(to.patch('two').set({'slug.current': 'lqm'}).commit())
  expect(await steal(client)).toMatchObject({
    status: 409,
    description: expect.stringContaining('was that of the post "one" and stays its own'),
  })
  await client.patch('one').set({'slug.current': 'lqm'}).commit()
  await client.delete('one')
  expect((await steal(client)).status).toBe(409)
  const together = client.transaction().delete('two').create(post('three', 'free')).commit()
  expect((await rejection(together)).item).toMatchObject({holder: 'two'})
  await first.close()
  const again = clientOf(await openTestLake(kept))
  expect((await steal(again)).status).toBe(409)
  await again.create(post('one', 'lqm'))
})

test('a refused or a dry transaction keeps nothing', async () => {
  const client = clientOf(await openTestLake({unique: [{...rule, keep: true}]}))
  await client.create(post('one', 'lqm'), {dryRun: true})
  await rejection(client.transaction().create(post('one', 'lqm')).create(post('one', 'lqm')).commit())
  await client.create(post('two', 'lqm'))
})

test('at the first start with a rule, what the history knows is kept', async () => {
  const dir = await newFolder()
  const before = await openTestLake({dir})
  // Long enough that the history packs it.
  await clientOf(before).create(post('one', 'old', {text: 'words '.repeat(1000)}))
  await clientOf(before).patch('one').set({'slug.current': 'new'}).commit()
  await clientOf(before).create(post('gone', 'deleted'))
  await clientOf(before).delete('gone')
  await before.close()
  const client = clientOf(await openTestLake({dir, unique: [{...rule, keep: true}]}))
  expect((await rejection(client.create(post('two', 'old')))).item).toMatchObject({holder: 'one'})
  expect((await rejection(client.create(post('two', 'deleted')))).item).toMatchObject({holder: 'gone'})
  await client.create(post('two', 'fresh'))
})

test('a value that a document took while the lake ran without the rule is kept once it leaves it', async () => {
  const dir = await newFolder()
  const run = async (unique: (typeof rule & {keep: boolean})[], use: (client: SanityClient) => Promise<unknown>) => {
    const lake = await openTestLake({dir, unique})
    await use(clientOf(lake))
    await lake.close()
  }
  const keep = [{...rule, keep: true}]
  await run(keep, (client) => client.create(post('one', 'first')))
  await run([], (client) =>
    client
      .patch('one')
      .set({slug: {current: 'second'}})
      .commit(),
  )
  await run(keep, async (client) => {
    await client
      .patch('one')
      .set({slug: {current: 'third'}})
      .commit()
    for (const value of ['first', 'second', 'third'])
      expect((await rejection(client.create(post('two', value)))).item).toMatchObject({holder: 'one'})
  })
})

test('a document takes a thousand values at most, of a thousand characters each', async () => {
  const client = await openWith([{...rule, keep: true}])
  const former = (length: number) => Array.from({length}, (_, index) => `former-${index}`)
  expect(await rejection(client.create(post('two', 'free', {former: former(1000)})))).toMatchObject({
    status: 400,
    description: expect.stringContaining('more than 1000 values'),
  })
  expect(await rejection(client.create(post('two', 'x'.repeat(1001))))).toMatchObject({
    status: 400,
    description: expect.stringContaining('more than 1000 characters'),
  })
  await client.create(post('two', 'free', {former: former(999)}))
})

test('a document that only some may read takes no value, and so tells nobody of itself', async () => {
  const client = await openWith()
  await client.create(post('private.one', 'hidden'))
  await client.create(post('two', 'hidden'))
  expect(await client.fetch('*[_id == "two"][0].slug.current')).toBe('hidden')
})
