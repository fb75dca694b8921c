import {createHmac, randomBytes, timingSafeEqual} from 'node:crypto'
import type {DatabaseSync} from 'node:sqlite'
import {setTimeout} from 'node:timers/promises'
import type {Identity} from '../types.ts'
import {EDITOR} from './identities.ts'
import {LoginLimiter} from './LoginLimiter.ts'
import {
  dummyHash,
  findProblem,
  guessableWords,
  hashInBackground,
  isOutdated,
  isPassword,
  type PasswordHash,
  type PasswordProblem,
  savePasswordHash,
} from './password.ts'
import {saveUserPasswordHash, type Users} from './Users.ts'

/** Concurrent scrypt computations; each takes 32 MB. */
const MAX_CHECKS = 4
/** Limits of the queue, and of concurrent attempts from one address. */
const MAX_WAITING = 32
const MAX_FROM_ADDRESS = 4
const NAME_LENGTH = 200

export type LoginResult =
  | {outcome: 'welcome'; identity: Identity; device: string}
  | {outcome: 'wrong'; userId: string | undefined}
  | {outcome: 'later'; seconds: number}

type ChangeResult =
  | {outcome: 'changed'}
  | {outcome: 'unsuitable'; problem: PasswordProblem}
  | Exclude<LoginResult, {outcome: 'welcome'}>

interface Credentials {
  /** Required when there are named users. */
  name: string
  password: string
}

interface LoginClient {
  address: string
  /** The device cookie from an earlier login in this browser. */
  device: string | undefined
}

interface LoginSources {
  dir: string
  password: PasswordHash | undefined
  /** Whether the password comes from the configuration, and so cannot be changed at run time. */
  isGiven: boolean
  users: Users
  secret: string
}

/** Checks and changes passwords, rate-limited. */
export class Logins {
  readonly #sources: LoginSources
  readonly #limiter: LoginLimiter
  readonly #waiting: (() => void)[] = []
  readonly #underWay = new Map<string, number>()
  #password: PasswordHash | undefined
  /** Compared when the name is unknown, so that timing does not reveal which names exist. */
  readonly #unknownHash = dummyHash()
  #checks = 0

  constructor(sources: LoginSources, database: DatabaseSync) {
    this.#sources = sources
    this.#password = sources.password
    this.#limiter = new LoginLimiter(database, sources.secret)
  }

  /** Whether a login is required. Without one, anyone who can reach the lake may open the Studio. */
  get areRequired(): boolean {
    return this.haveNames || this.#password !== undefined
  }

  get haveNames(): boolean {
    return this.#sources.users.haveNames
  }

  get canChange(): boolean {
    return this.haveNames || (this.#password !== undefined && !this.#sources.isGiven)
  }

  ownerOf(id: string): Identity | undefined {
    if (!this.haveNames) return id === EDITOR.id ? EDITOR : undefined
    return this.passwordOf(id) && this.#sources.users.find(id)
  }

  passwordOf(id: string): PasswordHash | undefined {
    if (this.haveNames) return this.#sources.users.passwordOf(id)
    return id === EDITOR.id ? this.#password : undefined
  }

  /** Ids of users whose hash was made at a lower cost than today's. */
  get outdated(): string[] {
    const ids = this.haveNames ? this.#sources.users.all.map(({id}) => id) : [EDITOR.id]
    return ids.filter((id) => {
      const hash = this.passwordOf(id)
      return hash !== undefined && isOutdated(hash)
    })
  }

  async check({name, password}: Credentials, {address, device}: LoginClient): Promise<LoginResult> {
    const wanted = name.trim().toLowerCase().slice(0, NAME_LENGTH)
    const identity = this.haveNames ? this.#sources.users.named(wanted) : EDITOR
    const account = identity?.id ?? `unknown ${wanted}`
    const known = device !== undefined && this.#isDeviceOf(device, account) ? device : undefined
    const mine = this.#underWay.get(address) ?? 0
    const isFull = known === undefined && this.#waiting.length >= MAX_WAITING
    if (isFull || mine >= MAX_FROM_ADDRESS) return {outcome: 'later', seconds: 1}
    const admission = this.#limiter.begin({account, address, device: known})
    if ('refusedForSeconds' in admission) return {outcome: 'later', seconds: admission.refusedForSeconds}
    this.#underWay.set(address, mine + 1)
    try {
      if (admission.delayMs > 0) await setTimeout(admission.delayMs, undefined, {ref: false})
      const hash = this.passwordOf(identity?.id ?? '')
      const look = () => isPassword(password, hash ?? this.#unknownHash)
      const isRight = await this.#withSlot(look, {isFirst: known !== undefined})
      // The password may have been changed during the check.
      if (!isRight || !identity || !hash || this.passwordOf(identity.id) !== hash)
        return {outcome: 'wrong', userId: identity?.id}
      admission.succeeded()
      return {outcome: 'welcome', identity, device: known ?? this.#newDevice(account)}
    } finally {
      const left = (this.#underWay.get(address) ?? 1) - 1
      if (left > 0) this.#underWay.set(address, left)
      else this.#underWay.delete(address)
    }
  }

  /** Changes a password, given the current one. The caller ends the user's sessions. */
  async change(
    identity: Identity,
    passwords: {current: string; next: string},
    client: LoginClient,
  ): Promise<ChangeResult> {
    const checked = await this.check({name: identity.id, password: passwords.current}, client)
    if (checked.outcome !== 'welcome') return checked
    const problem = findProblem(passwords.next, this.haveNames ? guessableWords(identity) : [])
    if (problem) return {outcome: 'unsuitable', problem}
    const before = this.passwordOf(identity.id)
    const hash = await this.hash(passwords.next)
    // An administrator may have voided the password meanwhile, or removed its owner.
    if (!before || this.passwordOf(identity.id)?.hash !== before.hash) return {outcome: 'wrong', userId: identity.id}
    if (this.haveNames) {
      saveUserPasswordHash(this.#sources.dir, identity.id, hash)
      this.#sources.users.setPassword(identity.id, hash)
    } else {
      savePasswordHash(this.#sources.dir, hash)
      this.#password = hash
    }
    return {outcome: 'changed'}
  }

  /** Hashes a suitable new password within the limit of concurrent computations. */
  hash(password: string): Promise<PasswordHash> {
    return this.#withSlot(() => hashInBackground(password), {isFirst: true})
  }

  /** Limits concurrency. `isFirst`: goes to the head of the queue. */
  async #withSlot<T>(work: () => Promise<T>, {isFirst}: {isFirst: boolean}): Promise<T> {
    if (this.#checks < MAX_CHECKS) this.#checks += 1
    else {
      await new Promise<void>((resolve) => {
        if (isFirst) this.#waiting.unshift(resolve)
        else this.#waiting.push(resolve)
      })
    }
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#checks -= 1
    }
  }

  #newDevice(account: string): string {
    const nonce = randomBytes(16).toString('base64url')
    return `${nonce}.${this.#signatureOf(nonce, account)}`
  }

  #isDeviceOf(device: string, account: string): boolean {
    const [nonce = '', signature = ''] = device.split('.')
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.#signatureOf(nonce, account))]
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  #signatureOf(nonce: string, account: string): string {
    return createHmac('sha256', this.#sources.secret).update(`device:${nonce}:${account}`).digest('base64url')
  }
}
