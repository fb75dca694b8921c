import {expect, test} from 'vitest'
import {SYSTEM} from '../access/identities.ts'
import {openLake} from '../openLake.ts'
import fc from '../testing/fastCheck.ts'
import {newFolder} from '../testing/openTestLake.ts'
import type {DocumentAction, Mutation} from '../types.ts'

const numRuns = 60 * Number(process.env.FUZZ_FACTOR || 1)

const ids = fc.constantFrom('a', 'b', 'c', 'drafts.a', 'drafts.b', 'versions.r.c')
const values = fc.constantFrom('x', 'X ', 'y', 'z', 'ｙ', '')
const documents = fc.record({
  _id: ids,
  _type: fc.constantFrom('post', 'post', 'other'),
  slug: values,
  former: fc.array(values, {maxLength: 2}),
})
const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  documents.map((create) => ({create})),
  documents.map((createOrReplace) => ({createOrReplace})),
  documents.map((createIfNotExists) => ({createIfNotExists})),
  fc.tuple(ids, values).map(([id, slug]) => ({patch: {id, set: {slug}}})),
  fc.tuple(ids, values).map(([id, value]) => ({patch: {id, insert: {after: 'former[-1]', items: [value]}}})),
  fc.tuple(ids, fc.constantFrom('slug', 'former')).map(([id, field]) => ({patch: {id, unset: [field]}})),
  ids.map((id) => ({delete: {id}})),
)
const actions: fc.Arbitrary<DocumentAction> = fc
  .tuple(fc.constantFrom('publish', 'unpublish', 'discard'), fc.constantFrom('a', 'b'))
  .map(([name, id]) => ({actionType: `sanity.action.document.${name}`, publishedId: id, draftId: `drafts.${id}`}))
const commands = fc.array(
  fc.oneof(
    fc.array(mutations, {minLength: 1, maxLength: 3}).map((list) => ({mutations: list})),
    actions.map((action) => ({actions: [action]})),
  ),
  {minLength: 1, maxLength: 25},
)

const plain = (value: unknown) => (typeof value === 'string' ? value.normalize('NFKC').trim().toLowerCase() : '')

test('whatever is committed, no value is ever that of two published documents, or of another one than had it first', async () => {
  const dir = await newFolder()
  let run = 0
  fc.assert(
    fc.property(commands, (list) => {
      const unique = [{type: 'post', fields: ['slug', 'former'], keep: true}]
      const {lake, close} = openLake({dir: `${dir}/${run++}`, unique, log: () => {}})
      const owners = new Map<string, string>()
      try {
        for (const command of list) {
          try {
            if ('mutations' in command) lake.commit({...command, author: SYSTEM})
            else lake.act({...command, author: SYSTEM})
          } catch {
            // Refused: what is there must be as before.
          }
          for (const {_id, _type, slug, former} of lake.documents.all()) {
            if (_type !== 'post' || _id.includes('.')) continue
            for (const value of [slug, ...(Array.isArray(former) ? former : [])].map(plain)) {
              if (value === '') continue
              expect(owners.get(value) ?? _id).toBe(_id)
              owners.set(value, _id)
            }
          }
        }
      } finally {
        close()
      }
    }),
    {numRuns},
  )
})
