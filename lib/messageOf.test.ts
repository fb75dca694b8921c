import {expect, test} from 'vitest'
import {messageOf} from './messageOf.ts'

test('a host with several addresses, none of which answers, leaves a reason', () => {
  // As Node has it: the message of the whole is empty.
  const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`))
  expect(messageOf(new AggregateError(refused))).toBe(
    'connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432',
  )
})

test('the message of an error, and whatever else is thrown', () => {
  expect([messageOf(new Error('no')), messageOf(new AggregateError([new Error('a')], 'all')), messageOf(7)]).toEqual([
    'no',
    'all',
    '7',
  ])
})
