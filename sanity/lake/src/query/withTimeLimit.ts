import {createContext, Script} from 'node:vm'
import {LakeError} from '../http/errors.ts'

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

/** V8 makes the error in the script's own realm, where `Error` is another class. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

function timedOut(milliseconds: number): LakeError {
  const description = `The query took longer than ${milliseconds / 1000} seconds`
  return new LakeError(504, {error: {type: 'queryTimeoutError', description}}, description)
}
