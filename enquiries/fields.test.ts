import {expect, test} from 'vitest'
import {enquiryFields, fieldsFor} from './fields.ts'

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
