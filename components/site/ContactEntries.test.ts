import {expect, it} from 'vitest'
import {telephoneLink} from './ContactEntries'

it('a number is called without its spaces and dashes', () => {
  expect(telephoneLink('+86 000-0000 0000')).toBe('tel:+8600000000000')
})

it.each([
  ['010-12345678 转 801', 'tel:01012345678;ext=801'],
  ['+86 10 1234 5678 ext. 801', 'tel:+861012345678;ext=801'],
  ['010-12345678#801', 'tel:01012345678;ext=801'],
  ['+86 (0)10 1234 5678', 'tel:+861012345678'],
  ['（010）１２３４５６７８', 'tel:01012345678'],
  ['010-12345678 / 138 0013 8000', 'tel:01012345678'],
  ['010-12345678 或 138 0013 8000', 'tel:01012345678'],
  ['+86 10 1234 5678 or +86 138 0013 8000', 'tel:+861012345678'],
  ['010-12345678\n138 0013 8000', 'tel:01012345678'],
  ['010-12345678（周一至周五 9:00–18:00）', 'tel:01012345678'],
  ['010-12345678 转 801，工作日 9–18 点', 'tel:01012345678;ext=801'],
  ['010-12345678 (9:00-18:00)', 'tel:01012345678'],
  ['Tel. +86 10 1234 5678, Mon–Fri 9–18', 'tel:+861012345678'],
])('%s is called as one number, with its extension apart', (text, link) => {
  expect(telephoneLink(text)).toBe(link)
})

it.each(['【待填】联系电话', '[to be filled in] 1', '', undefined])('%s is no number', (text) => {
  expect(telephoneLink(text)).toBeUndefined()
})
