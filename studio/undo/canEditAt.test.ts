import {createSchema} from 'sanity'
import {expect, test} from 'vitest'
import {canEditAt} from './canEditAt.ts'

const schema = createSchema({
  name: 'test',
  types: [
    {
      name: 'page',
      type: 'document',
      fields: [
        {name: 'route', type: 'string', readOnly: true},
        {name: 'title', type: 'string'},
        {
          name: 'blocks',
          type: 'array',
          of: [
            {
              name: 'faq',
              type: 'object',
              fields: [
                {name: 'locked', type: 'string', readOnly: ({parent}: {parent?: {done?: boolean}}) => !!parent?.done},
              ],
            },
          ],
        },
      ],
    },
  ],
})

const page = {
  _id: 'drafts.a',
  _type: 'page',
  _rev: '1',
  _createdAt: '',
  _updatedAt: '',
  blocks: [
    {_key: 'a', _type: 'faq', done: true},
    {_key: 'b', _type: 'faq'},
  ],
}

test('a place is left alone if it, or a field around it, is read-only', () => {
  const canEdit = (...path: (string | {_key: string})[]) => canEditAt(schema, null, page, path)
  expect(canEdit('title')).toBe(true)
  expect(canEdit('route')).toBe(false)
  expect(canEdit('blocks', {_key: 'b'}, 'locked')).toBe(true)
  expect(canEdit('blocks', {_key: 'a'}, 'locked')).toBe(false)
  expect(canEdit('blocks', {_key: 'gone'})).toBe(true)
})
