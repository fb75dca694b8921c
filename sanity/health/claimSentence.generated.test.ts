import {expect, it} from 'vitest'
import {readSeed} from '@/tests/support/readSeed'
import fc from '../../tests/support/fastCheck.ts'
import {figureWithUnit, formatFigure, withSentences} from '../claims/claimSentence.ts'
import {numbersIn} from '../claims/numbersIn.ts'
import {sentenceProblems, tokenized} from './claims.ts'
import {isObject} from './documents.ts'

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
/** Prose without a number, a token or words that compare. */
const chinese = fc.string({unit: fc.constantFrom(...'软件放行标准通过率好评团队经验，。、（）测试用例'), maxLength: 12})
const english = fc
  .array(fc.constantFrom('the', 'rate', 'of', 'our', 'process', 'staff', 'medium', 'or', 'lower', 'left,'), {
    maxLength: 6,
  })
  .map((words) => words.join(' '))
const claims = fc
  .record({figure: figures, units, zh: fc.tuple(chinese, chinese), en: fc.tuple(english, english)})
  .map(({figure, units: [zh, en], ...around}) => ({figure, comparator: 'exactly', unit: {zh, en}, around}))

const says = (zh: string, en: string) => ({statement: {zh, en}})

it('a sentence with a token says exactly the formatted figure, and nothing is to be said of it', () => {
  fc.assert(
    fc.property(claims, fc.constantFrom('{figure}', '{number}'), ({around, ...claim}, token) => {
      const {zh, en} = around
      const sentences = says(`${zh[0]} ${token} ${zh[1]}`, `${en[0]} ${token} ${en[1]}`)
      expect(sentenceProblems({...claim, ...sentences})).toEqual([])
      const {statement} = withSentences({...claim, ...sentences})
      for (const locale of ['zh', 'en'] as const) {
        const quantity = {figure: claim.figure, unit: claim.unit[locale] ?? ''}
        const shown = token === '{figure}' ? figureWithUnit(quantity) : formatFigure(claim.figure)
        const text = isObject(statement) ? statement[locale] : undefined
        expect(text).toBe(`${around[locale][0]} ${shown} ${around[locale][1]}`)
        const found = numbersIn(String(text), quantity.unit)
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

it('a sentence with a typed figure is refused, however it is written, whatever the claim’s figure', () => {
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
          ...says(`${zh[0]} ${written}${unit.zh} ${zh[1]}`, `${en[0]} ${written} ${unit.en} ${en[1]}`),
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

it('what the migration makes of a typed figure reads the same and is sound', () => {
  fc.assert(
    fc.property(claims, ({around, ...claim}) => {
      for (const locale of ['zh', 'en'] as const) {
        const quantity = {figure: claim.figure, unit: claim.unit[locale] ?? ''}
        const text = `${around[locale][0]} ${figureWithUnit(quantity)} ${around[locale][1]}`
        const result = tokenized(text, quantity)
        const {statement} = withSentences({...claim, statement: {[locale]: result}})
        expect(isObject(statement) ? statement[locale] : undefined).toBe(text)
        expect(tokenized(result ?? '', quantity)).toBeUndefined()
        expect(sentenceProblems({...claim, statement: {[locale]: result}})).toEqual([])
      }
    }),
    runs,
  )
})

it('the seed’s sentences are sound whatever their figures become, and both languages follow', () => {
  const seed = readSeed().filter(({_type}) => _type === 'claim')
  fc.assert(
    fc.property(fc.constantFrom(...seed), figures, (claim, figure) => {
      expect(sentenceProblems({...claim, figure})).toEqual([])
      const {statement} = withSentences({...claim, figure})
      const sentences = isObject(statement) ? [statement.zh, statement.en] : []
      for (const sentence of sentences) expect(sentence).toContain(formatFigure(figure))
    }),
    runs,
  )
})
