import {randomUUID} from 'node:crypto'
import type {Lake, Transaction} from '../types.ts'
import {RecentTransactions} from './RecentTransactions.ts'

/** Receives each transaction with the position that its last event carries as `id`. */
export type FeedReader = (transaction: Transaction, position: string) => void

/** Hands the lake's transactions to all open streams, and knows how far a reconnecting client has come. */
export class TransactionFeed {
  /** Positions of another run of the lake mean nothing to this one: its folder may have been replaced. */
  readonly #run = randomUUID().slice(0, 8)
  readonly #readers = new Set<FeedReader>()
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
  follow(reader: FeedReader): () => void {
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
