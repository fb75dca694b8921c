import {expect, test} from 'vitest'
import {OutOfBudget, StepBudget} from './StepBudget.ts'

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
