import {expect, test} from 'vitest'
import fc from '../../tests/support/fastCheck.ts'
import {mergeTexts, movedPosition} from './SharedText.tsx'

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

test('two changes of a text, in whatever places apart, are both in the merged text', () => {
  const letters = fc.string({unit: fc.constantFrom('a', 'b', '试', '验'), maxLength: 6})
  fc.assert(
    fc.property(fc.tuple(letters, letters, letters, letters, letters), letters, letters, (parts, mine, theirs) => {
      // The letters between keep the two apart, however equal they are.
      const [before, old, between, alsoOld, after] = parts
      const apart = `|${between}|`
      const text = (first: string, second: string) => before + first + apart + second + after
      const base = text(old, alsoOld)
      expect(mergeTexts(base, text(mine, alsoOld), text(old, theirs))).toBe(text(mine, theirs))
      expect(mergeTexts(base, text(old, theirs), text(mine, alsoOld))).toBe(text(mine, theirs))
    }),
    {numRuns: 500},
  )
})

test.each([
  ['nobody else changes it', 'ab', 'a你b', 'ab', 'a你b'],
  ['the composition is given up', 'anib', 'ab', 'anib!', 'ab!'],
  ['the other one deletes all', 'ab', 'a你b', '', '你'],
  ['both write at the same place', 'ab', 'a你b', 'a我b', 'a你我b'],
  ['the other one writes just before it', 'anib', 'a你b', 'a我们nib', 'a我们你b'],
  ['the other one writes just behind it', 'anib', 'a你b', 'ani我们b', 'a你我们b'],
  ['the other one changes what is being composed', 'anib', 'a你b', 'an!ib', 'an!i你b'],
])('what an input method has composed is merged when %s', (_when, base, mine, theirs, merged) => {
  expect(mergeTexts(base, mine, theirs)).toBe(merged)
})

test('what others write before and behind a word that is composed meanwhile stays, and the word is whole', () => {
  const text = fc.string({unit: fc.constantFrom('关', '于', '我', '们'), maxLength: 4})
  const sides = fc.record({before: text, behind: text})
  const letters = fc.string({unit: fc.constantFrom('n', 'i', 'h', 'a', 'o'), minLength: 1, maxLength: 5})
  fc.assert(
    fc.property(sides, sides, letters, (base, theirs, typed) => {
      const around = (middle: string, {before, behind}: typeof base) => before + middle + behind
      const merged = mergeTexts(around(typed, base), around('你好', base), around(typed, theirs))
      expect(merged).toBe(around('你好', theirs))
    }),
    {numRuns: 500},
  )
})
