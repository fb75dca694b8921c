import {randomUUID} from 'node:crypto'
import type {Lake} from '../Lake.ts'
import type {Transaction} from '../types.ts'

/** Called for each transaction with its position, the `id` of its last event. */
export type FeedSubscriber = (transaction: Transaction, position: string) => void

/** Publishes transactions to all open streams, and replays recent ones to clients that reconnect. */
export class TransactionFeed {
  /** Positions are valid within one run: the folder may be replaced between two. */
  readonly #run = randomUUID().slice(0, 8)
  readonly #lake: Pick<Lake, 'onTransaction'>
  readonly #recent = new RecentTransactions()
  #head: number

  constructor(lake: Pick<Lake, 'database' | 'onTransaction'>) {
    this.#lake = lake
    const row = lake.database.prepare('SELECT max(seq) AS head FROM transactions').get()
    this.#head = Number(row?.head ?? 0)
    // Before all readers, which are called in the order of their subscription.
    lake.onTransaction((transaction) => {
      this.#head = transaction.seq
      this.#recent.add(transaction)
    })
  }

  /** The current position. */
  get position(): string {
    return this.#positionOf(this.#head)
  }

  /** Subscribes to transactions. Returns an unsubscribe function. */
  subscribe(reader: FeedSubscriber): () => void {
    return this.#lake.onTransaction((transaction) => reader(transaction, this.#positionOf(transaction.seq)))
  }

  /** Transactions after a position; undefined if they are no longer known. */
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
}

interface Kept {
  transaction: Transaction
  size: number
}

/** A bounded buffer of recent transactions, for reconnecting clients, small enough to be replayed at once. */
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

  /** Transactions after a sequence number; undefined if some were evicted. */
  after(seq: number, head: number): Transaction[] | undefined {
    if (seq === head) return []
    const index = this.#kept.findIndex(({transaction}) => transaction.seq > seq)
    const isComplete = index > 0 || this.#kept[0]?.transaction.seq === seq + 1
    return isComplete ? this.#kept.slice(index).map(({transaction}) => transaction) : undefined
  }
}

/** Length as JSON, counted up to the limit; beyond it if it is longer than a string can be. */
function sizeOf({changes, ...rest}: Transaction, limit: number): number {
  let size = JSON.stringify(rest).length
  try {
    for (const change of changes) {
      size += JSON.stringify(change).length
      if (size > limit) break
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    size = limit + 1
  }
  return size
}
