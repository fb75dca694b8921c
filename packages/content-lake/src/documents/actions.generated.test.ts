import {expect, test} from 'vitest'
import fc from '../testing/fastCheck.ts'
import {clientOf, openTestLake} from '../testing/openTestLake.ts'

const numRuns = 15 * Number(process.env.FUZZ_FACTOR || 1)

const paths = fc.constantFrom('title', 'count', 'list', 'list[0]', 'list[-1]', 'list[_key=="k1"].text', 'inner.text')
const values = fc.oneof(fc.string(), fc.integer(), fc.constant([{_key: 'k1', text: 'x'}]), fc.constant({text: 'y'}))
const patches = fc.oneof(
  fc.tuple(paths, values).map(([path, value]) => ({set: {[path]: value}})),
  fc.tuple(paths, values).map(([path, value]) => ({setIfMissing: {[path]: value}})),
  paths.map((path) => ({unset: [path]})),
  fc.integer({min: -3, max: 3}).map((by) => ({inc: {count: by}})),
  fc.nat(3).map((key) => ({insert: {after: 'list[-1]', items: [{_key: `k${key}`, text: 'z'}]}})),
)

test('edits in one request leave the same document as one after the other', async () => {
  const lake = await openTestLake()
  const client = clientOf(lake)
  let documents = 0
  await fc.assert(
    fc.asyncProperty(fc.array(patches, {minLength: 1, maxLength: 12}), async (list) => {
      documents += 1
      const ids = [`joined-${documents}`, `single-${documents}`]
      const [joined, single] = ids.map((id) =>
        list.map((patch) => ({
          actionType: 'sanity.action.document.edit' as const,
          draftId: `drafts.${id}`,
          publishedId: id,
          patch,
        })),
      )
      for (const _id of ids) await client.create({_id, _type: 'page', title: 't', count: 0, list: [{_key: 'k0'}]})
      let refused = false
      for (const action of single ?? [])
        refused ||= await client.action(action).then(
          () => false,
          () => true,
        )
      // One that is refused takes all others of its request with it.
      const together = client.action(joined ?? [])
      if (refused) return void (await expect(together).rejects.toThrow())
      await together
      const [one, other] = await client.fetch<Record<string, unknown>[]>(
        '[*[_id == $joined][0], *[_id == $single][0]]{...}',
        {joined: `drafts.${ids[0]}`, single: `drafts.${ids[1]}`},
      )
      const content = ({_id, _rev, _createdAt, _updatedAt, ...rest}: Record<string, unknown>) => rest
      expect(content(one ?? {})).toEqual(content(other ?? {}))
    }),
    {numRuns},
  )
})
