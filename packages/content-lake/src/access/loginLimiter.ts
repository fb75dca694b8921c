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

/** The delay before the password is checked, or the value of `Retry-After`. */
type Admission = {delayMs: number; succeeded: () => void} | {refusedForSeconds: number}

interface Attempt {
  account: string
  address: string
  /** Set when the browser holds a valid cookie for this account. */
  device?: string | undefined
}

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
 * delayed. A successful login clears only its own count. Counts survive a restart. `secret` keys the hashes of accounts and
 * addresses: a name may be a password typed into the wrong field.
 */
export function createLoginLimiter(database: DatabaseSync, secret: string, now = steadyNow) {
  /** Oldest first. */
  const rows = new Map<string, Failures>()
  /** The time at which the last attempt at an account was or will be checked. */
  const last = new Map<string, number>()
  for (const {account, client, count, since} of database.prepare('SELECT * FROM login_failures ORDER BY since').all()) {
    const row = {
      account: String(account),
      client: String(client),
      count: Number(count),
      since: Math.min(Number(since), now()),
    }
    rows.set(keyOf(row), row)
  }

  /**
   * Admits or refuses an attempt at an account, whether or not there is one. It counts as a failure until it succeeds, so
   * concurrent attempts are all counted.
   */
  function begin({account: name, address, device}: Attempt): Admission {
    forgetOld()
    const account = hidden(name)
    if (device !== undefined) {
      const browser = {account, client: `${DEVICE}${hidden(device)}`}
      if ((rows.get(keyOf(browser))?.count ?? 0) < MAX_AT_ACCOUNT) return admit(browser, 0)
    }
    const here = {account, client: hidden(networkOf(address))}
    const refused = lockedForSeconds(here)
    if (refused > 0) return {refusedForSeconds: refused}
    const delayMs = delayOf(account)
    if (delayMs > MAX_DELAY_MS) return {refusedForSeconds: Math.ceil((delayMs - MAX_DELAY_MS) / 1000)}
    last.set(account, now() + delayMs)
    return admit(here, delayMs)
  }

  function admit(who: Pick<Failures, 'account' | 'client'>, delayMs: number): Admission {
    const key = keyOf(who)
    const row = rows.get(key) ?? {...who, count: 0, since: now()}
    row.count += 1
    rows.set(key, row)
    write('INSERT OR REPLACE INTO login_failures VALUES (?, ?, ?, ?)', row.account, row.client, row.count, row.since)
    for (const oldest of rows.values()) {
      if (rows.size <= MAX_ROWS) break
      remove(oldest)
    }
    return {delayMs, succeeded: () => remove(row)}
  }

  /** Seconds for which this network is locked out of the account, or of all accounts; 0 if it is not. */
  function lockedForSeconds(here: Pick<Failures, 'account' | 'client'>): number {
    const own = rows.get(keyOf(here))
    if (own && own.count >= MAX_AT_ACCOUNT) return secondsLeft(own.since)
    const all = matching(({client}) => client === here.client)
    return sumOf(all) >= MAX_FROM_NETWORK ? secondsLeft(Math.min(...all.map(({since}) => since))) : 0
  }

  /** The delay that serializes attempts at an account under attack. Failures of known devices do not count. */
  function delayOf(account: string): number {
    const count = sumOf(matching((row) => row.account === account && !row.client.startsWith(DEVICE)))
    if (count < FREE_AT_ACCOUNT) return 0
    const spacing = count < MANY_AT_ACCOUNT ? SPACING_MS : WIDE_SPACING_MS
    return Math.max(0, (last.get(account) ?? 0) + spacing - now())
  }

  function matching(condition: (row: Failures) => boolean): Failures[] {
    return Array.from(rows.values()).filter(condition)
  }

  function secondsLeft(since: number): number {
    return Math.max(1, Math.ceil((since + WINDOW_MS - now()) / 1000))
  }

  function forgetOld(): void {
    const isOver = (time: number): boolean => time + WINDOW_MS <= now()
    for (const row of rows.values()) if (isOver(row.since)) remove(row)
    for (const [account, time] of last) if (isOver(time)) last.delete(account)
  }

  function hidden(text: string): string {
    return createHmac('sha256', secret).update(`login:${text}`).digest('base64url').slice(0, 22)
  }

  function remove(row: Failures): void {
    if (rows.get(keyOf(row)) !== row) return
    rows.delete(keyOf(row))
    write('DELETE FROM login_failures WHERE account = ? AND client = ?', row.account, row.client)
  }

  /** A full disk must not lock people out: the counts then live in memory only. */
  function write(statement: string, ...values: (string | number)[]): void {
    try {
      database.prepare(statement).run(...values)
    } catch {}
  }

  return {begin}
}

/** Comparable with what was stored before a restart, but never set back while the lake runs. */
const steadyNow = (): number => Math.round(performance.timeOrigin + performance.now())

const keyOf = ({account, client}: Pick<Failures, 'account' | 'client'>): string => JSON.stringify([account, client])
const sumOf = (rows: Failures[]): number => rows.reduce((sum, {count}) => sum + count, 0)
