import {createClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {afterAll, beforeAll, expect, test} from 'vitest'
import {uniqueRules} from '../../sanity/roles/uniqueFields.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {rehearsePublish} from './rehearsePublish.ts'

type Lake = Awaited<ReturnType<typeof createTestLake>>
let lake: Lake

beforeAll(async () => {
  lake = await createTestLake({unique: uniqueRules})
})
afterAll(() => lake.close())

const client = () => createClient({...lake.clientConfig, maxRetries: 0})
const draftOf = (fields: {_id: string; _type: string; [field: string]: unknown}) =>
  client().createOrReplace({...fields, _id: `drafts.${fields._id}`})

test('a draft that may be published has no objections, and is not published by asking', async () => {
  const draft = await draftOf({_id: 'note', _type: 'note', text: 'fine'})
  expect(await rehearsePublish(client(), draft)).toEqual([])
  expect(await client().getDocument('note')).toBeUndefined()
})

test('the name in links of a deleted scenario is an objection about its field, in the editor’s language', async () => {
  await client().create({_id: 'first', _type: 'scenario', anchor: 'lqm2'})
  await client().delete('first')
  const draft = await draftOf({_id: 'second', _type: 'scenario', anchor: 'lqm2'})
  expect(await rehearsePublish(client(), draft)).toEqual([
    {
      documentId: 'drafts.second',
      documentType: 'scenario',
      path: 'anchor',
      sentence: label(
        '这个链接名已经属于另一个场景，请另取一个。',
        'This name in links belongs to another scenario: choose another.',
      ),
    },
  ])
})

test('any other objection says whom to tell, and what', async () => {
  const draft = await draftOf({
    _id: 'reader',
    _type: 'note',
    of: {_type: 'reference', _ref: 'nowhere', _weak: true, _strengthenOnPublish: {type: 'note'}},
  })
  const [objection] = await rehearsePublish(client(), draft)
  expect(objection?.sentence).toMatch(/告诉管理员|Tell an administrator/)
  expect(objection?.sentence).toContain('nowhere')
})

test('without an answer the check fails, rather than let the draft pass', async () => {
  const draft = await draftOf({_id: 'note', _type: 'note', text: 'fine'})
  const nowhere = createClient({...lake.clientConfig, apiHost: 'http://localhost:9', maxRetries: 0})
  await expect(rehearsePublish(nowhere, draft)).rejects.toThrow()
})
