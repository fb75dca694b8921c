import type {DatabaseSync} from 'node:sqlite'
import {LoginLimiter} from './LoginLimiter.ts'
import {isPassword, type PasswordHash} from './password.ts'

/** Each takes 32 MB of memory for a while, so a few at a time have to do. */
const MAX_CHECKS = 4

export type LoginResult = {outcome: 'welcome' | 'wrong'} | {outcome: 'later'; seconds: number}

/** Checks passwords, and how often they were wrong. */
export class Logins {
  readonly #password: PasswordHash | undefined
  readonly #limiter: LoginLimiter
  #checks = 0

  constructor(password: PasswordHash | undefined, database: DatabaseSync) {
    this.#password = password
    this.#limiter = new LoginLimiter(database)
  }

  /** Whether there is a password. Without one, whoever reaches the lake may open its Studio. */
  get areNeeded(): boolean {
    return this.#password !== undefined
  }

  async check(given: string, address: string): Promise<LoginResult> {
    const seconds = this.#limiter.waitOf(address)
    if (seconds > 0) return {outcome: 'later', seconds}
    if (!this.#password || this.#checks >= MAX_CHECKS) return {outcome: 'later', seconds: 1}
    this.#limiter.attempt(address)
    this.#checks += 1
    try {
      if (!(await isPassword(given, this.#password))) return {outcome: 'wrong'}
    } finally {
      this.#checks -= 1
    }
    this.#limiter.succeeded(address)
    return {outcome: 'welcome'}
  }
}
