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
  return `${signs.get(comparator) ?? ''}${figure}${plus} ${unit}`.trim()
}
