import {signatureLife} from '../../lib/webhookSignature.ts'

/** How many webhooks are kept; more in an hour than anybody publishes. */
const limit = 5000

/** Remembers webhooks by what was verified of them, for as long as a signature holds: a captured one does nothing twice. */
export class Replays {
  readonly #seen = new Map<string, number>()

  has(id: string, now: number): boolean {
    const time = this.#seen.get(id)
    return time !== undefined && now - time <= signatureLife
  }

  add(id: string, now: number): void {
    this.#seen.set(id, now)
    for (const [oldest, time] of this.#seen) {
      if (this.#seen.size <= limit && now - time <= signatureLife) break
      this.#seen.delete(oldest)
    }
  }

  /** What could not be done may come again. */
  forget(id: string): void {
    this.#seen.delete(id)
  }
}
