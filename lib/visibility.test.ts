import {describe, expect, it} from 'vitest'
import {hiddenPages, nextVisibilityChange, pageVisibility} from './visibility.ts'

const now = Date.parse('2026-03-01T08:00:00Z')

describe('a page’s middleware', () => {
  it('lets a page pass that names none', () => {
    expect(pageVisibility({}, now)).toEqual({hidden: false})
    expect(pageVisibility({middleware: null, embargoUntil: '2099-01-01T00:00:00Z'}, now)).toEqual({hidden: false})
  })

  it('hides the page until the end of its embargo, and says when that is', () => {
    const page = {middleware: ['embargo'], embargoUntil: '2026-03-01T09:00:00+01:00'}
    const end = Date.parse('2026-03-01T08:00:00Z')
    expect(pageVisibility(page, end - 1)).toEqual({hidden: true, until: end})
    expect(pageVisibility(page, end)).toEqual({hidden: false})
  })

  it('hides nothing where the date is missing or no date', () => {
    expect(pageVisibility({middleware: ['embargo']}, now)).toEqual({hidden: false})
    expect(pageVisibility({middleware: ['embargo'], embargoUntil: 'soon'}, now)).toEqual({hidden: false})
  })

  it('is an error with status 500 where the name is unknown', () => {
    const judge = () => pageVisibility({middleware: ['embargo', 'auth']}, now)
    expect(judge).toThrow('Unknown middleware auth')
    expect(judge).toThrow(expect.objectContaining({status: 500}))
  })

  it.each(['"embargo"', '{}', '1', '[null]', '[["embargo"]]', '[{"toString": 1}]'])(
    'is the same error where it is %s, for that page alone',
    (middleware) => {
      const page = JSON.parse(`{"middleware": ${middleware}}`)
      expect(() => pageVisibility(page, now)).toThrow('Unknown middleware')
      expect(hiddenPages([page], now)).toEqual([])
    },
  )

  it('shows a page whose date is none, of whatever kind', () => {
    const page = JSON.parse('{"middleware": ["embargo"], "embargoUntil": {"toString": 1}}')
    expect(pageVisibility(page, now)).toEqual({hidden: false})
  })
})

describe('a list of pages', () => {
  const at = (name: string, embargoUntil: string | null) => ({name, middleware: ['embargo'], embargoUntil})
  const past = at('past', '2026-02-01T00:00:00Z')
  const soon = at('soon', '2026-03-01T08:00:10Z')
  const later = at('later', '2026-04-01T00:00:00Z')
  const broken = {name: 'broken', middleware: ['auth'], embargoUntil: null}

  it('tells the hidden pages from the visible ones and ignores unknown middleware', () => {
    expect(hiddenPages([past, soon, broken, later], now).map(({name}) => name)).toEqual(['soon', 'later'])
  })

  it('says when the first of them changes by itself', () => {
    expect(nextVisibilityChange([later, broken, past, soon], now)).toBe(Date.parse('2026-03-01T08:00:10Z'))
    expect(nextVisibilityChange([past, broken], now)).toBeUndefined()
  })
})
