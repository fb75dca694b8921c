/**
 * `away`: no answer, or one that is not the content lake's. `signedOut`: this browser has no session. `otherPerson`: somebody
 * has signed in again who may not make the changes that wait.
 */
export type ConnectionProblem = 'away' | 'signedOut' | 'otherPerson'

/** The one that says most comes first. */
const byImportance: readonly ConnectionProblem[] = ['signedOut', 'otherPerson', 'away']

/** Maximum back-off between two attempts. */
const MAX_PAUSE_MS = 2000
const FIRST_PAUSE_MS = 300

/**
 * Connection to the content lake, as reported by its requests. Each channel (a retried request or an event stream) reports
 * for itself; the lake counts as away while any channel fails.
 */
export class ConnectionStatus {
  readonly #problems = new Map<object, ConnectionProblem>()
  readonly #listeners = new Set<() => void>()
  readonly #waiting = new Set<() => void>()
  readonly #firstPauseMs: number
  /** The session has ended while this page was open: whoever signs in again may be somebody else. */
  wasSignedOut = false

  constructor(firstPauseMs: number = FIRST_PAUSE_MS) {
    this.#firstPauseMs = firstPauseMs
  }

  /** The current problem, if any. */
  get problem(): ConnectionProblem | undefined {
    const problems = new Set(this.#problems.values())
    return byImportance.find((problem) => problems.has(problem))
  }

  /** Reports a failed attempt of a channel. */
  reportFailure(channel: object, problem: ConnectionProblem): void {
    if (problem === 'signedOut') this.wasSignedOut = true
    this.#problems.set(channel, problem)
    this.#notify()
  }

  /** Reports that a channel succeeded or ended. */
  reportSuccess(channel: object): void {
    if (!this.#problems.delete(channel)) return
    this.#notify()
    this.retryNow()
  }

  /** Waits before the next attempt, with exponential back-off, or until another channel succeeds. */
  backOff(attempt: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(), Math.min(this.#firstPauseMs * 1.5 ** attempt, MAX_PAUSE_MS))
      const end = () => {
        clearTimeout(timer)
        this.#waiting.delete(end)
        resolve()
      }
      this.#waiting.add(end)
    })
  }

  /** Retries all waiting attempts now. */
  retryNow(): void {
    for (const end of [...this.#waiting]) end()
  }

  /** Calls the listener on each change of `problem`. Returns an unsubscribe function. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
