import {expect, test} from 'vitest'
import {READ_TOKEN} from '../access/identities.ts'
import {DocumentStore} from '../store/DocumentStore.ts'
import {useCountedClock} from '../testing/countedClock.ts'
import fc from '../testing/fastCheck.ts'
import type {LakeDocument} from '../types.ts'
import {Views} from './perspective.ts'

const TIME = '2026-01-01T00:00:00Z'
const documentOf = (_id: string): LakeDocument => ({_id, _type: 'page', _rev: 'r', _createdAt: TIME, _updatedAt: TIME})

function open(ids: readonly string[] = []) {
  const store = new DocumentStore(ids.map(documentOf))
  return {store, views: new Views(store, {readPermissions: () => undefined}, () => 'http://localhost:3333')}
}

// The last are of releases that cannot be made: theirs are no layers of any perspective.
const places = ['', 'drafts.', 'versions.r1.', 'versions.r2.', 'versions.drafts.', 'versions.published.']
const ids = fc.constantFrom(...['a', 'b', 'c'].flatMap((id) => places.map((place) => place + id)))
const step = fc.record({id: ids, isThere: fc.boolean()})
const names = fc.uniqueArray(fc.constantFrom('drafts', 'r1', 'r2', 'r3', 'none'), {minLength: 1})

/** Of each document the first of its versions that the perspective names, else the published one. */
function expected(present: ReadonlySet<string>, perspective: readonly string[]): string[] {
  const prefixOf = (name: string) => (name === 'drafts' ? 'drafts.' : name === 'published' ? '' : `versions.${name}.`)
  return ['a', 'b', 'c'].flatMap((id) => {
    const found = [...perspective, 'published'].find((name) => present.has(prefixOf(name) + id))
    return found === undefined ? [] : [prefixOf(found) + id]
  })
}

test('a perspective shows the first version that it names of each document, whenever versions come and go', () => {
  fc.assert(
    fc.property(fc.array(ids), fc.array(step), fc.array(names, {minLength: 1, maxLength: 4}), (first, steps, asked) => {
      const {store, views} = open(first)
      const present = new Set(first)
      const compare = () => {
        for (const perspective of asked) {
          const shown = views.get(perspective, READ_TOKEN).all.map(({_originalId, _id}) => _originalId ?? _id)
          expect([perspective, shown.toSorted()]).toEqual([perspective, expected(present, perspective).toSorted()])
        }
      }
      compare()
      for (const {id, isThere} of steps) {
        store.apply([[id, isThere ? documentOf(id) : null]])
        if (isThere) present.add(id)
        else present.delete(id)
        compare()
      }
    }),
  )
})

test('names of releases without a version, however many, are no view of their own', () => {
  const {store, views} = open(['a', 'drafts.a', 'versions.r1.a'])
  const made = (count: number) => Array.from({length: count}, (_, index) => `made${index}`)
  const view = views.get(['r1', 'drafts'], READ_TOKEN)
  expect(views.get(['r1', ...made(98), 'drafts'], READ_TOKEN)).toBe(view)
  store.apply([['versions.made1.a', documentOf('versions.made1.a')]])
  expect(views.get(['r1', ...made(98), 'drafts'], READ_TOKEN)).not.toBe(view)
  store.apply([['versions.made1.a', null]])
  expect(views.get(['r1', ...made(98), 'drafts'], READ_TOKEN)).toBe(view)
})

test('a commit that has no time for all views leaves those that were asked longest ago, which are right all the same', () => {
  const {store, views} = open(['a', 'drafts.a', 'versions.r1.a'])
  const perspectives = [['published'], ['drafts'], ['r1'], ['raw']]
  const shown = () => perspectives.map((perspective) => views.get(perspective, READ_TOKEN))
  const before = shown()
  useCountedClock(90)
  store.apply([['b', documentOf('b')]])
  const after = shown()
  expect(after.map((view, index) => view === before[index])).toEqual([false, false, true, true])
  expect(after.map(({all}) => all.map(({_id}) => _id))).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b', 'drafts.a', 'versions.r1.a'],
  ])
})
