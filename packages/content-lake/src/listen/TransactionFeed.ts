import {randomUUID} from 'node:crypto'
import {sizeOfDocument} from '../json.ts'
import type {Lake} from '../Lake.ts'
import type {Transaction} from '../types.ts'

/** Called for each transaction with its position, the `id` of its last event. */
export type FeedSubscriber = (transaction: Transaction, position: string) => void

interface Kept {
  transaction: Transaction
  /** Random: numbers in order would count for everybody what they may not read. Unknown to the next run. */
  position: string
  size: number
}

export type TransactionFeed = ReturnType<typeof createFeed>

/** Publishes transactions to all open streams, and replays recent ones, few enough to do that at once, to clients that reconnect. */
export function createFeed(
  {onTransaction}: Pick<Lake, 'onTransaction'>,
  {maxTransactions = 2000, maxCharacters = 4 * 1024 * 1024} = {},
) {
  const kept: Kept[] = []
  /** The position before the first that is kept. */
  let start: string = randomUUID()
  let characters = 0
  /** The position of the last transaction. */
  const position = (): string => kept.at(-1)?.position ?? start

  function keep(transaction: Transaction): void {
    const size = sizeOf(transaction, maxCharacters)
    kept.push({transaction, position: randomUUID(), size})
    characters += size
    while (kept.length > maxTransactions || characters > maxCharacters) {
      const {position: end = start, size: freed = 0} = kept.shift() ?? {}
      start = end
      characters -= freed
    }
  }

  // Before all readers, which are called in the order of their subscription.
  onTransaction(keep)
  return {
    position,
    /** Subscribes to transactions. Returns an unsubscribe function. */
    subscribe: (reader: FeedSubscriber) => onTransaction((transaction) => reader(transaction, position())),
    /** Transactions after a position; undefined if some of them are no longer known. */
    missedSince(last: string): readonly Kept[] | undefined {
      const index = kept.findIndex((one) => one.position === last)
      return index === -1 && last !== start ? undefined : kept.slice(index + 1)
    },
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
