import {toMutationPatches} from 'sanity'
import {expect, test} from 'vitest'
import {applyPatches} from '../../tests/support/applyPatches.ts'
import {startEnglish} from './startEnglish.ts'

const zh = '委托'
const page = (en: unknown) => ({
  _id: 'drafts.page-about',
  _type: 'page',
  _rev: '1',
  _createdAt: '',
  _updatedAt: '',
  title: {_type: 'localeString', zh, ...(en !== undefined && {en})},
})

test.each([
  ['is the Chinese', undefined, undefined, zh],
  ['is the Chinese in the place of a blank', ' ', ' ', zh],
  ['stays what a colleague has begun to write in the same moment', undefined, 'Test', 'Test'],
])('the English %s', (_what, seen, stored, english) => {
  const patches = toMutationPatches([startEnglish({zh, en: seen}, ['title'])])
  expect(applyPatches(page(stored), patches)).toMatchObject({title: {zh, en: english}})
})
