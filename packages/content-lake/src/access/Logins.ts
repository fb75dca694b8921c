import {createHmac, randomBytes, timingSafeEqual} from 'node:crypto'
import type {DatabaseSync} from 'node:sqlite'
import {setTimeout} from 'node:timers/promises'
import type {Users} from '../roles/Users.ts'
import {saveUserPasswordHash} from '../roles/Users.ts'
import type {Identity} from '../types.ts'
import {EDITOR} from './identities.ts'
import {LoginLimiter} from './LoginLimiter.ts'
import {
  dummyHash,
  findProblem,
  hashInBackground,
  isOutdated,
  isPassword,
  type PasswordHash,
  type PasswordProblem,
  savePasswordHash,
  wordsOf,
} from './password.ts'

/** Each takes 32 MB of memory for a while, so a few at a time have to do. */
const MAX_CHECKS = 4
/** How many more may wait their turn, and how many of one address may be under way. */
const MAX_WAITING = 32
const MAX_FROM_ADDRESS = 4
/** An account for all who try names that there are none of: their number says nothing about real ones. */
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
  /** Asked for when users have names. */
  name: string
  password: string
}

/** Where somebody tries to sign in from. */
interface LoginPlace {
  address: string
  /** What this browser was given when somebody signed in with it before. */
  device: string | undefined
}

interface LoginSources {
  dir: string
  password: PasswordHash | undefined
  /** Whether that password is the configuration's, and so cannot be changed from within. */
  isGiven: boolean
  users: Users
  secret: string
}

/** Checks passwords, and how often they were wrong; changes them. */
export class Logins {
  readonly #sources: LoginSources
  readonly #limiter: LoginLimiter
  readonly #waiting: (() => void)[] = []
  readonly #underWay = new Map<string, number>()
  #password: PasswordHash | undefined
  /** Looked at in place of a missing one, so that the time does not tell which names there are. */
  readonly #nobody = dummyHash()
  #checks = 0

  constructor(sources: LoginSources, database: DatabaseSync) {
    this.#sources = sources
    this.#password = sources.password
    this.#limiter = new LoginLimiter(database, sources.secret)
  }

  /** Whether one has to sign in. If not, whoever reaches the lake may open its Studio. */
  get areNeeded(): boolean {
    return this.areNamed || this.#password !== undefined
  }

  /** Whether one signs in with a name. */
  get areNamed(): boolean {
    return this.#sources.users.areNamed
  }

  /** Whether people can change their password themselves. */
  get canChange(): boolean {
    return this.areNamed || (this.#password !== undefined && !this.#sources.isGiven)
  }

  /** Who may have a session under this id. */
  ownerOf(id: string): Identity | undefined {
    if (!this.areNamed) return id === EDITOR.id ? EDITOR : undefined
    return this.passwordOf(id) && this.#sources.users.find(id)
  }

  passwordOf(id: string): PasswordHash | undefined {
    if (this.areNamed) return this.#sources.users.passwordOf(id)
    return id === EDITOR.id ? this.#password : undefined
  }

  /** Whose passwords were kept by an earlier version, with less work than today's. */
  get outdated(): string[] {
    const ids = this.areNamed ? this.#sources.users.all.map(({id}) => id) : [EDITOR.id]
    return ids.filter((id) => {
      const hash = this.passwordOf(id)
      return hash !== undefined && isOutdated(hash)
    })
  }

  async check({name, password}: Credentials, {address, device}: LoginPlace): Promise<LoginResult> {
    if (!this.areNeeded) return {outcome: 'later', seconds: 1}
    const asked = name.trim().toLowerCase().slice(0, NAME_LENGTH)
    const identity = this.areNamed ? this.#sources.users.named(asked) : EDITOR
    const account = identity?.id ?? `unknown ${asked}`
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
      const look = () => isPassword(password, hash ?? this.#nobody)
      const isRight = await this.#withSlot(look, {isFirst: known !== undefined})
      // It may have been changed meanwhile: then the old one opens nothing any more.
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

  /** Changes a password for whoever knows the current one. The sessions of its owner are the caller's to end. */
  async change(
    identity: Identity,
    passwords: {current: string; next: string},
    place: LoginPlace,
  ): Promise<ChangeResult> {
    const checked = await this.check({name: identity.id, password: passwords.current}, place)
    if (checked.outcome !== 'welcome') return checked
    const problem = findProblem(passwords.next, this.areNamed ? wordsOf(identity) : [])
    if (problem) return {outcome: 'unsuitable', problem}
    const hash = await this.#withSlot(() => hashInBackground(passwords.next), {isFirst: true})
    if (this.areNamed) {
      saveUserPasswordHash(this.#sources.dir, identity.id, hash)
      this.#sources.users.setPassword(identity.id, hash)
    } else {
      savePasswordHash(this.#sources.dir, hash)
      this.#password = hash
    }
    return {outcome: 'changed'}
  }

  /** `isFirst`: before those who are not known. */
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
