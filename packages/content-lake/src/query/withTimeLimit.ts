import {createContext, Script} from 'node:vm'
import {LakeError} from '../errors.ts'
import {OutOfBudget, type StepBudget} from './limits/StepBudget.ts'

const sandbox: {run: () => unknown} = {run: () => undefined}
const context = createContext(sandbox)
const script = new Script('run()')

/**
 * Runs a function that cannot be interrupted by itself: V8 stops it, with whatever it has called, when the time is up.
 * Throws 504, as the same query may be quick once less is going on.
 */
export function withTimeLimit<Result>(milliseconds: number, run: () => Result): Result {
  const results: Result[] = []
  sandbox.run = () => results.push(run())
  try {
    script.runInContext(context, {timeout: milliseconds})
  } catch (error) {
    if (!isTimeout(error)) throw error
  }
  const [result] = results
  if (result === undefined) throw timedOut(milliseconds)
  return result
}

/** Beyond this many nodes of a query times characters of a document, even uncounted steps may hold up everybody. */
const LONG_WORK = 32 * 1024 * 1024

/**
 * Evaluates within a budget that counts steps. Where a query and a document are so large that what goes on between two
 * steps may be long, V8 itself watches the time, which costs half a millisecond. Throws OutOfBudget.
 */
export function withinBudget<Result>(
  budget: StepBudget | undefined,
  {nodes, largest}: {nodes: number; largest: number},
  run: () => Result,
): Result {
  if (!budget || nodes * largest < LONG_WORK || budget.leftMs === Number.POSITIVE_INFINITY) return run()
  try {
    return withTimeLimit(Math.max(1, Math.ceil(budget.leftMs)), run)
  } catch (error) {
    throw error instanceof LakeError && error.status === 504 ? new OutOfBudget() : error
  }
}

/** V8 makes the error in the script's own realm, where `Error` is another class. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

function timedOut(milliseconds: number): LakeError {
  const description = `The query took longer than ${milliseconds / 1000} seconds`
  return new LakeError(504, {error: {type: 'queryTimeoutError', description}}, description)
}
