import {createClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {type FormPatch, toMutationPatches} from 'sanity'
import {afterAll, beforeAll, expect, test, vi} from 'vitest'
import type {BlockEdit} from '../../lib/previewMessages.ts'
import {applyPatches} from '../../tests/support/applyPatches.ts'
import fc from '../../tests/support/fastCheck.ts'
import {type Block, blocksOf, copyOf, insertBelow, moveBlock, patchesFor, removal} from './blockEdits.ts'

const page = (keys: readonly string[]) => ({
  _id: 'page-a',
  _type: 'page',
  _rev: '1',
  _createdAt: '',
  _updatedAt: '',
  blocks: keys.map((_key): Block => ({_key, _type: 'points', heading: _key})),
})

const key = fc.constantFrom(...'abcdefg')
const keys = fc.uniqueArray(key, {minLength: 1})
const move: fc.Arbitrary<BlockEdit> = fc.oneof(
  fc
    .record({key, below: fc.option(key)})
    .map(({key, below}): BlockEdit => ({type: 'site/blockEdit', id: 'page-a', key, edit: 'move', below})),
  fc
    .record({key, by: fc.constantFrom(-1 as const, 1 as const)})
    .map(({key, by}): BlockEdit => ({type: 'site/blockEdit', id: 'page-a', key, edit: 'step', by})),
)
const edit: fc.Arbitrary<BlockEdit> = fc.oneof(
  key.map((key): BlockEdit => ({type: 'site/blockEdit', id: 'page-a', key, edit: 'remove'})),
  move,
)

/** The result that an editor expects; unknown keys change nothing. */
function expected(before: readonly string[], {key, ...edit}: BlockEdit): string[] {
  if (!before.includes(key)) return [...before]
  const others = before.filter((other) => other !== key)
  if (edit.edit === 'step') {
    const place = Math.min(Math.max(before.indexOf(key) + edit.by, 0), before.length - 1)
    return others.toSpliced(place, 0, key)
  }
  if (edit.edit !== 'move') return others
  if (edit.below === key || (edit.below !== null && !before.includes(edit.below))) return [...before]
  return others.toSpliced(edit.below === null ? 0 : others.indexOf(edit.below) + 1, 0, key)
}

const patchesOf = (blocks: readonly Block[], edit: BlockEdit): FormPatch[] =>
  edit.edit === 'remove' ? [removal(edit.key)] : patchesFor(blocks, edit)

const after = (before: readonly string[], patches: FormPatch[]) => {
  const document = page(before)
  return blocksOf({...document, ...applyPatches(document, toMutationPatches(patches))})
}

test('whatever is moved or removed in whichever order stands where the editor put it, whole', () => {
  fc.assert(
    fc.property(keys, fc.array(edit, {maxLength: 6}), (start, edits) => {
      let now = start
      for (const one of edits) {
        const blocks = after(now, patchesOf(page(now).blocks, one))
        expect(blocks.map(({_key}) => _key)).toEqual(expected(now, one))
        expect(blocks).toEqual(page(expected(now, one)).blocks)
        now = blocks.map(({_key}) => _key)
      }
    }),
  )
})

test('a block that stands where it is put is not patched: there would be nothing to undo', () => {
  fc.assert(
    fc.property(keys, move, (start, one) => {
      const isNoChange = expected(start, one).join() === start.join()
      expect(patchesFor(page(start).blocks, one).length === 0).toBe(isNoChange)
    }),
  )
})

test('a copy stands below its block under a key of its own, the same otherwise', () => {
  const [block] = page(['a']).blocks
  if (!block) throw new Error('no block')
  const copy = copyOf(block)
  expect(copy).toEqual({...block, _key: copy._key})
  expect(after(['a', 'b'], [insertBelow('a', copy)]).map(({_key}) => _key)).toEqual(['a', copy._key, 'b'])
})

let lake: Awaited<ReturnType<typeof createTestLake>>
beforeAll(async () => {
  lake = await createTestLake()
})
afterAll(() => lake.close())

/** What a colleague does in the moment between this editor's reading and writing. */
const meanwhile = fc.record({isBegun: fc.boolean(), writesIn: key, moves: fc.option(move)})

test('a move loses no letter that a colleague writes in the same moment, nor their own move, nor begins a second draft', async () => {
  const client = createClient({...lake.clientConfig, perspective: 'raw'})
  const id = 'drafts.page-a'
  await fc.assert(
    fc.asyncProperty(keys, move, meanwhile, async (start, mine, {isBegun, writesIn, moves}) => {
      await lake.reset()
      const {_id: publishedId, _type, blocks} = page(start)
      await client.create({_id: publishedId, _type, blocks})
      const write = (patch: object) =>
        client.action({actionType: 'sanity.action.document.edit', draftId: id, publishedId, patch})
      if (isBegun) await write({set: {title: 'begun'}})
      const busy = client.clone()
      const send = vi
        .spyOn(busy, 'mutate')
        .mockImplementationOnce(async (...mutation: Parameters<typeof busy.mutate>) => {
          for (const patch of toMutationPatches(moves ? patchesFor(blocks, moves) : [])) await write(patch)
          await write({set: {[`blocks[_key=="${writesIn}"].heading`]: 'theirs'}})
          return busy.mutate(...mutation)
        })
      await moveBlock(busy, id, mine)
      const isSent = send.mock.calls.length > 0
      const order = isSent && moves ? expected(start, moves) : start
      const headings = (of: readonly string[]) => of.map((key) => (isSent && key === writesIn ? 'theirs' : key))
      const shown = (await client.getDocument(id)) ?? (await client.getDocument(publishedId))
      const now = expected(order, mine)
      expect(blocksOf(shown)).toMatchObject(now.map((_key, index) => ({_key, heading: headings(now)[index]})))
    }),
    {numRuns: 20},
  )
})
