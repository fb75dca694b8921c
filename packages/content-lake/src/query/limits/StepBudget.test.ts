import {expect, test} from 'vitest'
import {OutOfBudget, StepBudget, withTimeLimit} from './StepBudget.ts'

/** The clock goes on while the thread sleeps, its processor time does not: as on a machine that is busy elsewhere. */
const pause = (milliseconds: number): unknown =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

test('an evaluation is not slow because its process had to wait', () => {
  const budget = new StepBudget(20, {stepsPerLook: 1})
  pause(60)
  budget.step()
  expect(budget.leftMs).toBeGreaterThan(0)
})

test('an evaluation that goes on is stopped, after a pause as well', () => {
  const budget = new StepBudget(20, {stepsPerLook: 1})
  pause(30)
  expect(() => {
    for (;;) budget.step()
  }).toThrow(OutOfBudget)
})

test('what takes too long is stopped', () => {
  const aMinute = () => {
    const end = Date.now() + 60_000
    while (Date.now() < end) Math.random()
  }
  expect(() => withTimeLimit(20, aMinute)).toThrow(OutOfBudget)
})

test('what is quick returns its result, and what throws throws', () => {
  expect(withTimeLimit(5000, () => ({answer: 42}))).toEqual({answer: 42})
  expect(() =>
    withTimeLimit(5000, () => {
      throw new Error('mine')
    }),
  ).toThrow('mine')
})
