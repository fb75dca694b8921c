import {setTimeout as sleep} from 'node:timers/promises'
import {createClient, type SanityClient} from '@sanity/client'
import {createTestLake, TEST_LAKE_TOKENS} from 'embedded-content-lake/testing'
import {combineLatest, NEVER, switchMap} from 'rxjs'
import {createHistoryStore, createSchema, emitOperation, getIdPair, snapshotPair} from 'sanity'
import {afterAll, beforeAll, expect, test, vi} from 'vitest'
import fc from '../../tests/support/fastCheck.ts'
import {ConnectionStatus} from '../saving/ConnectionStatus.ts'
import {mendLatePatches} from '../saving/latePatches.ts'
import {persistentFetch} from '../saving/persistentFetch.ts'
import {trackEdits} from '../saving/SaveGuard.tsx'
import {UnsavedEdits} from '../saving/UnsavedEdits.ts'
import {Composition, mergeTexts, movedPosition} from './SharedText.tsx'

const rounds = 6 * Number(process.env.FUZZ_FACTOR || 1)

// Sanity's store looks for a debugging switch on it.
beforeAll(() => {
  vi.stubGlobal('window', globalThis)
  mendLatePatches()
})
afterAll(() => void vi.unstubAllGlobals())

/** What each of the two writes, so that nobody's letters can be taken for the other's. */
const people = [
  {token: TEST_LAKE_TOKENS.write, keys: 'abcdefghijklm', words: '甲乙丙丁戊己庚辛壬癸'},
  {token: TEST_LAKE_TOKENS.admin, keys: 'nopqrstuvwxyz', words: '子丑寅卯辰巳午未申酉'},
]

/** Times are in milliseconds, a twentieth of what people take; a word is begun at a place, or where the last one ended. */
const wordsOf = ({keys, words}: (typeof people)[number]) => {
  const word = fc.record({
    letters: fc.string({unit: fc.constantFrom(...keys), minLength: 2, maxLength: 7}),
    word: fc.string({unit: fc.constantFrom(...words), minLength: 1, maxLength: 3}),
    place: fc.option(fc.nat(4), {freq: 2}),
    key: fc.integer({min: 6, max: 12}),
    pause: fc.integer({min: 10, max: 50}),
  })
  return fc.array(word, {minLength: 4, maxLength: 7})
}

type Word = ReturnType<typeof wordsOf> extends fc.Arbitrary<(infer Value)[]> ? Value : never

test('two who compose words at the same letters lose none of them, and no letters of a composition stay', async () => {
  await using lake = await createTestLake()
  const plain = createClient(lake.clientConfig)
  let documents = 0
  const session = async (base: string, ...plans: Word[][]) => {
    documents += 1
    const id = `page-${documents}`
    await plain.create({_id: id, _type: 'page', title: base})
    await plain.create({_id: `drafts.${id}`, _type: 'page', title: base})
    const fields = people.map(({token}) => openField(createClient({...lake.clientConfig, token}), id))
    await Promise.all(fields.map((field) => field.ready))
    await Promise.all(fields.map((field, index) => field.write(plans[index] ?? [])))
    await Promise.all(fields.map((field) => field.whenSaved()))
    const title: unknown = (await plain.getDocument(`drafts.${id}`))?.title
    for (const field of fields) {
      await expect.poll(() => field.text).toBe(title)
      field.close()
    }
    const written = plans.flat().map(({word}) => word)
    expect([...String(title)].toSorted()).toEqual([...base, ...written.join('')].toSorted())
  }
  const [first, second] = people.map(wordsOf)
  if (!first || !second) throw new Error('Two people are needed.')
  const base = fc.constantFrom('关于', '关于我们', '关于我们的平台')
  await fc.assert(fc.asyncProperty(base, first, second, session), {numRuns: rounds, endOnFailure: true})
})

const text = fc.string({unit: fc.constantFrom('甲', '😀', '😁', '𠀀', '𠀁'), maxLength: 4})

test('characters beyond U+FFFF are merged whole, and no caret stands within one', () => {
  fc.assert(
    fc.property(text, fc.array(text, {minLength: 1, maxLength: 3}), (mine, versions) => {
      expect(mergeTexts(mine, versions).text.isWellFormed()).toBe(true)
    }),
  )
  fc.assert(
    fc.property(text, text, text, (before, after, start) => {
      const position = movedPosition(start + before, start + after, start.length)
      expect((start + after).slice(position).isWellFormed()).toBe(true)
    }),
  )
})

/** A text field without a browser, which does what `SharedText` does in one. */
function openField(client: SanityClient, id: string) {
  const idPair = getIdPair(id)
  const edits = new UnsavedEdits(15)
  const studio = client.withConfig({resolveFetch: () => persistentFetch(fetch, new ConnectionStatus(20), edits)})
  const schema = createSchema({
    name: 'test',
    types: [{name: 'page', type: 'document', fields: [{name: 'title', type: 'string'}]}],
  })
  const stop = trackEdits(
    {client: studio, historyStore: createHistoryStore({client: studio}), schema},
    edits,
    () => NEVER,
  )
  const loaded = Promise.withResolvers<void>()
  let saved = ''
  let text = ''
  let caret = 0
  let composition: Composition | undefined
  const show = () => {
    caret = movedPosition(text, saved, caret)
    text = saved
  }
  const pair = snapshotPair(studio, idPair, 'page')
    .pipe(switchMap(({draft, published}) => combineLatest([draft.snapshots$, published.snapshots$])))
    .subscribe(([draft, published]) => {
      saved = String((draft ?? published)?.title)
      if (composition) composition.follow(saved)
      else show()
      loaded.resolve()
    })
  // Both people's stores are in this process: an operation without it would be done in both.
  const {projectId, dataset, token} = client.config()
  const storeKey = JSON.stringify([projectId, dataset, token])
  const compose = async ({letters, word, place, key, pause}: Word) => {
    composition = new Composition(text)
    const start = Math.min(place ?? caret, text.length)
    const [before, after] = [text.slice(0, start), text.slice(start)]
    for (let length = 1; length <= letters.length; length += 1) {
      text = before + letters.slice(0, length) + after
      await sleep(key)
    }
    text = before + word + after
    const merged = composition.merge(text)
    composition = undefined
    emitOperation('patch', idPair, 'page', [[{set: {title: merged.text}}]], storeKey)
    text = saved
    caret = start + word.length + merged.shift
    await sleep(pause)
  }
  return {
    ready: loaded.promise,
    get text() {
      return text
    },
    write: async (words: Word[]) => {
      for (const word of words) await compose(word)
    },
    whenSaved: () => edits.whenSaved(),
    close: () => {
      stop()
      pair.unsubscribe()
    },
  }
}
