import {LakeError} from '../errors.ts'
import {OutOfBudget, StepBudget} from '../query/limits/StepBudget.ts'

/** CPU time of one reading of the history, and characters of JSON in its answer. The README lists these numbers. */
const MAX_MS = 5000
const MAX_SIZE = 64 * 1024 * 1024

/** The rest of the budget of one reading of the history. Both throw 400 when it is used up. */
export interface HistoryLimit {
  /** Called for each state that is read. */
  step(): void
  /** Called for each text that goes into the answer. */
  take(size: number): void
}

export function limitHistory(): HistoryLimit {
  const budget = new StepBudget(MAX_MS, {stepsPerLook: 1, memory: MAX_SIZE})
  const limited = (run: () => void): void => {
    try {
      run()
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error
      const description = 'This part of the history is too large to be read at once; ask for less of it with "limit"'
      throw new LakeError(400, {error: {type: 'historyTooLargeError', description}}, description)
    }
  }
  return {step: () => limited(() => budget.step()), take: (size) => limited(() => budget.take(size))}
}
