import {createHmac} from 'node:crypto'
import type {DatabaseSync} from 'node:sqlite'
import {networkOf} from './networkOf.ts'

const WINDOW_MS = 15 * 60 * 1000
/** Failures at one account from one network or known browser. */
const MAX_AT_ACCOUNT = 5
/** Failures at all accounts from one network. */
const MAX_FROM_NETWORK = 20
/** Failures at one account from all networks; beyond it, attempts are serialized with a delay. */
const FREE_AT_ACCOUNT = 20
const SPACING_MS = 2000
const MANY_AT_ACCOUNT = 100
const WIDE_SPACING_MS = 10_000
/** A longer delay becomes a refusal. */
const MAX_DELAY_MS = 20_000
/** No hash has a colon in it. */
const DEVICE = 'device:'
/** Upper bound of stored rows; the oldest are evicted. */
const MAX_ROWS = 20_000

interface LoginAttempt {
  /** The account named in the attempt, whether or not it exists. */
  account: string
  address: string
  /** Set when the browser holds a valid device cookie for this account. */
  device?: string | undefined
}

/** The delay before the password is checked, or the value of `Retry-After`. */
type Admission = {delayMs: number; succeeded: () => void} | {refusedForSeconds: number}

interface Failures {
  account: string
  client: string
  count: number
  /** Time of the first failure. */
  since: number
}

/**
 * Rate-limits failed logins over fifteen minutes, per account and network (or known device). Nobody can lock out
 * others: from other networks an account stays open, with a delay while it is under attack, and a known device is never
 * delayed. A successful login clears only its own count. Counts survive a restart.
 */
export class LoginLimiter {
  readonly #database: DatabaseSync
  readonly #secret: string
  readonly #now: () => number
  /** Oldest first. */
  readonly #rows = new Map<string, Failures>()
  /** The time at which the last attempt at an account was or will be checked. */
  readonly #last = new Map<string, number>()

  /** `secret` keys the hashes of accounts and addresses: a name may be a password typed into the wrong field. */
  constructor(database: DatabaseSync, secret: string, now = steadyNow) {
    this.#database = database
    this.#secret = secret
    this.#now = now
    for (const {account, client, count, since} of database
      .prepare('SELECT * FROM login_failures ORDER BY since')
      .all()) {
      const row = {
        account: String(account),
        client: String(client),
        count: Number(count),
        since: Math.min(Number(since), now()),
      }
      this.#rows.set(keyOf(row), row)
    }
  }

  /** Admits or refuses an attempt. It counts as a failure until it succeeds, so concurrent attempts are all counted. */
  begin({account: name, address, device}: LoginAttempt): Admission {
    this.#forgetOld()
    const account = this.#hidden(name)
    if (device !== undefined) {
      const browser = {account, client: `${DEVICE}${this.#hidden(device)}`}
      if ((this.#rows.get(keyOf(browser))?.count ?? 0) < MAX_AT_ACCOUNT) return this.#admit(browser, 0)
    }
    const here = {account, client: this.#hidden(networkOf(address))}
    const refused = this.#lockedForSeconds(here)
    if (refused > 0) return {refusedForSeconds: refused}
    const delayMs = this.#delayOf(account)
    if (delayMs > MAX_DELAY_MS) return {refusedForSeconds: Math.ceil((delayMs - MAX_DELAY_MS) / 1000)}
    this.#last.set(account, this.#now() + delayMs)
    return this.#admit(here, delayMs)
  }

  #admit(who: Pick<Failures, 'account' | 'client'>, delayMs: number): Admission {
    const key = keyOf(who)
    const row = this.#rows.get(key) ?? {...who, count: 0, since: this.#now()}
    row.count += 1
    this.#rows.set(key, row)
    this.#write(
      'INSERT OR REPLACE INTO login_failures VALUES (?, ?, ?, ?)',
      row.account,
      row.client,
      row.count,
      row.since,
    )
    for (const oldest of this.#rows.values()) {
      if (this.#rows.size <= MAX_ROWS) break
      this.#remove(oldest)
    }
    return {delayMs, succeeded: () => this.#remove(row)}
  }

  /** Seconds for which this network is locked out of the account, or of all accounts; 0 if it is not. */
  #lockedForSeconds(here: Pick<Failures, 'account' | 'client'>): number {
    const own = this.#rows.get(keyOf(here))
    if (own && own.count >= MAX_AT_ACCOUNT) return this.#secondsLeft(own.since)
    const all = this.#matching(({client}) => client === here.client)
    return sumOf(all) >= MAX_FROM_NETWORK ? this.#secondsLeft(Math.min(...all.map(({since}) => since))) : 0
  }

  /** The delay that serializes attempts at an account under attack. Failures of known devices do not count. */
  #delayOf(account: string): number {
    const count = sumOf(this.#matching((row) => row.account === account && !row.client.startsWith(DEVICE)))
    if (count < FREE_AT_ACCOUNT) return 0
    const spacing = count < MANY_AT_ACCOUNT ? SPACING_MS : WIDE_SPACING_MS
    return Math.max(0, (this.#last.get(account) ?? 0) + spacing - this.#now())
  }

  #matching(condition: (row: Failures) => boolean): Failures[] {
    return Array.from(this.#rows.values()).filter(condition)
  }

  #secondsLeft(since: number): number {
    return Math.max(1, Math.ceil((since + WINDOW_MS - this.#now()) / 1000))
  }

  #forgetOld(): void {
    const now = this.#now()
    for (const row of this.#rows.values()) if (row.since + WINDOW_MS <= now) this.#remove(row)
    for (const [account, last] of this.#last) if (last + WINDOW_MS <= now) this.#last.delete(account)
  }

  #hidden(text: string): string {
    return createHmac('sha256', this.#secret).update(`login:${text}`).digest('base64url').slice(0, 22)
  }

  #remove(row: Failures): void {
    if (this.#rows.get(keyOf(row)) !== row) return
    this.#rows.delete(keyOf(row))
    this.#write('DELETE FROM login_failures WHERE account = ? AND client = ?', row.account, row.client)
  }

  /** A full disk must not lock people out: the counts then live in memory only. */
  #write(statement: string, ...values: (string | number)[]): void {
    try {
      this.#database.prepare(statement).run(...values)
    } catch {}
  }
}

/** Comparable with what was stored before a restart, but never set back while the lake runs. */
const steadyNow = (): number => Math.round(performance.timeOrigin + performance.now())

const keyOf = ({account, client}: Pick<Failures, 'account' | 'client'>): string => JSON.stringify([account, client])
const sumOf = (rows: Failures[]): number => rows.reduce((sum, {count}) => sum + count, 0)
