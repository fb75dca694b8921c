import type {Transaction} from '../types.ts'

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
