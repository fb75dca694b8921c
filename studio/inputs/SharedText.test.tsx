// @vitest-environment jsdom
import {act, cleanup, fireEvent, render} from '@testing-library/react'
import {useRef, useSyncExternalStore} from 'react'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import fc from '../../tests/support/fastCheck.ts'
import {edits} from '../saving/saving.ts'
import {mergeTexts, movedPosition, SharedText} from './SharedText.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const inert = {id: 'title', onBlur: () => {}, onFocus: () => {}, style: {}, 'aria-describedby': undefined}

interface Shared {
  text: string
  isShared: boolean
  isAddress: boolean
  change: () => void
  write(text: string): void
}

/** A form with one field, of a text that others change, too. */
function Form({shared}: {shared: Shared}) {
  const subscribe = (change: () => void) => {
    shared.change = change
    return () => {}
  }
  const value = useSyncExternalStore(subscribe, () => shared.text)
  const ref = useRef(null)
  const onChange = ({target}: {target: unknown}) => target instanceof HTMLInputElement && shared.write(target.value)
  return (
    <SharedText
      elementProps={{...inert, ref, value, readOnly: false, onChange}}
      isShared={shared.isShared}
      isAddress={shared.isAddress}
      onChange={shared.write}
    >
      {({style: _, ...props}) => <input {...props} />}
    </SharedText>
  )
}

/** A text field whose text others can change, with what it has sent. */
function openField(text: string, {isShared = false, isAddress = false} = {}) {
  const sent: string[] = []
  const setText = (next: string) => {
    shared.text = next
    shared.change()
  }
  const write = (next: string) => {
    sent.push(next)
    setText(next)
  }
  const shared: Shared = {text, isShared, isAddress, change: () => {}, write}
  const {container, unmount} = render(<Form shared={shared} />)
  const field = container.querySelector('input')
  if (!field) throw new Error('no field')
  field.focus()
  field.setSelectionRange(1, 1)
  return {
    field,
    sent,
    unmount,
    others: (next: string) => act(() => setText(next)),
    put: (next: string) => fireEvent.input(field, {target: {value: next}}),
    compose: (...texts: string[]) => {
      fireEvent.compositionStart(field)
      for (const next of texts) fireEvent.input(field, {target: {value: next}})
    },
  }
}

test('the letters of a word that an input method composes stay in the field until it is finished', () => {
  const {field, sent, compose, put} = openField('ab')
  compose('anb', 'anib', 'a你b')
  expect(sent).toEqual([])
  expect(field.value).toBe('a你b')
  fireEvent.compositionEnd(field)
  expect(sent).toEqual(['a你b'])
  put('ab')
  expect(sent).toEqual(['a你b', 'ab'])
})

test('what nobody sees is left out of a text that is pasted, and the caret stays behind it', () => {
  const {field, sent, put} = openField('ab')
  field.setSelectionRange(1, 1)
  const pasted = '\u200b试\u00ad验\ufeff\u202a 👩‍💻\u2028尾\u00a0'
  field.setRangeText(pasted, 1, 1, 'end')
  put(field.value)
  expect([sent, field.value, field.selectionStart]).toEqual([
    ['a试验 👩‍💻 尾\u00a0b'],
    'a试验 👩‍💻 尾\u00a0b',
    'a试验 👩‍💻 尾\u00a0'.length,
  ])
})

test.each([
  ['the line ends of Word', 'one\vtwo\fthree', 'one two three'],
  ['halves of characters', '半\ud83d个\udc00字👍', '半个字👍'],
  ['bullets that only a font of symbols draws', '\uf0b7\t第一', '\t第一'],
])('of what is pasted %s do no harm', (_what, pasted, clean) => {
  const {sent, put} = openField('')
  put(pasted)
  expect(sent).toEqual([clean])
})

test('what nobody sees is left out of a word of an input method', () => {
  const {field, sent, compose} = openField('ab')
  compose('anib', 'a你\u200bb')
  fireEvent.compositionEnd(field)
  expect([sent, field.value]).toEqual([['a你b'], 'a你b'])
})

test('a pasted address keeps neither what nobody sees nor blanks', () => {
  const {sent, put} = openField('', {isAddress: true})
  put(' https://example.com/a\u200b\u00a0')
  expect(sent).toEqual(['https://example.com/a'])
})

test('a word that the browser puts into the field only as the composition ends is sent whole', () => {
  const {field, sent, compose} = openField('ab')
  compose('anib')
  field.setRangeText('你', 1, 3)
  fireEvent.compositionEnd(field)
  fireEvent.input(field)
  expect([...new Set(sent), field.value]).toEqual(['a你b', 'a你b'])
})

test('what others write meanwhile is shown with the word, and the caret stays behind the word', () => {
  const {field, sent, compose, others} = openField('ab')
  compose('anib')
  others('X甲ab')
  others('X甲abY')
  expect(field.value).toBe('anib')
  field.setRangeText('你', 1, 3, 'end')
  fireEvent.input(field)
  fireEvent.compositionEnd(field)
  expect([sent, field.value, field.selectionStart]).toEqual([['X甲a你bY'], 'X甲a你bY', 4])
})

test('a word that stays open without a key is sent as it is, and replaced once it is finished', () => {
  const {field, sent, compose, put, others} = openField('ab')
  compose('anb', 'anib')
  vi.advanceTimersByTime(1000)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(sent).toEqual(['anib'])
  others('Xanib')
  put('anihb')
  vi.advanceTimersByTime(2000)
  put('a你b')
  fireEvent.compositionEnd(field)
  vi.advanceTimersByTime(5000)
  expect([sent, field.value]).toEqual([['anib', 'Xanihb', 'Xa你b'], 'Xa你b'])
})

test('while somebody else is in the field, a word that stays open is sent once it is finished', () => {
  const {field, sent, compose} = openField('ab', {isShared: true})
  compose('anb', 'anib')
  vi.advanceTimersByTime(5000)
  expect(sent).toEqual([])
  fireEvent.input(field, {target: {value: 'a你b'}})
  fireEvent.compositionEnd(field)
  expect(sent).toEqual(['a你b'])
})

test.each([
  ['the field loses the focus', ({field}: ReturnType<typeof openField>) => fireEvent.blur(field)],
  ['its form is closed', ({unmount}: ReturnType<typeof openField>) => unmount()],
  ['the page is hidden or left', () => act(() => edits.flush())],
])('a word that is not finished is sent when %s', (_when, happen) => {
  const opened = openField('ab')
  opened.compose('anib')
  happen(opened)
  expect(opened.sent).toEqual(['anib'])
})

test('a composition that is given up changes nothing', () => {
  const {field, sent, compose, others} = openField('ab')
  compose('anib', 'ab')
  others('abY')
  fireEvent.compositionEnd(field)
  expect([sent, field.value]).toEqual([[], 'abY'])
})

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
      expect(mergeTexts(text(mine, alsoOld), [base, text(old, theirs)]).text).toBe(text(mine, theirs))
      expect(mergeTexts(text(old, theirs), [base, text(mine, alsoOld)]).text).toBe(text(mine, theirs))
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
  ['the other one writes at both ends', 'ab', 'a你b', ['甲ab', '甲ab乙'], '甲a你b乙'],
])('what an input method has composed is merged when %s', (_when, base, mine, theirs, merged) => {
  expect(mergeTexts(mine, [base, theirs].flat()).text).toBe(merged)
})

test('what others write before and behind a word that is composed meanwhile stays, and the word is whole', () => {
  const text = fc.string({unit: fc.constantFrom('关', '于', '我', '们'), maxLength: 4})
  const sides = fc.record({before: text, behind: text})
  const letters = fc.string({unit: fc.constantFrom('n', 'i', 'h', 'a', 'o'), minLength: 1, maxLength: 5})
  fc.assert(
    fc.property(sides, sides, letters, (base, theirs, typed) => {
      const around = (middle: string, {before, behind}: typeof base) => before + middle + behind
      const merged = mergeTexts(around('你好', base), [around(typed, base), around(typed, theirs)])
      expect(merged.text).toBe(around('你好', theirs))
    }),
    {numRuns: 500},
  )
})
