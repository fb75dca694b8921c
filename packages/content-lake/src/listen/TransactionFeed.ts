import {randomUUID} from 'node:crypto'
import {sizeOfDocument} from '../json.ts'
import type {Lake} from '../Lake.ts'
import type {Transaction} from '../types.ts'

/** Called for each transaction with its position, the `id` of its last event. */
export type FeedSubscriber = (transaction: Transaction, position: string) => void

/** Publishes transactions to all open streams, and replays recent ones to clients that reconnect. */
export class TransactionFeed {
  readonly #lake: Pick<Lake, 'onTransaction'>
  readonly #recent = new RecentTransactions()

  constructor(lake: Pick<Lake, 'onTransaction'>) {
    this.#lake = lake
    // Before all readers, which are called in the order of their subscription.
    lake.onTransaction((transaction) => this.#recent.add(transaction))
  }

  /** The position of the last transaction. */
  get position(): string {
    return this.#recent.position
  }

  /** Subscribes to transactions. Returns an unsubscribe function. */
  subscribe(reader: FeedSubscriber): () => void {
    return this.#lake.onTransaction((transaction) => reader(transaction, this.position))
  }

  /** Transactions after a position; undefined if they are no longer known. */
  missedSince(position: string): readonly PositionedTransaction[] | undefined {
    return this.#recent.after(position)
  }
}

interface PositionedTransaction {
  transaction: Transaction
  /** Random: numbers in order would count for everybody what they may not read. Unknown to the next run. */
  position: string
}

interface Kept extends PositionedTransaction {
  size: number
}

/** A bounded buffer of recent transactions, for reconnecting clients, small enough to be replayed at once. */
export class RecentTransactions {
  readonly #kept: Kept[] = []
  readonly #maxTransactions: number
  readonly #maxCharacters: number
  /** The position before the first that is kept. */
  #start: string = randomUUID()
  #characters = 0

  constructor(maxTransactions = 2000, maxCharacters = 4 * 1024 * 1024) {
    this.#maxTransactions = maxTransactions
    this.#maxCharacters = maxCharacters
  }

  get position(): string {
    return this.#kept.at(-1)?.position ?? this.#start
  }

  add(transaction: Transaction): void {
    const size = sizeOf(transaction, this.#maxCharacters)
    this.#kept.push({transaction, position: randomUUID(), size})
    this.#characters += size
    while (this.#kept.length > this.#maxTransactions || this.#characters > this.#maxCharacters) {
      const {position = this.#start, size: freed = 0} = this.#kept.shift() ?? {}
      this.#start = position
      this.#characters -= freed
    }
  }

  /** Transactions after a position; undefined if some were evicted. */
  after(position: string): readonly Kept[] | undefined {
    const index = this.#kept.findIndex((kept) => kept.position === position)
    return index === -1 && position !== this.#start ? undefined : this.#kept.slice(index + 1)
  }
}

/** Approximate length as JSON, counted up to the limit; beyond it if it is longer than a string can be. */
function sizeOf({changes, ...rest}: Transaction, limit: number): number {
  let size = JSON.stringify(rest).length
  try {
    for (const {before, after, mutations, effects} of changes) {
      // Those of documents are known since their commits.
      for (const document of [before, after]) size += document ? sizeOfDocument(document) : 0
      if (size > limit) break
      size += JSON.stringify([mutations, effects]).length
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    size = limit + 1
  }
  return size
}
