/** Thrown out of an evaluation whose time is up. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
}

/**
 * Stops an evaluation that goes on for too long. It is asked at every step that can repeat, so that looking at the
 * clock each time would cost more than the steps.
 */
export class StepBudget {
  readonly #deadline: number
  readonly #stepsPerLook: number
  #steps = 0

  /** `stepsPerLook`: how many steps pass between two looks at the clock; few when each can be long. */
  constructor(milliseconds: number, stepsPerLook = 8) {
    this.#deadline = performance.now() + milliseconds
    this.#stepsPerLook = stepsPerLook
  }

  /** Throws OutOfTime. */
  step(): void {
    this.#steps += 1
    if (this.#steps % this.#stepsPerLook === 0 && performance.now() > this.#deadline) throw new OutOfTime()
  }
}
