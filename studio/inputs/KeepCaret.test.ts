import {expect, test} from 'vitest'
import {movedPosition} from './KeepCaret.tsx'

test.each([
  ['before the caret', 'ab|cd', 'Xab|cd'],
  ['behind it', 'ab|cd', 'ab|cdX'],
  ['behind a caret at the end', 'abcd|', 'abcd|X'],
  ['before a caret at the end', 'abcd|', 'Xabcd|'],
  ['by a deletion before it', 'abc|d', 'bc|d'],
  ['by a deletion behind it', 'a|bcd', 'a|b'],
  ['by a deletion around it', 'ab|cd', 'a|d'],
  ['as a whole', 'ab|cd', 'XYZ|'],
  ['of equal letters', 'aa|aa', 'aa|aaa'],
])('a caret stays where it was in a text that is changed %s', (_where, before, after) => {
  const text = (marked: string) => marked.replace('|', '')
  expect(movedPosition(text(before), text(after), before.indexOf('|'))).toBe(after.indexOf('|'))
})
