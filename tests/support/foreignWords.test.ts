import {expect, it} from 'vitest'
import {foreignWords} from './foreignWords.ts'

it('finds English on a Chinese page, names and standards aside', () => {
  expect(foreignWords('LIMS 按 ISO/IEC 17025 记录 the order', 'zh')).toEqual(['the', 'order'])
})

it('finds Chinese on an English page', () => {
  expect(foreignWords('Test orders 试验', 'en')).toEqual(['试验'])
})
