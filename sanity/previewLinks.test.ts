import {expect, it} from 'vitest'
import {openPreviewLink} from './previewLinks.ts'

const day = 24 * 60 * 60 * 1000
const written = Date.parse('2026-11-26T12:00:00Z')
const at = (time: number) => new Date(time).toISOString()
const link = (days: number) => ({
  _id: 'preview.abcdefghijklmnop',
  _type: 'previewLink',
  secret: 'x'.repeat(32),
  route: '/about',
  locale: 'zh',
  perspective: ['drafts'],
  createdBy: 'li-wei',
  _updatedAt: at(written),
  endsAt: at(written + days * day),
})
const isGood = (days: number, after: number) => openPreviewLink(link(days), written + after * day) !== undefined

it('a preview link is good until its end, thirty days after it was made at the latest', () => {
  expect([isGood(7, 0), isGood(7, 6.9), isGood(7, 7)]).toEqual([true, true, false])
  expect([isGood(30, 0), isGood(30, 29.9), isGood(30, 30)]).toEqual([true, true, false])
})

it('a preview link with a later end is good at no time, not even in its last days', () => {
  for (const after of [0, 1, 30, 60, 89, 89.9, 90]) expect([after, isGood(90, after)]).toEqual([after, false])
})

it('a preview link of thirty days is good at once, though the clock of who made it is minutes ahead', () => {
  expect(isGood(30 + 5 / 24 / 60, 0)).toBe(true)
})
