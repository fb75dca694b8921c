import {expect, test} from 'vitest'
import fc from '../tests/support/fastCheck.ts'
import {checkEnquiry} from './checkEnquiry.ts'
import {enquiryFields, fieldsFor, interestValue} from './fields.ts'
import {goodValues} from './testing/fixtures.ts'

test.each([
  ['problems', enquiryFields, 'name interest phone company mail department position message consent'],
  ['the form', fieldsFor('form'), 'name company phone mail department position interest message'],
  ['the table', fieldsFor('table'), 'name company department position phone mail interest message'],
  ['the Studio', fieldsFor('studio'), 'phone mail company department position name interest message'],
])('%s: each field once, in an order that further fields do not change', (_, fields, expected) => {
  const order = fields.map((field) => (typeof field === 'string' ? field : field.name))
  expect(new Set(order).size).toBe(order.length)
  expect(order.filter((name) => expected.split(' ').includes(name)).join(' ')).toBe(expected)
})

test('whatever a product or module is called, a visitor who is interested in it can send the form', () => {
  const ids = fc.stringMatching(/^[a-zA-Z0-9_-][a-zA-Z0-9._-]{0,127}$/)
  const names = fc.oneof(
    fc.string({unit: 'binary', maxLength: 300, size: 'max'}),
    fc.string({unit: fc.constantFrom('名', 'a', '🚗', '\t', '\ud83d', '\u2028', ' '), maxLength: 300, size: 'max'}),
  )
  fc.assert(
    fc.property(ids, names, (id, name) => {
      const interest = interestValue(id, `LIMS · ${name}`)
      const checked = checkEnquiry({...goodValues, interest})
      expect(checked).not.toHaveProperty('problems')
      expect(interest.startsWith(`${id} LIMS ·`)).toBe(true)
    }),
  )
})
