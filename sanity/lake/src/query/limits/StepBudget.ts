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

/**
 * Stops an evaluation that goes on for too long or makes too much. It is asked at every step that can repeat, so that
 * looking at the clock each time would cost more than the steps; and before anything is made that may be large.
 */
export class StepBudget {
  readonly #deadline: number
  readonly #stepsPerLook: number
  #steps = 0
  #room: number

  constructor(milliseconds: number, {stepsPerLook = 8, room = Number.POSITIVE_INFINITY}: BudgetOptions = {}) {
    this.#deadline = performance.now() + milliseconds
    this.#stepsPerLook = stepsPerLook
    this.#room = room
  }

  get leftMs(): number {
    return this.#deadline - performance.now()
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
    if (performance.now() > this.#deadline) throw new OutOfBudget()
  }
}

/** Making this much takes as long as some steps. */
const LONG = 1000
