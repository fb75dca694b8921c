const QUIET_MS = 60_000

/** Logs the first failure at once, then their number at most once a minute, and the recovery. */
export class FailureReport {
  readonly #report: (message: string) => void
  readonly #now: () => number
  #count = 0
  #reportedAt = 0
  #firstAt = 0

  constructor(report: (message: string) => void, now = () => performance.now()) {
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

  end(): void {
    if (this.#count === 0) return
    const seconds = Math.round((this.#now() - this.#firstAt) / 1000)
    this.#report(`works again after ${this.#count} ${this.#count === 1 ? 'failure' : 'failures'} in ${seconds} s`)
    this.#count = 0
  }
}
