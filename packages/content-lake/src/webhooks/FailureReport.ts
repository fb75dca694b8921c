const QUIET_MS = 60_000

/**
 * Reports failures that may repeat for a night without filling the log: the first at once, then at most one line a
 * minute that says how many there were, and when it is over.
 */
export class FailureReport {
  readonly #report: (message: string) => void
  readonly #now: () => number
  #count = 0
  #reportedAt = 0
  #firstAt = 0

  constructor(report: (message: string) => void, now: () => number = Date.now) {
    this.#report = report
    this.#now = now
  }

  add(failure: string): void {
    const now = this.#now()
    this.#count += 1
    if (this.#count === 1) this.#firstAt = now
    else if (now - this.#reportedAt < QUIET_MS) return
    this.#reportedAt = now
    this.#report(this.#count === 1 ? failure : `${failure}; ${this.#count} failures so far`)
  }

  /** What failed has worked. */
  end(): void {
    if (this.#count === 0) return
    const seconds = Math.round((this.#now() - this.#firstAt) / 1000)
    this.#report(`works again after ${this.#count} ${this.#count === 1 ? 'failure' : 'failures'} in ${seconds} s`)
    this.#count = 0
  }
}
