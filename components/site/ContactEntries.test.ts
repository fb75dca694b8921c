import {expect, it} from 'vitest'
import {telephoneLink} from './ContactEntries'

it('a number is called without its spaces and dashes', () => {
  expect(telephoneLink('+86 000-0000 0000')).toBe('tel:+8600000000000')
})

it.each(['【待填】联系电话', '[to be filled in] 1', '', undefined])('%s is no number', (text) => {
  expect(telephoneLink(text)).toBeUndefined()
})
