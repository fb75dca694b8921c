import {fillStatement, formatFigure} from '../../claims/claimSentence.ts'
import {label} from './bilingual.ts'

const signs = new Map([
  ['atLeast', '≥ '],
  ['atMost', '≤ '],
  ['lessBy', '−'],
])

/** A claim's figure as lists show it: `≥ 50 %`, `10+ 年`. */
export function claimFigure(claim: {figure?: number; comparator?: string; unit?: string}): string {
  const {figure, comparator = 'exactly', unit = ''} = claim
  if (figure === undefined) return label('未填写数字', 'No figure yet')
  const plus = comparator === 'moreThan' ? '+' : ''
  return `${signs.get(comparator) ?? ''}${formatFigure(figure)}${plus} ${unit}`.trim()
}

/** A sentence as visitors read it, in lists of claims. */
export function sentenceOf(text: unknown, figure: unknown, unit: unknown): unknown {
  if (typeof text !== 'string' || typeof figure !== 'number') return text
  return fillStatement(text, {figure, unit: typeof unit === 'string' ? unit : ''})
}
