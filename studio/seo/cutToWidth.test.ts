import {expect, test} from 'vitest'
import {cutToWidth, widthOf} from './cutToWidth.ts'

test('a Chinese character takes the room of two letters', () => {
  expect(widthOf('LIMS：实验室')).toBe(4 + 2 + 6)
})

test('what fits stays as it is', () => {
  expect(cutToWidth('关于我们', 8)).toBe('关于我们')
})

test('Chinese is cut at the character, English between words', () => {
  expect(cutToWidth('我们专做一件事：汽车实验室', 12)).toBe('我们专做一 …')
  expect(cutToWidth('Management software for laboratories', 20)).toBe('Management …')
})
