import {describe, expect, it} from 'vitest'
import {judgePage} from './judgePage.ts'

const now = Date.parse('2026-03-01T08:00:00Z')

describe('a page’s middleware', () => {
  it('lets a page pass that names none', () => {
    expect(judgePage({}, now)).toEqual({hidden: false})
    expect(judgePage({middleware: null, embargoUntil: '2099-01-01T00:00:00Z'}, now)).toEqual({hidden: false})
  })

  it('keeps a page back until the end of its embargo, and says when that is', () => {
    const page = {middleware: ['embargo'], embargoUntil: '2026-03-01T09:00:00+01:00'}
    const end = Date.parse('2026-03-01T08:00:00Z')
    expect(judgePage(page, end - 1)).toEqual({hidden: true, until: end})
    expect(judgePage(page, end)).toEqual({hidden: false})
  })

  it('keeps nothing back where the date is missing or no date', () => {
    expect(judgePage({middleware: ['embargo']}, now)).toEqual({hidden: false})
    expect(judgePage({middleware: ['embargo'], embargoUntil: 'soon'}, now)).toEqual({hidden: false})
  })

  it('is an error with status 500 where nobody knows the name', () => {
    const judge = () => judgePage({middleware: ['embargo', 'auth']}, now)
    expect(judge).toThrow('Unknown middleware auth')
    expect(judge).toThrow(expect.objectContaining({status: 500}))
  })
})
