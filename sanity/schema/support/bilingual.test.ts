import {expect, test} from 'vitest'
import {chooseLanguage} from './bilingual.ts'

test('the editor’s choice wins over the browser’s', () => {
  expect(chooseLanguage({stored: 'en-US', preferred: ['zh-CN']})).toBe('en')
  expect(chooseLanguage({stored: 'zh-Hans', preferred: ['en-GB']})).toBe('zh')
})

test('without a choice, the first supported language of the browser', () => {
  expect(chooseLanguage({stored: null, preferred: ['zh-TW', 'en']})).toBe('zh')
  expect(chooseLanguage({stored: null, preferred: ['fr', 'en-GB', 'zh']})).toBe('en')
})

test('Chinese if the browser has neither', () => {
  expect(chooseLanguage({stored: null, preferred: ['de-DE']})).toBe('zh')
  expect(chooseLanguage({stored: 'de-DE', preferred: []})).toBe('zh')
})
