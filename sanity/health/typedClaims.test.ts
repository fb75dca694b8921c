import {describe, expect, it} from 'vitest'
import {figureBlocks} from '../blocks/index.ts'
import {dateInChina, isExpired, missingEvidence, strayTokens, typedClaims} from './typedClaims.ts'

const evidence = {source: 'release criterion', owner: 'Test lead', expiryDate: '2027-12-30'}

describe('a claim', () => {
  it('holds on its expiry date, and expires the day after', () => {
    expect(['2027-12-30', '2027-12-31'].map((day) => isExpired(evidence, day))).toEqual([false, true])
  })

  it('with source and owner has all its evidence', () => {
    expect(missingEvidence(evidence)).toEqual([])
  })

  it.each([
    {source: ''},
    {owner: ' '},
    {owner: '\u200b'},
    {source: undefined},
    {owner: '【待填】负责人 / [to be filled in] owner'},
  ])('lacks evidence with %o', (change) => {
    expect(missingEvidence({...evidence, ...change})).toEqual(Object.keys(change))
  })

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

const defects = {
  id: 'claim-defects',
  figure: 5,
  unit: {zh: '个', en: 'defects'},
  statement: {
    zh: '软件放行标准：中等及以下缺陷至多遗留 {figure}。',
    en: 'Release criterion: at most {figure} of a medium grade.',
  },
}

it.each([
  ['放行标准：至多遗留三个。', 'A release criterion of at most eight defects.', ['三个', 'eight defects']],
  [
    '放行标准：遗留两千个。',
    'The release criterion: at most two thousand defects.',
    ['两千个', 'two thousand defects'],
  ],
  ['放行标准：至多遗留五个。', 'The criterion of a release: fi\u00adve defects.', ['五个', 'fi\u00adve defects']],
])('finds a number in words: %s %s', (zh, en, typed) => {
  const page = {_id: 'page-a', _type: 'page', title: {_type: 'localeString', zh, en}}
  expect(typedClaims(page, [defects]).map((claim) => claim.typed)).toEqual(typed)
})

it('takes “one” for an article, and 第 for a rank', () => {
  const texts = {
    zh: '放行标准：一个不留；放行标准的第三个条件。',
    en: 'The release criterion is one defect in a medium grade.',
  }
  const page = {_id: 'page-a', _type: 'page', title: {_type: 'localeString', ...texts}}
  expect(typedClaims(page, [defects])).toEqual([])
  expect(typedClaims(page, [{...defects, figure: 1}]).map(({typed}) => typed)).toEqual(['一个', 'one defect'])
})

it('finds one percent, which is no article', () => {
  const texts = {zh: '放行标准：遗留百分之一。', en: 'The release criterion is one percent of a medium grade.'}
  const page = {_id: 'page-a', _type: 'page', title: {_type: 'localeString', ...texts}}
  const share = {...defects, unit: {zh: '%', en: '%'}}
  expect(typedClaims(page, [share]).map(({typed}) => typed)).toEqual(['百分之一', 'one percent'])
})

it('does not take “or above” for a subject that two sentences share', () => {
  const page = {_id: 'page-a', _type: 'page', title: {_type: 'localeString', zh: '适合三个及以上班次的实验室。'}}
  const statement = {...defects.statement, zh: '不遗留严重及以上缺陷，中等及以下缺陷至多遗留 {figure}。'}
  expect(typedClaims(page, [{...defects, statement}])).toEqual([])
})

it('finds a claim and a token whatever hides in the words', () => {
  const texts = {zh: '{fig\u200bure}', en: 'Re\u00adlease cri\u200bterion: at most eight\u00a0defects.'}
  const page = {_id: 'page-a', _type: 'page', title: {_type: 'localeString', ...texts}}
  expect(typedClaims(page, [defects]).map(({path}) => path)).toEqual(['title.en'])
  expect(strayTokens(page)).toEqual([{path: 'title.zh', token: '{figure}'}])
})
