import {expect, test} from 'vitest'
import {readOnlyIfStray} from './pageFields.ts'

const times = {_createdAt: '', _updatedAt: '', _rev: ''}
const document = (_type: string, _id: string) => ({document: {_type, _id, ...times}})

test('a page of the site can be edited, draft or published', () => {
  expect(readOnlyIfStray(document('page', 'page-home'))).toBe(false)
  expect(readOnlyIfStray(document('page', 'drafts.page-home'))).toBe(false)
})

test('a page without a route, and a second settings document, are read-only', () => {
  expect(readOnlyIfStray(document('page', 'drafts.4f1c'))).toBe(true)
  expect(readOnlyIfStray(document('siteSettings', 'another'))).toBe(true)
})
