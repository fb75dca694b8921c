import {createHmac, randomBytes, timingSafeEqual} from 'node:crypto'
import type {DatabaseSync} from 'node:sqlite'
import {setTimeout} from 'node:timers/promises'
import PQueue from 'p-queue'
import type {Identity} from '../types.ts'
import {EDITOR} from './identities.ts'
import {createLoginLimiter} from './loginLimiter.ts'
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
/** The priority of browsers that are known, and of new passwords. */
const FIRST = 1
const NAME_LENGTH = 200

export type LoginResult =
  | {outcome: 'welcome'; identity: Identity; device: string}
  | {outcome: 'wrong'; userId: string | undefined}
  | {outcome: 'later'; seconds: number}

type ChangeResult =
  | {outcome: 'changed'}
  | {outcome: 'unsuitable'; problem: PasswordProblem}
  | Exclude<LoginResult, {outcome: 'welcome'}>

interface Passwords {
  current: string
  next: string
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

export type Logins = ReturnType<typeof createLogins>

/** Checks and changes passwords, rate-limited. */
export function createLogins({dir, password: first, isGiven, users, secret}: LoginSources, database: DatabaseSync) {
  const limiter = createLoginLimiter(database, secret)
  const checks = new PQueue({concurrency: MAX_CHECKS})
  const underWay = new Map<string, number>()
  /** Compared when the name is unknown, so that timing does not reveal which names exist. */
  const unknownHash = dummyHash()
  let password = first

  function passwordOf(id: string): PasswordHash | undefined {
    if (users.haveNames) return users.passwordOf(id)
    return id === EDITOR.id ? password : undefined
  }

  /** `name`: required when there are named users. */
  async function check(
    {name, password: given}: {name: string; password: string},
    {address, device}: LoginClient,
  ): Promise<LoginResult> {
    const wanted = name.trim().toLowerCase().slice(0, NAME_LENGTH)
    const identity = users.haveNames ? users.named(wanted) : EDITOR
    const account = identity?.id ?? `unknown ${wanted}`
    const known = device !== undefined && isDeviceOf(device, account) ? device : undefined
    const mine = underWay.get(address) ?? 0
    const isFull = known === undefined && checks.size >= MAX_WAITING
    if (isFull || mine >= MAX_FROM_ADDRESS) return {outcome: 'later', seconds: 1}
    const admission = limiter.begin({account, address, device: known})
    if ('refusedForSeconds' in admission) return {outcome: 'later', seconds: admission.refusedForSeconds}
    underWay.set(address, mine + 1)
    try {
      if (admission.delayMs > 0) await setTimeout(admission.delayMs, undefined, {ref: false})
      const hash = passwordOf(identity?.id ?? '')
      const priority = known === undefined ? 0 : FIRST
      const isRight = await checks.add(() => isPassword(given, hash ?? unknownHash), {priority})
      // The password may have been changed during the check.
      if (!isRight || !identity || !hash || passwordOf(identity.id) !== hash)
        return {outcome: 'wrong', userId: identity?.id}
      admission.succeeded()
      return {outcome: 'welcome', identity, device: known ?? newDevice(account)}
    } finally {
      const left = (underWay.get(address) ?? 1) - 1
      if (left > 0) underWay.set(address, left)
      else underWay.delete(address)
    }
  }

  /** Changes a password, given the current one. The caller ends the user's sessions. */
  async function change(identity: Identity, passwords: Passwords, client: LoginClient): Promise<ChangeResult> {
    const before = passwordOf(identity.id)
    const result = await changeOnce(identity, passwords, client)
    // Of a form that is sent twice the second comes too late, and finds done what it asks for.
    const isOvertaken = result.outcome === 'wrong' && passwordOf(identity.id) !== before
    return isOvertaken && (await isInForce(identity.id, passwords.next)) ? {outcome: 'changed'} : result
  }

  async function changeOnce(identity: Identity, passwords: Passwords, client: LoginClient): Promise<ChangeResult> {
    const checked = await check({name: identity.id, password: passwords.current}, client)
    if (checked.outcome !== 'welcome') return checked
    const problem = findProblem(passwords.next, users.haveNames ? guessableWords(identity) : [])
    if (problem) return {outcome: 'unsuitable', problem}
    const before = passwordOf(identity.id)
    const changed = await logins.hash(passwords.next)
    // An administrator may have voided the password meanwhile, or removed its owner.
    if (!before || passwordOf(identity.id)?.hash !== before.hash) return {outcome: 'wrong', userId: identity.id}
    if (users.haveNames) {
      saveUserPasswordHash(dir, identity.id, changed)
      users.setPassword(identity.id, changed)
    } else {
      savePasswordHash(dir, changed)
      password = changed
    }
    return {outcome: 'changed'}
  }

  /** Hashes a suitable new password within the limit of concurrent computations. */
  const hash = (chosen: string): Promise<PasswordHash> => checks.add(() => hashInBackground(chosen), {priority: FIRST})

  /** Whether somebody has this password now. For who sets one, not for who signs in: guesses are not counted. */
  async function isInForce(id: string, chosen: string): Promise<boolean> {
    const known = passwordOf(id)
    return known !== undefined && checks.add(() => isPassword(chosen, known), {priority: FIRST})
  }

  const newDevice = (account: string): string => deviceOf(randomBytes(16).toString('base64url'), account)

  /** Compared as a whole: the failures of a browser are counted by its cookie, so each has one spelling. */
  function isDeviceOf(device: string, account: string): boolean {
    const [nonce = ''] = device.split('.', 1)
    const [given, expected] = [Buffer.from(device), Buffer.from(deviceOf(nonce, account))]
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  function deviceOf(nonce: string, account: string): string {
    const signature = createHmac('sha256', secret).update(`device:${nonce}:${account}`).digest('base64url')
    return `${nonce}.${signature}`
  }

  const logins = {
    /** Whether a login is required. Without one, anyone who can reach the lake may open the Studio. */
    get areRequired(): boolean {
      return users.haveNames || password !== undefined
    },
    get canChange(): boolean {
      return users.haveNames || (password !== undefined && !isGiven)
    },
    ownerOf(id: string): Identity | undefined {
      if (!users.haveNames) return id === EDITOR.id ? EDITOR : undefined
      return passwordOf(id) && users.find(id)
    },
    /** Ids of users whose hash was made at a lower cost than today's. */
    get outdated(): string[] {
      const ids = users.haveNames ? users.all.map(({id}) => id) : [EDITOR.id]
      return ids.filter((id) => {
        const known = passwordOf(id)
        return known !== undefined && isOutdated(known)
      })
    },
    passwordOf,
    check,
    change,
    hash,
    isInForce,
  }
  return logins
}
