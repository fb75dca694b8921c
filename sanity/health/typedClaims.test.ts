import {describe, expect, it} from 'vitest'
import {dateInChina, isExpired, missingEvidence} from './typedClaims.ts'

const evidence = {source: 'release criterion', owner: 'Test lead', expiryDate: '2027-12-30'}

describe('a claim', () => {
  it('holds on its expiry date, and expires the day after', () => {
    expect(['2027-12-30', '2027-12-31'].map((day) => isExpired(evidence, day))).toEqual([false, true])
  })

  it('with source and owner has all its evidence', () => {
    expect(missingEvidence(evidence)).toEqual([])
  })

  it.each([{source: ''}, {owner: ' '}, {source: undefined}, {owner: '【待填】负责人 / [to be filled in] owner'}])(
    'lacks evidence with %o',
    (change) => {
      expect(missingEvidence({...evidence, ...change})).toEqual(Object.keys(change))
    },
  )

  it('without an expiry date does not expire', () => {
    expect(isExpired({}, '2999-01-01')).toBe(false)
  })
})

it('a day begins at midnight in China', () => {
  expect(dateInChina(new Date('2027-06-30T15:59:59Z'))).toBe('2027-06-30')
  expect(dateInChina(new Date('2027-06-30T16:00:00Z'))).toBe('2027-07-01')
})
