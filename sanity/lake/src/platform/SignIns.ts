import {randomBytes} from 'node:crypto'
import type {Identity} from '../types.ts'

const LIFETIME_MS = 60_000

/** One-time codes that a Studio on another loopback name exchanges for a session right after signing in. */
export class SignIns {
  readonly #codes = new Map<string, {identity: Identity; expires: number}>()

  create(identity: Identity, now = Date.now()): string {
    for (const [code, {expires}] of this.#codes) if (expires < now) this.#codes.delete(code)
    const code = randomBytes(24).toString('base64url')
    this.#codes.set(code, {identity, expires: now + LIFETIME_MS})
    return code
  }

  /** Who signed in, once for each code, within a minute. */
  redeem(code: string, now = Date.now()): Identity | undefined {
    const known = this.#codes.get(code)
    this.#codes.delete(code)
    return known && known.expires >= now ? known.identity : undefined
  }
}
