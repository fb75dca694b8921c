import {expect, test} from 'vitest'
import {chooseLanguage} from './bilingual.ts'

test('an editor’s own choice wins over the browser', () => {
  expect(chooseLanguage({stored: 'en-US', preferred: ['zh-CN']})).toBe('en')
  expect(chooseLanguage({stored: 'zh-Hans', preferred: ['en-GB']})).toBe('zh')
})

test('without a choice the first of our languages that the browser asks for', () => {
  expect(chooseLanguage({stored: null, preferred: ['zh-TW', 'en']})).toBe('zh')
  expect(chooseLanguage({stored: null, preferred: ['fr', 'en-GB', 'zh']})).toBe('en')
})

test('Chinese where the browser asks for neither', () => {
  expect(chooseLanguage({stored: null, preferred: ['de-DE']})).toBe('zh')
  expect(chooseLanguage({stored: 'de-DE', preferred: []})).toBe('zh')
})
