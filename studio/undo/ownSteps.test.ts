import {createClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {expect, onTestFinished, test} from 'vitest'
import {takeStep} from './ownSteps.ts'
import {removes} from './steps.ts'

test('a removal is taken back by itself, whatever its editor did after it', async () => {
  const lake = await createTestLake()
  onTestFinished(() => lake.close())
  const client = createClient({...lake.clientConfig, maxRetries: 0})
  const id = 'drafts.page-about'
  const block = (_key: string) => ({_key, _type: 'prose'})
  await client.create({_id: id, _type: 'page', blocks: ['a', 'b', 'c'].map(block)})
  await client.patch(id).unset(['blocks[_key=="a"]']).commit()
  await client.patch(id).set({title: 'After'}).commit()
  const author = (await client.users.getById('me')).id
  const wanted = (key: string) =>
    takeStep(client, {id, author, direction: 'undo', wanted: (step) => removes(step, key), canEdit: () => true})
  expect((await wanted('b')).step).toBeUndefined()
  await wanted('a')
  expect(await client.getDocument(id)).toMatchObject({title: 'After', blocks: ['a', 'b', 'c'].map(block)})
})
