import {createHmac} from 'node:crypto'
import {isIPv6} from 'node:net'
import type {DatabaseSync} from 'node:sqlite'

const WINDOW_MS = 15 * 60 * 1000
/** At one account, from one network or one known browser. */
const MAX_AT_ACCOUNT = 5
/** At all accounts, from one network. */
const MAX_FROM_NETWORK = 20
/** At one account, from all networks: from then on attempts at it are answered one after another. */
const FREE_AT_ACCOUNT = 20
const SPACING_MS = 2000
const MANY_AT_ACCOUNT = 100
const WIDE_SPACING_MS = 10_000
/** Who would have to wait longer is refused. */
const MAX_DELAY_MS = 20_000
/** No hash has a colon in it. */
const DEVICE = 'device:'
/** What is remembered at most; the oldest goes first. */
const MAX_ROWS = 20_000

interface LoginAttempt {
  /** The account that is tried, whether there is one or not. */
  account: string
  address: string
  /** The browser, if it proves that somebody signed in to this account with it before. */
  device?: string | undefined
}

/** How long an attempt has to wait before it is looked at, or how many seconds it has to come back after. */
type Admission = {delayMs: number; succeeded: () => void} | {refusedForSeconds: number}

interface Failures {
  account: string
  client: string
  count: number
  /** When the first of them was. */
  since: number
}

/**
 * Counts wrong passwords over a quarter of an hour, by account together with the network or browser that tries. Nobody
 * can lock others out: from other networks an account stays open, if more slowly while many guess at it, and at once for
 * a browser that signed in before. A right password clears the count of its own account and network alone. The counts
 * outlive a restart.
 */
export class LoginLimiter {
  readonly #database: DatabaseSync
  readonly #secret: string
  readonly #now: () => number
  /** The oldest first. */
  readonly #rows = new Map<string, Failures>()
  /** When the last attempt at an account was, or will be, looked at. */
  readonly #last = new Map<string, number>()

  /** `secret` keys the hashes under which accounts and addresses are kept: a name may be a password in the wrong field. */
  constructor(database: DatabaseSync, secret: string, now: () => number = Date.now) {
    this.#database = database
    this.#secret = secret
    this.#now = now
    for (const {account, client, count, since} of database
      .prepare('SELECT * FROM login_failures ORDER BY since')
      .all()) {
      const row = {account: String(account), client: String(client), count: Number(count), since: Number(since)}
      this.#rows.set(keyOf(row), row)
    }
  }

  /** Admits or refuses an attempt. It counts as a failure until it succeeds, so that many at once count as many. */
  begin({account: name, address, device}: LoginAttempt): Admission {
    this.#forgetOld()
    const account = this.#hidden(name)
    const browser = device === undefined ? undefined : {account, client: `${DEVICE}${this.#hidden(device)}`}
    if (browser && this.#countAt(browser) < MAX_AT_ACCOUNT) return this.#admit(browser, 0)
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

  #countAt(who: Pick<Failures, 'account' | 'client'>): number {
    return this.#rows.get(keyOf(who))?.count ?? 0
  }

  /** For how many seconds a network may not try this account, or any. */
  #lockedForSeconds(here: Pick<Failures, 'account' | 'client'>): number {
    const own = this.#rows.get(keyOf(here))
    if (own && own.count >= MAX_AT_ACCOUNT) return this.#secondsLeft(own.since)
    const all = this.#matching(({client}) => client === here.client)
    return sumOf(all) >= MAX_FROM_NETWORK ? this.#secondsLeft(Math.min(...all.map(({since}) => since))) : 0
  }

  /** One after another, once many networks have guessed at an account. Known browsers are not counted. */
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

  /** A full disk does not keep people out; then the counts are those of this process. */
  #write(statement: string, ...values: (string | number)[]): void {
    try {
      this.#database.prepare(statement).run(...values)
    } catch {
      // As above.
    }
  }
}

const keyOf = ({account, client}: Pick<Failures, 'account' | 'client'>): string => JSON.stringify([account, client])
const sumOf = (rows: Failures[]): number => rows.reduce((sum, {count}) => sum + count, 0)

/** Whoever has one IPv6 address usually has all that begin with the same 64 bits. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '')
  if (!isIPv6(plain)) return address
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const between = Array.from({length: 8 - first.length - last.length}, () => '0')
  const groups = [...first, ...between, ...last].map((group) => Number.parseInt(group, 16))
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (!isMapped) return groups.slice(0, 4).join(':')
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}
