import {randomBytes} from 'node:crypto'
import type {DatabaseSync} from 'node:sqlite'
import type {Users} from '../roles/Users.ts'
import type {Identity} from '../types.ts'
import {EDITOR} from './identities.ts'
import {LoginLimiter} from './LoginLimiter.ts'
import {hashPassword, isPassword, type PasswordHash} from './password.ts'

/** Each takes 32 MB of memory for a while, so a few at a time have to do. */
const MAX_CHECKS = 4

export type LoginResult =
  | {outcome: 'welcome'; identity: Identity}
  | {outcome: 'wrong'}
  | {outcome: 'later'; seconds: number}

export interface Credentials {
  /** Asked for when users have names. */
  name: string
  password: string
}

interface Account {
  identity: Identity
  password: PasswordHash
}

/** Checks passwords, and how often they were wrong. */
export class Logins {
  readonly #password: PasswordHash | undefined
  readonly #users: Users
  readonly #limiter: LoginLimiter
  #nobody: PasswordHash | undefined
  #checks = 0

  constructor(password: PasswordHash | undefined, users: Users, database: DatabaseSync) {
    this.#password = password
    this.#users = users
    this.#limiter = new LoginLimiter(database)
  }

  /** Whether one has to sign in. If not, whoever reaches the lake may open its Studio. */
  get areNeeded(): boolean {
    return this.areNamed || this.#password !== undefined
  }

  /** Whether one signs in with a name. */
  get areNamed(): boolean {
    return this.#users.areNamed
  }

  async check(given: Credentials, address: string): Promise<LoginResult> {
    const seconds = this.#limiter.waitOf(address)
    if (seconds > 0) return {outcome: 'later', seconds}
    if (!this.areNeeded || this.#checks >= MAX_CHECKS) return {outcome: 'later', seconds: 1}
    this.#limiter.attempt(address)
    this.#checks += 1
    const account = this.#accountOf(given.name)
    try {
      const isRight = await isPassword(given.password, account?.password ?? this.#passwordOfNobody())
      if (!isRight || !account) return {outcome: 'wrong'}
    } finally {
      this.#checks -= 1
    }
    this.#limiter.succeeded(address)
    return {outcome: 'welcome', identity: account.identity}
  }

  #accountOf(name: string): Account | undefined {
    const identity = this.areNamed ? this.#users.named(name) : EDITOR
    const password = this.areNamed ? this.#users.passwordOf(identity?.id ?? '') : this.#password
    return identity && password && {identity, password}
  }

  /** Looking at it takes as long as at a real one, so that the time does not tell which names there are. */
  #passwordOfNobody(): PasswordHash {
    this.#nobody ??= hashPassword(randomBytes(32).toString('base64'))
    return this.#nobody
  }
}
