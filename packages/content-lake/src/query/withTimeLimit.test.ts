import {expect, test} from 'vitest'
import {withTimeLimit} from './withTimeLimit.ts'

test('what takes too long is stopped with a 504', () => {
  const aMinute = () => {
    const end = Date.now() + 60_000
    while (Date.now() < end) Math.random()
  }
  expect(() => withTimeLimit(20, aMinute)).toThrow(expect.objectContaining({status: 504}))
})

test('what is quick returns its result, and what throws throws', () => {
  expect(withTimeLimit(5000, () => ({answer: 42}))).toEqual({answer: 42})
  expect(() =>
    withTimeLimit(5000, () => {
      throw new Error('mine')
    }),
  ).toThrow('mine')
})
