import {expect, it} from 'vitest'
import {readSeed} from '@/tests/support/readSeed'
import {isObject} from '../../lib/json.ts'
import fc from '../../tests/support/fastCheck.ts'
import {figureWithUnit, formatFigure, withFilledStatement} from '../claims/claimSentence.ts'
import {findNumbers} from '../claims/findNumbers.ts'
import {replaceTypedFigure, sentenceProblems} from './claimSentences.ts'

const runs = {numRuns: 400 * Number(process.env.FUZZ_FACTOR || 1)}

const figures = fc.oneof(
  fc.integer({min: 0, max: 120}),
  fc.integer({min: 0, max: 10_000_000}),
  fc.integer({min: 0, max: 100_000}).map((figure) => figure / 100),
)
const units = fc.constantFrom(
  ['%', '%'],
  ['年', 'years'],
  ['个', 'defects'],
  ['家', 'laboratories'],
  ['天', 'days'],
  ['', ''],
)
/** Text without numbers, tokens or comparing words. */
const chinese = fc.string({unit: fc.constantFrom(...'软件放行标准通过率好评团队经验，。、（）测试用例'), maxLength: 12})
const english = fc
  .array(fc.constantFrom('the', 'rate', 'of', 'our', 'process', 'staff', 'medium', 'or', 'lower', 'left,'), {
    maxLength: 6,
  })
  .map((words) => words.join(' '))
const claims = fc
  .record({figure: figures, units, zh: fc.tuple(chinese, chinese), en: fc.tuple(english, english)})
  .map(({figure, units: [zh, en], ...around}) => ({figure, comparator: 'exactly', unit: {zh, en}, around}))

const statementOf = (zh: string, en: string) => ({statement: {zh, en}})

it('a token becomes exactly the formatted figure, and has no problems', () => {
  fc.assert(
    fc.property(claims, fc.constantFrom('{figure}', '{number}'), ({around, ...claim}, token) => {
      const {zh, en} = around
      const sentences = statementOf(`${zh[0]} ${token} ${zh[1]}`, `${en[0]} ${token} ${en[1]}`)
      expect(sentenceProblems({...claim, ...sentences})).toEqual([])
      const {statement} = withFilledStatement({...claim, ...sentences})
      for (const locale of ['zh', 'en'] as const) {
        const quantity = {figure: claim.figure, unit: claim.unit[locale] ?? ''}
        const shown = token === '{figure}' ? figureWithUnit(quantity) : formatFigure(claim.figure)
        const text = isObject(statement) ? statement[locale] : undefined
        expect(text).toBe(`${around[locale][0]} ${shown} ${around[locale][1]}`)
        const found = findNumbers(String(text), quantity.unit)
        expect(found.map(({value}) => value)).toEqual([Number(formatFigure(claim.figure).replaceAll(',', ''))])
      }
    }),
    runs,
  )
})

const fullWidth = (text: string) => text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
const arabic = (text: string) => text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0x630))
const spellings = [
  (figure: number) => formatFigure(figure),
  (figure: number) => String(figure),
  (figure: number) => fullWidth(String(figure)),
  (figure: number) => arabic(String(figure)),
  (figure: number) => [...String(figure)].join('\u200b'),
]

it('a typed figure is refused in any spelling, whatever the claim’s figure', () => {
  fc.assert(
    fc.property(
      claims,
      figures,
      fc.constantFrom(...spellings),
      fc.boolean(),
      ({around, ...claim}, typed, spell, equal) => {
        const written = spell(equal ? claim.figure : typed)
        const {zh, en} = around
        const unit = {zh: claim.unit.zh ?? '', en: claim.unit.en ?? ''}
        const problems = sentenceProblems({
          ...claim,
          ...statementOf(`${zh[0]} ${written}${unit.zh} ${zh[1]}`, `${en[0]} ${written} ${unit.en} ${en[1]}`),
        })
        expect(problems.map(({severity, kind, path}) => `${severity} ${kind} ${path}`)).toEqual([
          'error typedFigure statement.zh',
          'error typedFigure statement.en',
        ])
      },
    ),
    runs,
  )
})

it('both ends of a range are numbers in its unit, however it is written', () => {
  const ends = fc.tuple(fc.integer({min: 2, max: 9}), fc.integer({min: 10, max: 9999}))
  const joints = fc.constantFrom(
    '-',
    '–',
    '—',
    '~',
    '～',
    '－',
    '\u2011',
    '−',
    '到',
    '至',
    ' to ',
    ' up to ',
    '\u00a0–\u00a0',
  )
  const spaces = fc.constantFrom('', ' ', '\u00a0', '\u3000')
  const spelling = fc.constantFrom(...spellings.slice(1))
  fc.assert(
    fc.property(ends, joints, spaces, spelling, fc.constantFrom('天', '%', '％'), (pair, joint, space, spell, unit) => {
      const text = `约 ${pair.map(spell).join(`${space}${joint}${space}`)}${space}${unit}。`
      const found = findNumbers(text, unit)
      expect(found.map(({value, hasUnit}) => ({value, hasUnit}))).toEqual(pair.map((value) => ({value, hasUnit: true})))
    }),
    runs,
  )
})

it('replacing a typed figure by a token keeps the text and leaves no problems', () => {
  fc.assert(
    fc.property(claims, ({around, ...claim}) => {
      for (const locale of ['zh', 'en'] as const) {
        const quantity = {figure: claim.figure, unit: claim.unit[locale] ?? ''}
        const text = `${around[locale][0]} ${figureWithUnit(quantity)} ${around[locale][1]}`
        const result = replaceTypedFigure(text, quantity)
        const {statement} = withFilledStatement({...claim, statement: {[locale]: result}})
        expect(isObject(statement) ? statement[locale] : undefined).toBe(text)
        expect(replaceTypedFigure(result ?? '', quantity)).toBeUndefined()
        expect(sentenceProblems({...claim, statement: {[locale]: result}})).toEqual([])
      }
    }),
    runs,
  )
})

it('the seed’s statements stay free of problems with any figure, in both languages', () => {
  const seed = readSeed().filter(({_type}) => _type === 'claim')
  fc.assert(
    fc.property(fc.constantFrom(...seed), figures, (claim, figure) => {
      expect(sentenceProblems({...claim, figure})).toEqual([])
      const {statement} = withFilledStatement({...claim, figure})
      const sentences = isObject(statement) ? [statement.zh, statement.en] : []
      for (const sentence of sentences) expect(sentence).toContain(formatFigure(figure))
    }),
    runs,
  )
})
