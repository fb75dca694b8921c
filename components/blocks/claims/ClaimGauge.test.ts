import {describe, expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {claimOf} from '@/components/testing/fixtures'
import {ClaimGauge, gaugeOf} from './ClaimGauge'

describe('the gauge of a claim', () => {
  it('sets what is left beside the whole where something was saved', () => {
    expect(gaugeOf({figure: 30, comparator: 'lessBy', unit: '%'})).toEqual({kind: 'bars', rest: 0.7})
  })

  it('counts a rate in a hundred dots', () => {
    expect(gaugeOf({figure: 99, comparator: 'exactly', unit: '%'})).toEqual({kind: 'dots', filled: 99})
  })

  it('shows on which side of its limit a share may be', () => {
    expect(gaugeOf({figure: 50, comparator: 'atLeast', unit: '%'})).toEqual({
      kind: 'dial',
      limit: 0.5,
      allowed: 'above',
    })
    expect(gaugeOf({figure: 10, comparator: 'atMost', unit: '%'})).toMatchObject({allowed: 'below'})
  })

  it('gives a small number of things a place each', () => {
    expect(gaugeOf({figure: 5, comparator: 'atMost', unit: 'defects'})).toEqual({kind: 'slots', count: 5})
  })

  it('lays years on a ruler that goes on', () => {
    expect(gaugeOf({figure: 10, comparator: 'moreThan', unit: 'years'})).toEqual({kind: 'ruler', count: 10, open: true})
  })

  it('stays on its scale whatever an editor enters', () => {
    expect(gaugeOf({figure: 130, comparator: 'exactly', unit: '%'})).toEqual({kind: 'dots', filled: 100})
    expect(gaugeOf({figure: -4, comparator: 'atMost', unit: 'defects'})).toEqual({kind: 'slots', count: 0})
    expect(gaugeOf({figure: 400, comparator: 'exactly', unit: 'tests'})).toEqual({kind: 'ruler', count: 12, open: true})
  })

  it('knows a percentage by the sign of a Chinese keyboard, too', () => {
    expect(gaugeOf({figure: 99, comparator: 'exactly', unit: '％'})).toEqual({kind: 'dots', filled: 99})
  })

  it('never shows more than the figure says', () => {
    expect(gaugeOf({figure: 99.6, comparator: 'exactly', unit: '%'})).toEqual({kind: 'dots', filled: 99})
    expect(gaugeOf({figure: 29, comparator: 'exactly', unit: '%'})).toEqual({kind: 'dots', filled: 29})
    expect(gaugeOf({figure: 2.5, comparator: 'exactly', unit: 'years'})).toEqual({kind: 'ruler', count: 2, open: true})
  })

  it.each([
    ['exactly', 'years', 0, []],
    ['exactly', 'years', 1, ['1']],
    ['exactly', 'years', 3, ['1', '3']],
    ['lessBy', '%', 12.5, ['Before', '100%', 'After', '87.5%']],
    ['lessBy', '%', 7, ['Before', '100%', 'After', '93%']],
  ] as const)('labels what it draws, once (%s %s %d)', (comparator, unit, figure, labels) => {
    const {body} = draw(ClaimGauge({claim: claimOf({comparator, unit, figure}), locale: 'en'}))
    expect([...body.querySelectorAll('text')].map(({textContent}) => textContent)).toEqual(labels)
  })
})
