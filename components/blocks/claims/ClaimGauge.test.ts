import {describe, expect, it} from 'vitest'
import {gaugeOf} from './ClaimGauge'

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
})
