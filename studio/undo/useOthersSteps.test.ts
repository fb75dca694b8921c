import {createClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest'
import {whoEnded} from './useOthersSteps.ts'

let lake: Awaited<ReturnType<typeof createTestLake>>
beforeAll(async () => {
  lake = await createTestLake()
})
beforeEach(() => lake.reset())
afterAll(() => lake.close())

const client = () => createClient({...lake.clientConfig, maxRetries: 0, perspective: 'raw'})
const publishedId = 'a'
const draftId = 'drafts.a'
const isPublished = () => client().create({_id: publishedId, _type: 'page'})

test.each([
  ['published', true, () => client().action({actionType: 'sanity.action.document.publish', draftId, publishedId})],
  ['published', false, () => client().action({actionType: 'sanity.action.document.publish', draftId, publishedId})],
  [
    'discarded',
    true,
    () => client().action({actionType: 'sanity.action.document.version.discard', versionId: draftId}),
  ],
  ['deleted', false, () => client().action({actionType: 'sanity.action.document.version.discard', versionId: draftId})],
  [
    'deleted',
    true,
    () => client().action({actionType: 'sanity.action.document.delete', publishedId, includeDrafts: [draftId]}),
  ],
])('a draft was %s; it was published before: %s', async (ending, wasPublished, end) => {
  if (wasPublished) await isPublished()
  await client().create({_id: draftId, _type: 'page', title: 'b'})
  await end()
  expect((await whoEnded(client(), draftId))?.ending).toBe(ending)
})
