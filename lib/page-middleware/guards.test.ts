import {expect, it} from 'vitest'
import {hiddenOf, nextChange} from './guards.ts'

const now = Date.parse('2026-03-01T08:00:00Z')
const at = (name: string, embargoUntil: string | null) => ({name, middleware: ['embargo'], embargoUntil})
const past = at('past', '2026-02-01T00:00:00Z')
const soon = at('soon', '2026-03-01T08:00:10Z')
const later = at('later', '2026-04-01T00:00:00Z')
const broken = {name: 'broken', middleware: ['auth'], embargoUntil: null}

it('tells the hidden pages from those that are shown, and minds no page with an unknown middleware', () => {
  expect(hiddenOf([past, soon, broken, later], now).map(({name}) => name)).toEqual(['soon', 'later'])
})

it('says when the first of them changes by itself', () => {
  expect(nextChange([later, broken, past, soon], now)).toBe(Date.parse('2026-03-01T08:00:10Z'))
  expect(nextChange([past, broken], now)).toBeUndefined()
})
