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
