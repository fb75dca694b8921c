import {createContext, Script} from 'node:vm'
import {LakeError} from '../../errors.ts'
import {queryTimedOut} from './queryLimits.ts'

/** Thrown out of an evaluation that takes too long, or makes too much. */
export class OutOfBudget extends Error {
  override readonly name = 'OutOfBudget'
  readonly isMemory: boolean

  constructor({isMemory = false} = {}) {
    super(isMemory ? 'The evaluation makes too much' : 'The evaluation takes too long')
    this.isMemory = isMemory
  }
}

interface BudgetOptions {
  /** How many steps pass between two looks at the clock; few when each can be long. */
  stepsPerLook?: number
  /** How much it may make: characters, and places in arrays and objects. */
  room?: number
}

/** The processor time that this thread has used, in milliseconds. It stands still while the thread waits for its turn. */
export function threadTime(): number {
  const {user, system} = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Stops an evaluation that goes on for too long or makes too much. It is asked at every step that can repeat, so that
 * looking at the clock each time would cost more than the steps; and before anything is made that may be large.
 * Counts processor time: on a busy machine, a query is not slow because its process had to wait.
 */
export class StepBudget {
  readonly #milliseconds: number
  readonly #start = threadTime()
  readonly #stepsPerLook: number
  /** No later than this is the clock worth a look: asking for the processor time costs five times as much. */
  #nextLook: number
  #steps = 0
  #room: number

  constructor(milliseconds: number, {stepsPerLook = 8, room = Number.POSITIVE_INFINITY}: BudgetOptions = {}) {
    this.#milliseconds = milliseconds
    this.#nextLook = performance.now() + milliseconds
    this.#stepsPerLook = stepsPerLook
    this.#room = room
  }

  get leftMs(): number {
    return this.#milliseconds - (threadTime() - this.#start)
  }

  /** Throws OutOfBudget. */
  step(): void {
    this.#steps += 1
    if (this.#steps % this.#stepsPerLook === 0) this.#look()
  }

  /** Takes room for what is about to be made, or compared. Throws OutOfBudget. */
  take(size: number): void {
    this.#room -= size
    if (this.#room < 0) throw new OutOfBudget({isMemory: true})
    if (size > LONG) this.#look()
  }

  #look(): void {
    const now = performance.now()
    if (now <= this.#nextLook) return
    if (this.leftMs <= 0) throw new OutOfBudget()
    this.#nextLook = now + this.leftMs
  }
}

/** Making this much takes as long as some steps. */
const LONG = 1000

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
  if (result === undefined) throw queryTimedOut(milliseconds)
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
