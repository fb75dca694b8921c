import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {createClient, type SanityClient} from '@sanity/client'
import {createTestLake, type TestLake} from 'embedded-content-lake/testing'
import {type FormPatch, set, toMutationPatches} from 'sanity'
import {expect, onTestFinished, test} from 'vitest'
import type {BlockEdit} from '../../lib/previewMessages.ts'
import fc from '../../tests/support/fastCheck.ts'
import {temporaryFolder} from '../../tests/support/temporaryFolder.ts'
import {type Block, blocksOf, insertBelow, moveBlock} from '../presentation/blockEdits.ts'
import {type Outcome, takeStep} from './ownSteps.ts'

const publishedId = 'page-a'
const draftId = `drafts.${publishedId}`
const startKeys = ['a', 'b', 'c', 'd']

type Name = 'ann' | 'ben'

/** What one person does. Both write in all blocks, each in a field of their own, so that it is known whose a letter is. */
type Deed =
  | {does: 'nothing'}
  | {does: 'undo'}
  | {does: 'redo'}
  | {does: 'write'; which: number; text: string}
  | {does: 'add'; below: number}
  | {does: 'move'; which: number; below: number}
  | {does: 'step'; which: number; by: -1 | 1}

const which = fc.nat({max: 6})
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({does: fc.constantFrom('nothing', 'undo', 'redo')}),
  fc.record({does: fc.constant('write'), which, text: fc.string({minLength: 1, maxLength: 5, unit: 'grapheme'})}),
  fc.record({does: fc.constant('add'), below: which}),
  fc.record({does: fc.constant('move'), which, below: which}),
  fc.record({does: fc.constant('step'), which, by: fc.constantFrom(-1, 1)}),
)

const factor = Number(process.env.FUZZ_FACTOR || 1)

let lake: TestLake
let clients: Record<Name, SanityClient>
/** Opens a lake in which both are known. */
async function openLake(): Promise<void> {
  const file = join(temporaryFolder(), 'users.json')
  const users = (['ann', 'ben'] as const).map((id) => ({id, name: id, roles: ['administrator']}))
  await writeFile(file, JSON.stringify({users}))
  lake = await createTestLake({users: file})
  onTestFinished(() => lake.close())
  const connect = (name: Name) =>
    createClient({...lake.clientConfig, token: lake.signIn(name), perspective: 'raw', maxRetries: 0})
  clients = {ann: connect('ann'), ben: connect('ben')}
}

async function shownBlocks(): Promise<Block[]> {
  const [draft, published] = await clients.ann.getDocuments([draftId, publishedId])
  return blocksOf(draft ?? published)
}

const textsOf = (name: Name, blocks: readonly Block[]) =>
  Object.fromEntries(blocks.flatMap(({_key, [name]: text}) => (text === undefined ? [] : [[_key, text]])))

async function edit(name: Name, patches: FormPatch[]): Promise<void> {
  for (const patch of toMutationPatches(patches))
    await clients[name].action({actionType: 'sanity.action.document.edit', draftId, publishedId, patch})
}

const take = (name: Name, direction: 'undo' | 'redo', wanted: (step: {id: string}) => boolean = () => true) =>
  takeStep(clients[name], {id: draftId, author: name, direction, wanted, canEdit: () => true})

/** Does it in the document as this person sees it at first. Returns what an undo or a redo said. */
async function act(name: Name, done: Deed, blocks: readonly Block[], key: string): Promise<Outcome | undefined> {
  const keyAt = (index: number) => blocks[index % blocks.length]?._key ?? ''
  if (done.does === 'nothing') return undefined
  if (done.does === 'undo' || done.does === 'redo') return take(name, done.does)
  if (done.does === 'write') await edit(name, [set(done.text, ['blocks', {_key: keyAt(done.which)}, name])])
  else if (done.does === 'add') await edit(name, [insertBelow(keyAt(done.below), {_key: key, _type: 'points'})])
  else {
    const move = {type: 'site/blockEdit', id: publishedId, key: keyAt(done.which)} as const
    const how: BlockEdit =
      done.does === 'step' ? {...move, edit: 'step', by: done.by} : {...move, edit: 'move', below: keyAt(done.below)}
    await moveBlock(clients[name], draftId, how)
  }
  return undefined
}

/** Undoes all that a person can undo. */
async function undoAll(name: Name): Promise<void> {
  const refused = new Set<string>()
  for (;;) {
    const {step, done} = await take(name, 'undo', ({id}) => !refused.has(id))
    if (!step) return
    if (done.length === 0) refused.add(step.id)
  }
}

test(
  'of two who write, move, add, undo and redo in the same moment, neither loses a letter or changes the other’s',
  async () => {
    await openLake()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ann: deed, ben: deed}), {minLength: 1, maxLength: 6}), async (rounds) => {
        await lake.reset()
        await clients.ann.create({
          _id: publishedId,
          _type: 'page',
          blocks: startKeys.map((_key) => ({_key, _type: 'points'})),
        })
        for (const [round, deeds] of rounds.entries()) {
          const before = await shownBlocks()
          const outcomes = await Promise.all(
            (['ann', 'ben'] as const).map((name) => act(name, deeds[name], before, `${name}-${round}`)),
          )
          const after = await shownBlocks()
          const keys = after.map(({_key}) => _key)
          expect(new Set(keys).size, 'no block stands twice').toBe(keys.length)
          expect(keys, 'no block is lost').toEqual(expect.arrayContaining(startKeys))
          for (const name of ['ann', 'ben'] as const) {
            const {does, ...what} = deeds[name]
            if (does === 'undo' || does === 'redo') continue
            const written = 'text' in what ? {[before[what.which % before.length]?._key ?? '']: what.text} : {}
            const expected = {...textsOf(name, before), ...written}
            // An undo of the other's may have taken away a block of theirs in the same moment.
            const kept = Object.entries(expected).filter(([key]) => keys.includes(key))
            expect(textsOf(name, after), `${name}'s letters`).toEqual(Object.fromEntries(kept))
          }
          if (deeds.ann.does === 'nothing' || deeds.ben.does === 'nothing')
            for (const outcome of outcomes)
              if (outcome)
                expect(JSON.stringify(after) !== JSON.stringify(before), 'is said').toBe(outcome.done.length > 0)
        }
        // A block that the other has written in is one's own again once they have taken that back.
        for (const name of ['ann', 'ben', 'ann', 'ben'] as const) {
          const other = name === 'ann' ? 'ben' : 'ann'
          const before = textsOf(other, await shownBlocks())
          await undoAll(name)
          expect(textsOf(other, await shownBlocks()), 'an undo leaves the letters of the other').toEqual(before)
        }
        const end = await shownBlocks()
        expect([textsOf('ann', end), textsOf('ben', end)]).toEqual([{}, {}])
        expect(end.map(({_key}) => _key).toSorted()).toEqual(startKeys)
      }),
      {numRuns: 12 * factor},
    )
  },
  120_000 * factor,
)
