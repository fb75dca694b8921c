import {describe, expect, it} from 'vitest'
import {gaugeOf} from './gaugeOf'

describe('the measured bar of a claim', () => {
  it('measures percentages from 0 to 100', () => {
    expect(gaugeOf({figure: 99, comparator: 'exactly', unit: '%'})).toMatchObject({filled: [0, 0.99], limit: 0.99})
  })

  it('hatches what was saved', () => {
    const gauge = gaugeOf({figure: 30, comparator: 'lessBy', unit: '%'})
    expect(gauge).toMatchObject({filled: [0, 0.7], hatched: [0.7, 1]})
  })

  it('hatches the allowed range of a limit', () => {
    expect(gaugeOf({figure: 50, comparator: 'atLeast', unit: '%'})).toMatchObject({hatched: [0.5, 1]})
    expect(gaugeOf({figure: 5, comparator: 'atMost', unit: 'defects'})).toMatchObject({ticks: 8, hatched: [0, 0.625]})
  })

  it('stays on its scale whatever an editor enters', () => {
    expect(gaugeOf({figure: 130, comparator: 'moreThan', unit: '%'}).limit).toBe(1)
    expect(gaugeOf({figure: 0, comparator: 'atMost', unit: 'defects'})).toMatchObject({ticks: 1, limit: 0})
  })
})
