import {expect, test} from 'vitest'
import {readOnlyUnlessFixed} from './pageFields.ts'

const times = {_createdAt: '', _updatedAt: '', _rev: ''}
const document = (_type: string, _id: string) => ({document: {_type, _id, ...times}})

test('a page of the site can be edited, as draft and as published document', () => {
  expect(readOnlyUnlessFixed(document('page', 'page-home'))).toBe(false)
  expect(readOnlyUnlessFixed(document('page', 'drafts.page-home'))).toBe(false)
})

test('a page that no route has, and a second settings document, cannot be filled in', () => {
  expect(readOnlyUnlessFixed(document('page', 'drafts.4f1c'))).toBe(true)
  expect(readOnlyUnlessFixed(document('siteSettings', 'another'))).toBe(true)
})
