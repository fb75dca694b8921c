import {expect, test, vi} from 'vitest'
import {DocumentStore} from '../store/DocumentStore.ts'
import {useCountedClock} from '../testing/countedClock.ts'
import {randomDocument} from '../testing/randomContent.ts'
import {randomness} from '../testing/randomness.ts'
import {textIndexed} from '../testing/textIndexed.ts'
import type {LakeDocument} from '../types.ts'
import {DocumentIndexes} from './DocumentIndexes.ts'
import {termsOf} from './matchTerms.ts'
import {textEntriesOf} from './TextIndex.ts'

const page = (id: string, fields: Record<string, string> = {}): LakeDocument => ({
  _id: id,
  _type: 'page',
  _rev: 'a',
  _createdAt: '2026-01-01T00:00:00Z',
  _updatedAt: '2026-01-01T00:00:00Z',
  ...fields,
})

test('a large text index is made bit by bit, and holds what was committed meanwhile', async () => {
  const random = randomness(7)
  const documents = Array.from({length: 2000}, (_, index) => ({...randomDocument(random, index), _id: `d-${index}`}))
  const store = new DocumentStore(documents)
  expect(store.indexes.withText(['TEST'], 'every', true)).toBeUndefined()
  store.apply([
    ['d-0', page('d-0', {title: 'zebra'})],
    ['d-1', null],
    ['d-1999', page('d-1999', {title: '斑马在试验场'})],
    ['new', page('new', {title: 'zebra crossing'})],
  ])
  await textIndexed(store.indexes)
  store.apply([['d-2', page('d-2', {title: 'zebra'})]])

  const found = (term: string) => store.indexes.withText(termsOf(term), 'every', true)?.sort()
  expect(found('zeb*')).toEqual(['d-0', 'd-2', 'new'])
  expect(found('斑马')).toEqual(['d-1999'])
  const words = Array.from(store.all(), (document) => ({id: document._id, words: textEntriesOf(document).words}))
  for (const word of ['TEST', 'REPORTS', 'SIGNED', "DON'T", 'D', 'N', '0', '17', 'ΣΊΣΥΦΟΣ', 'NONE']) {
    const holders = words.filter((entry) => entry.words.has(word)).map(({id}) => id)
    expect(store.indexes.withText([word], 'every', true)?.sort()).toEqual(holders.sort())
  }
})

test('a document too long to be indexed in a commit is looked at by every search, until it is shorter', async () => {
  const long = '试验 zebra '.repeat(30_000)
  const store = new DocumentStore([page('a', {title: 'zebra'}), page('long', {title: long})])
  const {indexes} = store
  indexes.withText(['ZEBRA'], 'every', true)
  await textIndexed(store.indexes)
  const found = (...terms: string[]) => indexes.withText(terms, 'every', true)?.sort()
  expect(textEntriesOf(page('long', {title: long})).words.size).toBe(0)
  expect(found('ZEBRA')).toEqual(['a', 'long'])
  expect(found('NONE')).toEqual(['long'])
  expect(found('ZEBRA', 'NONE')).toEqual(['long'])
  store.apply([
    ['a', page('a', {title: long})],
    ['long', page('long', {title: 'zebra'})],
  ])
  expect(found('ZEBRA')).toEqual(['a', 'long'])
  expect(found('NONE')).toEqual(['a'])
  store.apply([['a', null]])
  expect(found('NONE')).toEqual([])
})

test('a field has an index from its first use on, which every commit keeps', () => {
  const store = new DocumentStore([page('a', {path: '/a'}), page('b', {path: '/b', language: 'zh'})])
  const {indexes} = store
  expect(indexes.withValue(['path'], ['/a'])).toEqual(['a'])
  expect(indexes.withValue(['language'], ['zh'])).toEqual(['b'])
  for (let commit = 0; commit < 600; commit += 1) store.apply([['a', page('a', {path: `/a-${commit}`})]])
  expect(indexes.withValue(['path'], ['/a', '/a-599'])).toEqual(['a'])
})

test('keeps no more than thirty-two fields, those that were used last', () => {
  const get = vi.fn(() => page('a'))
  const indexes = new DocumentIndexes(get, () => {})
  indexes.update('a', undefined, page('a'))
  /** Returns whether an index was made, for which each document is looked at. */
  const isMade = (field: number): boolean => {
    get.mockClear()
    indexes.withValue([`field${field}`], ['x'])
    return get.mock.calls.length > 0
  }
  for (let field = 0; field < 40; field += 1) expect(isMade(field)).toBe(true)
  for (let field = 8; field < 40; field += 1) expect(isMade(field)).toBe(false)
  expect(isMade(0)).toBe(true)
})

test('a commit that changes much leaves the indexes to the queries after it', async () => {
  const store = new DocumentStore(Array.from({length: 100}, (_, n) => page(`d-${n}`, {title: 'old', path: `/${n}`})))
  const {indexes} = store
  indexes.withText(['OLD'], 'every', true)
  await textIndexed(store.indexes)
  indexes.withValue(['path'], ['/1'])
  useCountedClock(50)
  store.apply(Array.from({length: 90}, (_, n) => [`d-${n}`, page(`d-${n}`, {title: 'new', path: `/new/${n}`})]))
  vi.restoreAllMocks()
  expect(indexes.withText(['NEW'], 'every', true)).toBeUndefined()
  expect(indexes.withValue(['path'], ['/1', '/new/1'])).toEqual(['d-1'])
  await expect.poll(() => indexes.withText(['NEW'], 'every', true)).toHaveLength(90)
  expect(indexes.withText(['OLD'], 'every', true)).toHaveLength(10)
})

test('a field with a dot in its name has an index of its own, whichever is asked for first', () => {
  const both = {...page('both', {'slug.current': 'x'}), slug: {current: 'y'}}
  const {indexes} = new DocumentStore([both, {...page('nested'), slug: {current: 'x'}}])
  expect(indexes.withValue(['slug.current'], ['x'])).toEqual(['both'])
  expect(indexes.withValue(['slug', 'current'], ['x'])).toEqual(['nested'])
  expect(indexes.withValue(['slug', 'current'], ['y'])).toEqual(['both'])
})
