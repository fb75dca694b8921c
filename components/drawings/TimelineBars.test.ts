import {describe, expect, it} from 'vitest'
import type {TimelineLane} from '@/sanity/projections/timelineLane'
import {layoutTimeline} from './TimelineBars'

type Item = TimelineLane['items'][number]
const item = (from: number, to: number, more: Partial<Item> = {}): Item => ({_key: `${from}`, from, to, ...more})
const months = (count: number) => Array.from({length: count}, (_, index) => `M${index + 1}`)
const barsOf = (...items: Item[]) =>
  layoutTimeline([{_key: 'l', label: 'Lane', items}], months(10), 0).lanes.flatMap(({bars}) => bars)

describe('the layout of a timeline', () => {
  it('covers whole periods, both ends included', () => {
    expect(barsOf(item(1, 1), item(3, 10)).map(({from, to}) => [from, to])).toEqual([
      [0, 0.1],
      [0.2, 1],
    ])
  })

  it('cuts off what lies outside the periods', () => {
    expect(barsOf(item(9, 24))).toMatchObject([{from: 0.8, to: 1}])
    expect(barsOf(item(12, 14))).toMatchObject([{from: 1, to: 1}])
  })

  it('writes a label in its bar, else behind it, else before it, else not at all', () => {
    const places = (...items: Item[]) => barsOf(...items).map(({label}) => label?.narrow)
    expect(places(item(1, 5, {label: 'Test'}))).toEqual(['inside'])
    expect(places(item(1, 1, {label: 'Test'}))).toEqual(['after'])
    expect(places(item(10, 10, {label: 'Test'}))).toEqual(['before'])
    expect(places(item(1, 4), item(5, 5, {label: 'Test'}), item(6, 10))).toEqual([undefined, undefined, undefined])
  })

  it('writes a label in its bar where only a wide picture has room for it', () => {
    const labels = barsOf(item(1, 1, {label: 'Test'}), item(2, 2, {label: 'Report card'})).map(({label}) => label)
    expect(labels).toEqual([
      {text: 'Test', narrow: undefined, wide: 'inside'},
      {text: 'Report card', narrow: 'after', wide: 'after'},
    ])
  })

  it('needs no head for periods without names', () => {
    const lanes = [{_key: 'l', label: 'Lane', items: [item(1, 2)]}]
    expect(layoutTimeline(lanes, ['', '', ''], 24)).toMatchObject({head: undefined, top: 24})
    expect(layoutTimeline(lanes, ['', 'noon', ''], 24).top).toBeGreaterThan(24)
  })

  it('gives a lane with a baseline more height, and never lets lanes overlap', () => {
    const lanes = [
      {_key: 'a', label: 'A', items: [item(1, 2, {baselineFrom: 1, baselineTo: 1})]},
      {_key: 'b', label: 'B', items: [item(1, 2)]},
    ]
    const {lanes: placed, bottom} = layoutTimeline(lanes, months(4), 10)
    expect(placed.map(({y, barY}) => barY - y)).toEqual([30, 20])
    expect(placed[1]?.y).toBeGreaterThan((placed[0]?.barY ?? 0) + 22)
    expect(bottom).toBeGreaterThan((placed[1]?.barY ?? 0) + 22)
  })
})
