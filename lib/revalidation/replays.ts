import {signatureLife} from './verifySignature.ts'

/** How many signatures are kept; more in an hour than anybody publishes. */
const limit = 5000

/** Remembers what was done already, for as long as a signature holds, so that a captured request does nothing twice. */
export class Replays {
  readonly #seen = new Map<string, number>()

  has(signature: string, now: number): boolean {
    const time = this.#seen.get(signature)
    return time !== undefined && now - time <= signatureLife
  }

  add(signature: string, now: number): void {
    this.#seen.set(signature, now)
    for (const [oldest, time] of this.#seen) {
      if (this.#seen.size <= limit && now - time <= signatureLife) break
      this.#seen.delete(oldest)
    }
  }
}
