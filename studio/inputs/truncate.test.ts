import {expect, test} from 'vitest'
import {displayWidth, truncate} from './truncate.ts'

test('a Chinese character is as wide as two letters', () => {
  expect(displayWidth('LIMS：实验室')).toBe(4 + 2 + 6)
})

test('a text that fits is not changed', () => {
  expect(truncate('关于我们', 8)).toBe('关于我们')
})

test('Chinese is truncated at any character, English between words', () => {
  expect(truncate('我们专做一件事：汽车实验室', 12)).toBe('我们专做一 …')
  expect(truncate('Management software for laboratories', 20)).toBe('Management …')
})
