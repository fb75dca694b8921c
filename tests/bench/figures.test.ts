import {expect, it} from 'vitest'
import {median, percentile, slope} from './figures.ts'

it('a percentile is one of the numbers, whatever their order', () => {
  const hundred = Array.from({length: 100}, (_, index) => 100 - index)
  expect([0, 0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([1, 50, 95, 99, 100])
  expect(percentile([7], 0.95)).toBe(7)
  expect(percentile([], 0.95)).toBeNaN()
})

it('a median lies in the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([])).toBeNaN()
})

it('a slope is what is added from one number to the next', () => {
  expect(slope([1, 3, 5, 7])).toBe(2)
  expect(slope([5, 5, 5])).toBe(0)
  expect(slope([5])).toBe(0)
})
