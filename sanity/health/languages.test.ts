import {expect, test} from 'vitest'
import {isCopiedChinese, missingEnglish} from './languages.ts'

const block = (text: string) => [{_type: 'block', _key: 'a', children: [{_type: 'span', _key: 'b', text}]}]

test('Chinese that stands in the English field is a copy, as a line and as formatted text', () => {
  expect(isCopiedChinese({zh: '试验委托', en: '试验委托 '})).toBe(true)
  expect(isCopiedChinese({zh: block('试验委托'), en: block('试验委托')})).toBe(true)
})

test('a text that was changed, or that is the same in both languages, is none', () => {
  expect(isCopiedChinese({zh: '试验委托', en: 'Test orders'})).toBe(false)
  expect(isCopiedChinese({zh: 'LIMS', en: 'LIMS'})).toBe(false)
  expect(isCopiedChinese({zh: block('试验委托'), en: block('Test orders')})).toBe(false)
  expect(isCopiedChinese({zh: '试验委托'})).toBe(false)
})

test('a copy counts as English that is missing', () => {
  expect(missingEnglish({title: {_type: 'localeString', zh: '关于', en: '关于'}})).toEqual(['title'])
})
