import {describe, expect, it} from 'vitest'
import {claimState, isExpired, todayIn} from './claims.ts'
import {documentState} from './documentState.ts'

const proven = {source: 'release criterion', owner: 'Test lead', reviewDate: '2027-06-30', expiryDate: '2027-12-30'}

describe('a claim', () => {
  it('is proven until its review date, then due for review, and expired after its expiry date', () => {
    const states = ['2027-06-30', '2027-07-01', '2027-12-30', '2027-12-31'].map((day) => claimState(proven, day))
    expect(states).toEqual(['proven', 'reviewDue', 'reviewDue', 'expired'])
  })

  it.each([{source: ''}, {owner: ' '}, {source: undefined}, {owner: '【待填】负责人 / [to be filled in] owner'}])(
    'is unproven with %o',
    (lacking) => {
      expect(claimState({...proven, ...lacking}, '2027-01-01')).toBe('unproven')
    },
  )

  it('that never had an expiry date does not expire', () => {
    expect(isExpired({}, '2999-01-01')).toBe(false)
  })

  it('shows in lists as expired even where it is unproven as well', () => {
    const claim = {_id: 'c', _type: 'claim', ...proven, owner: ''}
    expect(documentState(claim, '2028-01-01')).toEqual({missingEnglish: 0, placeholders: 0, claim: 'expired'})
    expect(documentState({...claim, _type: 'role'}, '2028-01-01')).toEqual({missingEnglish: 0, placeholders: 0})
  })
})

it('a day begins at midnight in China', () => {
  expect(todayIn(new Date('2027-06-30T15:59:59Z'))).toBe('2027-06-30')
  expect(todayIn(new Date('2027-06-30T16:00:00Z'))).toBe('2027-07-01')
})
