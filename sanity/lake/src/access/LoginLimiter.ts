import {isIPv6} from 'node:net'
import type {DatabaseSync} from 'node:sqlite'
import {Notes} from './Notes.ts'

const WINDOW_MS = 15 * 60 * 1000
const MAX_PER_ADDRESS = 5
const MAX_IN_ALL = 50
const NOTE = 'logins'

interface Failures {
  count: number
  /** When the first of them was. */
  since: number
}

/**
 * Counts wrong passwords, by address and in all, over a quarter of an hour. The counts outlive a restart. Whoever has a
 * session already is not concerned.
 */
export class LoginLimiter {
  readonly #notes: Notes
  readonly #addresses: Map<string, Failures>
  readonly #now: () => number

  constructor(database: DatabaseSync, now: () => number = Date.now) {
    this.#notes = new Notes(database)
    const kept: [string, Failures][] = JSON.parse(this.#notes.read(NOTE) ?? '[]')
    this.#addresses = new Map(kept)
    this.#now = now
  }

  /** How many seconds this address has to wait before it may try again. */
  waitOf(address: string): number {
    this.#forget()
    const own = this.#addresses.get(networkOf(address))
    const all = Array.from(this.#addresses.values())
    const total = all.reduce((sum, {count}) => sum + count, 0)
    if (own && own.count >= MAX_PER_ADDRESS) return this.#secondsLeft(own.since)
    return total >= MAX_IN_ALL ? this.#secondsLeft(Math.min(...all.map(({since}) => since))) : 0
  }

  /** Counts an attempt before its outcome is known, so that many at once count as many. */
  attempt(address: string): void {
    const network = networkOf(address)
    const known = this.#addresses.get(network)
    this.#addresses.set(network, {count: (known?.count ?? 0) + 1, since: known?.since ?? this.#now()})
    this.#save()
  }

  succeeded(address: string): void {
    this.#addresses.delete(networkOf(address))
    this.#save()
  }

  #secondsLeft(since: number): number {
    return Math.max(1, Math.ceil((since + WINDOW_MS - this.#now()) / 1000))
  }

  #forget(): void {
    for (const [address, {since}] of this.#addresses) {
      if (since + WINDOW_MS <= this.#now()) this.#addresses.delete(address)
    }
  }

  #save(): void {
    this.#notes.write(NOTE, JSON.stringify([...this.#addresses]))
  }
}

/** Whoever has one IPv6 address usually has all that begin with the same 64 bits. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length
  const full = [...groups, ...Array.from({length: address.includes('::') ? missing : 0}, () => '0')]
  return full.slice(0, 4).join(':')
}
