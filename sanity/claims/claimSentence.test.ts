import {expect, it} from 'vitest'
import {localize} from '../presentContent.ts'
import {figureProblem, fillStatement} from './claimSentence.ts'
import {findNumbers} from './findNumbers.ts'

const claim = (fields: object) => ({
  _id: 'claim-one',
  _type: 'claim',
  figure: 10,
  comparator: 'moreThan',
  unit: {_type: 'localeString', zh: '年', en: 'years'},
  statement: {_type: 'localeText', zh: '团队经验超过 {figure}。', en: 'More than {figure} of experience.'},
  ...fields,
})

it.each([
  [99, '%', 'A 99% rate.'],
  [99.5, '%', 'A 99.5% rate.'],
  [10, 'years', 'A 10\u00a0years rate.'],
  [5, ' 个 ', 'A 5\u00a0个 rate.'],
  [12500, '', 'A 12,500 rate.'],
  [0.1 + 0.2, '$&', 'A 0.3$& rate.'],
])('%d %s is shown as %s', (figure, unit, sentence) => {
  expect(fillStatement('A {figure} rate.', {figure, unit})).toBe(sentence)
})

it('a claim shows the same figure in both languages, each with its own unit', () => {
  const changed = claim({figure: 12})
  expect(localize(changed, 'zh').statement).toBe('团队经验超过 12\u00a0年。')
  expect(localize(changed, 'en').statement).toBe('More than 12\u00a0years of experience.')
})

it('Chinese that is shown for missing English keeps its Chinese unit', () => {
  const untranslated = claim({statement: {_type: 'localeText', zh: '团队经验超过 {figure}。'}})
  expect(localize(untranslated, 'en').statement).toBe('团队经验超过 10\u00a0年。')
})

it('a blank English unit is none: the sentence has the Chinese one, as the figure beside it', () => {
  const blank = claim({unit: {_type: 'localeString', zh: '%', en: ' '}})
  expect(localize(blank, 'en')).toMatchObject({unit: '%', statement: 'More than 10% of experience.'})
})

it('a statement without tokens, and a claim without a figure, are not changed', () => {
  const old = claim({statement: {_type: 'localeText', zh: '团队经验超过 10 年。'}})
  expect(localize(old, 'zh').statement).toBe('团队经验超过 10\u00a0年。')
  expect(localize(claim({figure: null}), 'zh').statement).toBe('团队经验超过 {figure}。')
})

it.each([
  ['99% 的好评率', '%', [99]],
  ['９９％的好评率', '%', [99]],
  ['9\u200b9% favourable', '%', [99]],
  ['9\ud8009% favourable', '%', [99]],
  ['٩٩٪', '%', [99]],
  ['rate99%', '%', [99]],
  ['百分之九十九，九成九，百分之99', '%', [99, 99, 99]],
  ['九成五以上，九成半', '%', [95, 95]],
  ['ninety-nine percent, ninety nine per cent', '%', [99, 99]],
  ['one hundred and five defects', 'defects', [105]],
  ['十年，一百二十三家，壹佰零伍，两千万', '年', [10, 123, 105, 20_000_000]],
  ['a 10-year record over ten years', 'years', [10, 10]],
  ['3 万份，5 million samples, 12,500', '', [30_000, 5_000_000, 12_500]],
  ['99.5% ⑤', '%', [99.5, 5]],
  ['一点五万份，两点〇五亿，1.1 万', '份', [15_000, 205_000_000, 11_000]],
  ['5 千克，五千克，五万千克', '千克', [5, 5, 50_000]],
  ['三十万元，30 万元，三千元', '万元', [30, 30, 3000]],
  ['30 万元，三十万元', '元', [300_000, 300_000]],
  ['5 千克，20 千米，12 百分点', '', [5, 20, 12]],
  ['一〇五家，二〇二七家，一二三家，九九家', '家', [105, 2027, 123, 99]],
  ['缺陷数三家，线上三家，线上百分之九十，近百分之九十', '家', [3, 3, 90, 90]],
  ['two to three devices, two-three devices, between two and three devices', 'devices', [2, 3, 2, 3, 2, 3]],
  ['two and three devices', 'devices', [3]],
  ['2 或 3 台，2 台或 3 台', '台', [2, 3, 2, 3]],
  ['两到三万台，3-5 万台，两百到一千台', '台', [20_000, 30_000, 30_000, 50_000, 200, 1000]],
  ['two to three hundred devices', 'devices', [200, 300]],
  ['百分之九十八到九十九，98-99%，七到八成', '%', [98, 99, 98, 99, 70, 80]],
  ['2027-06-30 天，EX-2-3 天，GB/T 19001-2016 天', '天', [30, 3, 2016]],
  ['ninety-nine point five percent, 百分之九十九点五', '%', [99.5, 99.5]],
  ['one point five million devices', 'devices', [1_500_000]],
  ['99。5%，99·5 %，９９。５％，٩٩٫٥٪，99\u200b.9 %，百分之九十九 点五', '%', [99.5, 99.5, 99.5, 99.5, 99.9, 99.5]],
  ['见 ISO/IEC 17025。5% 的样品', '%', [5]],
  ['1/2 天，½ 天，1½ 天，1 1/2 天', '天', [0.5, 0.5, 1.5, 1.5]],
  ['两天半，2 天半，半天', '天', [2.5, 2.5, 0.5]],
  ['两年半到三年，半年内，半年报，上半年，一年半载', '年', [2.5, 3, 0.5, 1]],
  ['两个半小时，半个小时，半小时', '小时', [2.5, 0.5, 0.5]],
  ['3 个半成品，两个半导体', '个', [3, 2]],
  ['10 年半导体行业经验，3 年半数客户，半年轻', '年', [10, 3]],
  ['24 小时半自动，7/24 小时支持', '小时', [24, 24]],
  ['3 天半价，半天然，两个半天，5/7 天，三天半后，3/4 天', '天', [3, 7, 3.5, 0.75]],
  ['三个半月，半个月，两个月', '个月', [3.5, 0.5, 2]],
  ['两个半小时', '个小时', [2.5]],
  ['行业第一，99% 的客户好评，第一、98% 的好评率，第三到 97%', '%', [99, 98, 97]],
  ['第一，8 个缺陷', '个', [8]],
  ['two and a half days, half a day, a half-day, 2 1/2 days', 'days', [2.5, 0.5, 0.5, 2.5]],
  ['two and a half million devices', 'devices', [2_500_000]],
  ['half a percent', '%', [0.5]],
])('finds the numbers in “%s”', (text, unit, values) => {
  expect(findNumbers(text, unit).map(({value}) => value)).toEqual(values)
})

it.each([
  '一成不变，三成员，万一，千万，一一核对，统一，第一次，十分',
  'one of them, someone, LIMS2, EX-017, 例-017',
  'ISO 9001, ISO/IEC 17025, GB/T 19001',
  '第 3 个，第3–5 个，第 三 个，第三到五个，第 12、13 项，the 3rd one, a 21st step',
  'lab 1/2, 24/7, half of them',
  '2027-06-30',
])('finds no figure in “%s”', (text) => {
  const figures = findNumbers(text, '%').filter(({value}) => value !== 2027)
  expect(figures).toEqual([])
})

it.each([
  ['两三天，三五天，二三十天，两三百天，十二三天，三五万天', '天'],
  ['数百台，上千台，近千台，近三千台，数萬台', '台'],
  ['百分之七八，两三成，七八成', '%'],
  ['两台或三台，两或三台', '台'],
  ['two devices or three devices', 'devices'],
  ['two or three devices, one hundred or two hundred devices, five, six or seven devices', 'devices'],
])('reads no exact number from the rough ones in “%s”', (text, unit) => {
  expect(findNumbers(text, unit)).toEqual([])
})

it('returns the range of a number in the original text', () => {
  const text = '软件\u200b放行 ９９％。'
  const [number] = findNumbers(text, '%')
  expect(text.slice(number?.start, number?.end)).toBe('９９％')
  expect(text.slice(number?.start, number?.numberEnd)).toBe('９９')
})

it.each([
  [{figure: -5}, 'negative'],
  [{figure: -0.1, comparator: 'lessBy'}, 'negative'],
  [{figure: 1e21}, 'long'],
  [{figure: 33.333333}, 'long'],
  [{figure: 1_000_000}, 'long'],
  [{figure: 150, comparator: 'lessBy', unit: {zh: '%', en: '%'}}, 'beyondAll'],
  [{figure: 101, comparator: 'lessBy', unit: {zh: '％'}}, 'beyondAll'],
  [{figure: 150, comparator: 'moreThan', unit: {zh: '%', en: '%'}}, undefined],
  [{figure: 150, comparator: 'lessBy', unit: {zh: '天', en: 'days'}}, undefined],
  [{figure: 100, comparator: 'lessBy', unit: {zh: '%', en: '%'}}, undefined],
  [{figure: 999_999}, undefined],
  [{figure: 0.12345}, undefined],
  [{figure: 0}, undefined],
  [{figure: 'ten'}, undefined],
])('the figure of %o: %s', (claim, problem) => {
  expect(figureProblem(claim)).toBe(problem)
})
