import {createCipheriv, createDecipheriv, randomBytes} from 'node:crypto'
import {sizeOfDocument} from '../json.ts'
import type {Lake} from '../Lake.ts'
import type {Transaction} from '../types.ts'

/** Called for each transaction with its position, the `id` of its last event. */
export type FeedSubscriber = (transaction: Transaction, position: string) => void

/** Publishes transactions to all open streams, and replays recent ones to clients that reconnect. */
export class TransactionFeed {
  /** Valid within one run: the folder may be replaced between two. */
  readonly #sealed = new SealedNumbers()
  readonly #positions = new WeakMap<Transaction, string>()
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

  get position(): string {
    return this.#sealed.seal(this.#head)
  }

  /** Subscribes to transactions. Returns an unsubscribe function. */
  subscribe(reader: FeedSubscriber): () => void {
    return this.#lake.onTransaction((transaction) => reader(transaction, this.#positionOf(transaction)))
  }

  /** Transactions after a position; undefined if they are no longer known. */
  missedSince(position: string): {transaction: Transaction; position: string}[] | undefined {
    const seq = this.#sealed.open(position)
    if (seq === undefined) return undefined
    return this.#recent
      .after(seq, this.#head)
      ?.map((transaction) => ({transaction, position: this.#positionOf(transaction)}))
  }

  #positionOf(transaction: Transaction): string {
    const position = this.#positions.get(transaction) ?? this.#sealed.seal(transaction.seq)
    this.#positions.set(transaction, position)
    return position
  }
}

/** Of the greatest whole number, so that the length tells nothing either. */
const NUMBER_LENGTH = String(Number.MAX_SAFE_INTEGER).length
const CIPHER = 'aes-128-gcm'
const [NONCE_LENGTH, TAG_LENGTH] = [12, 16]

/** Numbers as texts that tell nothing: numbers in order would count for everybody what they may not read. */
class SealedNumbers {
  readonly #key = randomBytes(16)

  seal(number: number): string {
    const nonce = randomBytes(NONCE_LENGTH)
    const cipher = createCipheriv(CIPHER, this.#key, nonce)
    const text = Buffer.concat([cipher.update(String(number).padStart(NUMBER_LENGTH)), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
  }

  /** Undefined for a text of another run, or of none. */
  open(sealed: string): number | undefined {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length !== NONCE_LENGTH + TAG_LENGTH + NUMBER_LENGTH) return undefined
    const [tagAt, textAt] = [NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH]
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, tagAt))
    decipher.setAuthTag(bytes.subarray(tagAt, textAt))
    try {
      return Number(Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString())
    } catch {
      return undefined
    }
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
