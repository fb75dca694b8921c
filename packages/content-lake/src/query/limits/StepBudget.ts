import {createContext, Script} from 'node:vm'

/** Aborts an evaluation that exceeds its time or memory budget. */
export class OutOfBudget extends Error {
  override readonly name = 'OutOfBudget'
  readonly isMemory: boolean

  constructor({isMemory = false} = {}) {
    super(isMemory ? 'The evaluation makes too much' : 'The evaluation takes too long')
    this.isMemory = isMemory
  }
}

/** Garbage collection counts as CPU time, and other processes as time: what took too long once may fit when run again. */
const TRIES = 3

/** Runs a function again if it exceeds its budget, as long as `mayTry` allows. Throws `refusal()` after the last attempt. */
export function tryInBudget<Result>(run: () => Result, refusal: () => Error, mayTry = () => true): Result {
  for (let tries = 1; tries <= TRIES && mayTry(); tries += 1) {
    try {
      return run()
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error
    }
  }
  throw refusal()
}

interface BudgetOptions {
  /** Steps between two checks of the clock; few if steps can be slow. */
  stepsPerLook?: number
  /** Memory budget: characters, and elements of arrays and objects. */
  memory?: number
  /** Characters of JSON of all results together. */
  result?: number
}

export function threadTime(): number {
  const {user, system} = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Limits the time and memory of an evaluation. Checked at every repeatable step, though the clock only at some, and
 * before large allocations. Measures CPU time, so that a query is not slow because the machine is busy.
 */
export class StepBudget {
  #milliseconds: number
  readonly #start = threadTime()
  readonly #stepsPerLook: number
  /** Earliest time of the next check: reading CPU time is five times as expensive as reading the clock. */
  #nextLook: number
  #steps = 0
  #work = 0
  #memory: number
  #result: number

  constructor(milliseconds: number, options: BudgetOptions = {}) {
    const {stepsPerLook = 8, memory = Number.POSITIVE_INFINITY, result = Number.POSITIVE_INFINITY} = options
    this.#milliseconds = milliseconds
    this.#nextLook = performance.now() + milliseconds
    this.#stepsPerLook = stepsPerLook
    this.#memory = memory
    this.#result = result
  }

  get leftMs(): number {
    return this.#milliseconds - (threadTime() - this.#start)
  }

  /** Adds time that passed while others ran. */
  extend(milliseconds: number): void {
    this.#milliseconds += milliseconds
  }

  /** Throws OutOfBudget. */
  step(): void {
    this.#steps += 1
    if (this.#steps % this.#stepsPerLook === 0) this.check()
  }

  /** Reserves memory for a value to be made or compared. Throws OutOfBudget. */
  take(size: number): void {
    this.#memory -= size
    if (this.#memory < 0) throw new OutOfBudget({isMemory: true})
    this.work(size)
  }

  /** Counts a part of a result, which is looked at to be copied and written. Throws OutOfBudget. */
  takeResult(size: number): void {
    this.#result -= size
    if (this.#result < 0) throw new OutOfBudget({isMemory: true})
    this.work(size)
  }

  /** Counts an operation that looks at so many items or characters, before it. Throws OutOfBudget. */
  work(size: number): void {
    this.#work += size
    if (this.#work < WORK_PER_LOOK) return
    this.check(this.#work / WORK_PER_MS)
    this.#work = 0
  }

  /** Checks the clock, optionally for `nextMs` of upcoming work. Throws OutOfBudget. */
  check(nextMs = 0): void {
    const now = performance.now()
    if (now + nextMs <= this.#nextLook) return
    if (this.leftMs <= nextMs) throw new OutOfBudget()
    this.#nextLook = now + this.leftMs
  }
}

export type TokenBucket = ReturnType<typeof tokenBucket>

/**
 * Time that several evaluations share, and that is refilled steadily. `fullMs`: most of it; it takes `refillMs`, by default a
 * minute, until all of it is there again.
 */
export function tokenBucket(fullMs: number, refillMs = 60_000, now = () => performance.now()) {
  let left = fullMs
  let refilledAt = now()
  const refill = (): number => {
    const time = now()
    left = Math.min(fullMs, left + ((time - refilledAt) * fullMs) / refillMs)
    refilledAt = time
    return left
  }
  return {
    leftMs: (): number => Math.max(0, refill()),
    /** Milliseconds until there is some, if more was taken than there was. */
    emptyForMs: (): number => Math.max(0, (-refill() * refillMs) / fullMs),
    /** Negative amounts count as 0. */
    take(milliseconds: number): void {
      left = refill() - Math.max(0, milliseconds)
    },
  }
}

/** Items or characters that a slow processor looks at in a millisecond. */
const WORK_PER_MS = 64 * 1024
/** Between two checks of the clock. */
const WORK_PER_LOOK = 8 * 1024

const sandbox: {run: () => unknown} = {run: () => undefined}
const context = createContext(sandbox)
const script = new Script('run()')

/** Runs a synchronous function with a timeout, at which V8 terminates it at any point. Throws OutOfBudget. */
export function withTimeLimit<Result>(milliseconds: number, run: () => Result): Result {
  const results: Result[] = []
  sandbox.run = () => results.push(run())
  try {
    script.runInContext(context, {timeout: milliseconds})
  } catch (error) {
    if (!isTimeout(error)) throw error
  }
  const [result] = results
  if (result === undefined) throw new OutOfBudget()
  return result
}

/** Nodes of the query times characters of a document from which uncounted steps may be slow. */
const LONG_WORK = 32 * 1024 * 1024

/**
 * Evaluates within a budget. For large queries on large documents, where single steps may be slow, V8 enforces the
 * timeout, which costs half a millisecond. Throws OutOfBudget.
 */
export function withinBudget<Result>(
  budget: StepBudget | undefined,
  {nodes, largest}: {nodes: number; largest: number},
  run: () => Result,
): Result {
  if (!budget || nodes * largest < LONG_WORK || budget.leftMs === Number.POSITIVE_INFINITY) return run()
  return withTimeLimit(Math.max(1, Math.ceil(budget.leftMs)), run)
}

/** The error is of another realm: no `instanceof`. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
