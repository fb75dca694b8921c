import {randomBytes} from 'node:crypto'
import type {Identity} from '../types.ts'

interface SignIn {
  identity: Identity
  /** The session behind it: once that has ended, so has this. */
  session: string
}

const LIFETIME_MS = 60_000

/** One-time codes that a Studio on another loopback name exchanges for a session right after signing in. */
export class SignIns {
  readonly #codes = new Map<string, {signIn: SignIn; expires: number}>()

  create(signIn: SignIn, now = Date.now()): string {
    for (const [code, {expires}] of this.#codes) if (expires < now) this.#codes.delete(code)
    const code = randomBytes(24).toString('base64url')
    this.#codes.set(code, {signIn, expires: now + LIFETIME_MS})
    return code
  }

  /** Who signed in, once for each code, within a minute. */
  redeem(code: string, now = Date.now()): SignIn | undefined {
    const known = this.#codes.get(code)
    this.#codes.delete(code)
    return known && known.expires >= now ? known.signIn : undefined
  }
}
