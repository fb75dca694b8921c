import {format} from 'date-fns/format'
import {formatRelative} from 'date-fns/formatRelative'
import {parse} from 'date-fns/parse'
import {afterEach, expect, test} from 'vitest'
import {setDateLocale} from './dateLocale.ts'
import {formatTime} from './formatTime.ts'

// The pattern of Sanity's fields for a time of publishing.
const pattern = 'PP HH:mm'
const friday = new Date(2026, 10, 27, 9, 30)

afterEach(() => setDateLocale('en'))

test.each([
  ['zh', '2026-11-27 09:30'],
  ['en', 'Nov 27, 2026 09:30'],
] as const)('a time of publishing is written and read as editors write it: %s', (language, text) => {
  setDateLocale(language)
  expect(format(friday, pattern)).toBe(text)
  expect(parse(text, pattern, new Date())).toEqual(friday)
})

test.each([
  ['zh', '2026-11-27 09:30'],
  ['en', 'Nov 27, 2026 9:30:00 AM'],
] as const)('the date of a revision stands in the order of its language: %s', (language, text) => {
  setDateLocale(language)
  expect(format(friday, 'PP pp')).toBe(text)
})

test.each([
  ['zh', '2026年11月27日 周五 09:30'],
  ['en', 'Fri Nov 27, 2026 09:30'],
] as const)('a scheduled time names day, date and hour, near and far: %s', (language, text) => {
  setDateLocale(language)
  for (const days of [0, 1, 3, 40]) {
    const now = new Date(2026, 10, 27 - days, 8)
    expect(formatRelative(friday, now)).toBe(text)
  }
})

test.each([
  ['zh', '2026年11月27日 09:30'],
  ['en', 'Nov 27, 2026 09:30'],
] as const)('the project’s own screens write a time as Sanity’s do: %s', (language, text) => {
  expect(formatTime(friday.getTime(), language)).toBe(text)
})
