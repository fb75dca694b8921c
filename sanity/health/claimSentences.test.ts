import {expect, it} from 'vitest'
import {readSeed} from '@/tests/support/readSeed'
import {replaceTypedFigure, sentenceProblems} from './claimSentences.ts'

const claim = (zh: string, fields: object = {}) => ({
  figure: 97,
  comparator: 'exactly',
  unit: {zh: '%', en: '%'},
  statement: {zh},
  ...fields,
})
const found = (zh: string, fields?: object) =>
  sentenceProblems(claim(zh, fields)).map(({severity, kind, detail}) => `${severity} ${kind} ${detail}`.trim())

it('the seed’s statements have no problems', () => {
  const claims = readSeed().filter(({_type}) => _type === 'claim')
  expect(claims.flatMap(sentenceProblems)).toEqual([])
  expect(claims).toHaveLength(6)
})

it.each([
  ['{figure} 的好评率。', []],
  ['通过率 {figure}，不遗留严重缺陷，中等及以下缺陷至多 5 个。', []],
  ['按 ISO/IEC 17025，{figure}。', []],
  ['99% 的好评率。', ['error typedFigure 99%']],
  ['９９％的好评率。', ['error typedFigure ９９％']],
  ['97% 的好评率。', ['error typedFigure 97%']],
  ['九成九的好评率。', ['error typedFigure 九成九']],
  ['{figure} 的好评率，也就是 97%。', ['error typedFigure 97%']],
  ['{figure} 的好评率，也就是九成七。', ['warning typedFigure 九成七']],
  ['{figure} 的好评率，去年 95%。', ['warning otherFigure 95%']],
  ['{figur} 的好评率。', ['error unknownToken {figur}']],
  ['｛figure｝ 的好评率。', ['error unknownToken ｛figure｝']],
  ['{数字} 与 {figure', ['error unknownToken {数字}', 'error unknownToken {']],
  ['{figure}% 的好评率。', ['error doubledUnit {figure}%']],
  ['{number}% 的好评率。', []],
  ['9{figure} 的好评率。', ['error typedFigure 9']],
  ['{number}.5% 的好评率。', ['error typedFigure .5']],
  ['{figure}{figure}', ['error typedFigure }']],
  ['至少 {figure} 的好评率。', ['error otherComparison 至少']],
  ['好评如潮。', ['warning noFigure']],
])('“%s” beside the figure 97', (zh, problems) => {
  expect(found(zh)).toEqual(problems)
})

it.each([
  ['不超过 {figure}', 'atMost', []],
  ['超过 {figure}', 'moreThan', []],
  ['超过 {figure}', 'atMost', ['error otherComparison 超过']],
  ['不超过 {figure}', 'moreThan', ['error otherComparison 不超过']],
  ['{figure}以上', 'atLeast', []],
  ['至少缩短 {figure}', 'lessBy', []],
  ['至少 {figure}', 'lessBy', []],
])('“%s” with %s', (zh, comparator, problems) => {
  expect(found(zh, {comparator})).toEqual(problems)
})

it('each language is checked with its own unit', () => {
  const statement = {zh: '团队经验超过 {figure}。', en: 'More than {figure} years, a ten-year record.'}
  const problems = sentenceProblems({figure: 10, comparator: 'moreThan', unit: {zh: '年', en: 'years'}, statement})
  expect(problems.map(({path, kind, detail}) => [path, kind, detail])).toEqual([
    ['statement.en', 'typedFigure', 'ten-year'],
    ['statement.en', 'doubledUnit', '{figure} years'],
  ])
})

it.each([
  ['99% 的好评率。', 99, '%', '{figure} 的好评率。'],
  ['９９％的好评率。', 99, '%', '{figure}的好评率。'],
  ['至多遗留 5 个。', 5, '个', '至多遗留 {figure}。'],
  ['at most 5 medium or lower ones', 5, 'defects', 'at most {number} medium or lower ones'],
  ['a 10-year record', 10, 'years', 'a {number}-year record'],
  ['99 percent, and 5 left', 99, '%', '{number} percent, and 5 left'],
  ['99% here and 99% there', 99, '%', undefined],
  ['97% here', 99, '%', undefined],
  ['{figure} 的好评率', 99, '%', undefined],
  ['两天半做完。', 2.5, '天', '{figure}做完。'],
  ['两个半月做完。', 2.5, '月', '{figure}做完。'],
  ['半天做完。', 0.5, '天', '{figure}做完。'],
])('“%s” becomes a sentence with a token', (text, figure, unit, result) => {
  expect(replaceTypedFigure(text, {figure, unit})).toBe(result)
})

it('on request, another value with the claim’s unit is replaced as well', () => {
  expect(replaceTypedFigure('99% 的好评率。', {figure: 97, unit: '%'}, {allowOtherValue: true})).toBe(
    '{figure} 的好评率。',
  )
})
