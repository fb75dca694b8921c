import {describe, expect, it} from 'vitest'
import {figureBlocks} from '../blocks/index.ts'
import {dateInChina, isExpired, missingEvidence, typedClaims} from './typedClaims.ts'

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

it.each([...figureBlocks])('numbers in a drawing (%s) are example data, and contradict no claim', (_type) => {
  const claims = [
    {id: 'claim', figure: 40, unit: {zh: '%', en: '%'}, statement: {zh: '周期缩短', en: 'Shorter cycles'}},
  ]
  const heading = {_type: 'localeString', zh: '周期缩短 40%', en: 'Cycles shortened by 40%'}
  const page = (type: unknown) => ({
    _id: 'page-a',
    _type: 'page',
    blocks: [{_key: 'a', _type: type, parts: [{heading}]}],
  })
  expect(typedClaims(page(_type), claims)).toEqual([])
  expect(typedClaims(page('prose'), claims)).not.toEqual([])
})
