import {randomUUID} from 'node:crypto'
import type {Lake, Transaction} from '../types.ts'

/** Receives each transaction with the position that its last event carries as `id`. */
export type FeedSubscriber = (transaction: Transaction, position: string) => void

/** Hands the lake's transactions to all open streams, and knows how far a reconnecting client has come. */
export class TransactionFeed {
  /** Positions of another run of the lake mean nothing to this one: its folder may have been replaced. */
  readonly #run = randomUUID().slice(0, 8)
  readonly #readers = new Set<FeedSubscriber>()
  readonly #recent = new RecentTransactions()
  #head: number

  constructor(lake: Lake) {
    const row = lake.database.prepare('SELECT max(seq) AS head FROM transactions').get()
    this.#head = Number(row?.head ?? 0)
    lake.onTransaction((transaction) => this.#pass(transaction))
  }

  /** Where a client stands that knows everything up to now. */
  get position(): string {
    return this.#positionOf(this.#head)
  }

  /** Calls back for each transaction from now on, until the returned function is called. */
  subscribe(reader: FeedSubscriber): () => void {
    this.#readers.add(reader)
    return () => this.#readers.delete(reader)
  }

  /** What a client has missed that knows everything up to a position; undefined when that cannot be told any more. */
  missedSince(position: string): {transaction: Transaction; position: string}[] | undefined {
    const [run, seq] = position.split('-')
    if (run !== this.#run || !/^\d+$/.test(seq ?? '')) return undefined
    return this.#recent
      .after(Number(seq), this.#head)
      ?.map((transaction) => ({transaction, position: this.#positionOf(transaction.seq)}))
  }

  #positionOf(seq: number): string {
    return `${this.#run}-${seq}`
  }

  #pass(transaction: Transaction): void {
    this.#head = transaction.seq
    this.#recent.add(transaction)
    for (const reader of [...this.#readers]) reader(transaction, this.position)
  }
}

interface Kept {
  transaction: Transaction
  size: number
}

/**
 * The last transactions, for clients that were away for a moment. They are few enough that all that a client has missed
 * can wait for it at once.
 */
export class RecentTransactions {
  readonly #kept: Kept[] = []
  readonly #maxTransactions: number
  readonly #maxCharacters: number
  #characters = 0

  constructor(maxTransactions = 2000, maxCharacters = 4 * 1024 * 1024) {
    this.#maxTransactions = maxTransactions
    this.#maxCharacters = maxCharacters
  }

  add(transaction: Transaction): void {
    const size = sizeOf(transaction, this.#maxCharacters)
    this.#kept.push({transaction, size})
    this.#characters += size
    while (this.#kept.length > this.#maxTransactions || this.#characters > this.#maxCharacters) {
      this.#characters -= this.#kept.shift()?.size ?? 0
    }
  }

  /** All that came after the one with this number; undefined when some of them are no longer known. */
  after(seq: number, head: number): Transaction[] | undefined {
    if (seq === head) return []
    const index = this.#kept.findIndex(({transaction}) => transaction.seq > seq)
    const [first, ...rest] = index === -1 ? [] : this.#kept.slice(index)
    const isComplete = first && (index > 0 || first.transaction.seq === seq + 1)
    return isComplete ? [first, ...rest].map(({transaction}) => transaction) : undefined
  }
}

/** As JSON; not counted any further once it is more than is ever kept. */
function sizeOf({changes, ...rest}: Transaction, limit: number): number {
  let size = JSON.stringify(rest).length
  for (const change of changes) {
    size += JSON.stringify(change).length
    if (size > limit) break
  }
  return size
}
