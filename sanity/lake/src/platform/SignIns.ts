import {randomBytes} from 'node:crypto'

const LIFETIME_MS = 60_000

/** One-time codes that a Studio on another loopback name exchanges for a session right after signing in. */
export class SignIns {
  readonly #expiry = new Map<string, number>()

  create(now = Date.now()): string {
    for (const [code, expires] of this.#expiry) if (expires < now) this.#expiry.delete(code)
    const code = randomBytes(24).toString('base64url')
    this.#expiry.set(code, now + LIFETIME_MS)
    return code
  }

  /** True once for each code, within a minute. */
  redeem(code: string, now = Date.now()): boolean {
    const expires = this.#expiry.get(code)
    this.#expiry.delete(code)
    return expires !== undefined && expires >= now
  }
}
