/** `away`: no answer, or not one that the content lake gives. `signedOut`: it answers, but this browser has no session. */
export type Trouble = 'away' | 'signedOut'

/** The longest that a request waits before it is tried again. */
const MAX_PAUSE_MS = 2000
const FIRST_PAUSE_MS = 300

/**
 * Knows from its requests whether the content lake can be reached. Each channel (one request that is retried, one event
 * stream) reports for itself; the lake counts as away while any of them is in trouble.
 */
export class Reachability {
  readonly #troubles = new Map<object, Trouble>()
  readonly #listeners = new Set<() => void>()
  readonly #sleepers = new Set<() => void>()
  readonly #firstPauseMs: number

  constructor(firstPauseMs: number = FIRST_PAUSE_MS) {
    this.#firstPauseMs = firstPauseMs
  }

  /** What is wrong now; undefined while all goes well. */
  get trouble(): Trouble | undefined {
    const troubles = [...this.#troubles.values()]
    return troubles.includes('signedOut') ? 'signedOut' : troubles[0]
  }

  failed(channel: object, trouble: Trouble): void {
    this.#troubles.set(channel, trouble)
    this.#tell()
  }

  /** A channel got through, or has ended: nothing is wrong with it any more. */
  worked(channel: object): void {
    if (!this.#troubles.delete(channel)) return
    this.#tell()
    this.wake()
  }

  /** Waits before the next attempt, the longer the more have failed, but never longer than until another gets through. */
  pause(attempt: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(), Math.min(this.#firstPauseMs * 1.5 ** attempt, MAX_PAUSE_MS))
      const end = () => {
        clearTimeout(timer)
        this.#sleepers.delete(end)
        resolve()
      }
      this.#sleepers.add(end)
    })
  }

  /** Has all that wait try again at once. */
  wake(): void {
    for (const end of [...this.#sleepers]) end()
  }

  /** Calls back on each change of `trouble`; returns what ends that. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
