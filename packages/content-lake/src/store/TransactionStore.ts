import type {DatabaseSync, StatementSync} from 'node:sqlite'
import type {DocumentChange, LakeDocument, MutationResult, Transaction} from '../types.ts'
import {ChangeStates, type PackedChange} from './ChangeStates.ts'
import {inTransaction} from './openDatabase.ts'

interface UnsavedTransaction extends Omit<Transaction, 'seq'> {
  /** Hash of the request, to recognise a retry. */
  digest: string
  /** Undefined unless the client chose the transaction's id: no other transaction is sent again. */
  results: readonly Result[] | undefined
  /** The changes as `pack` returned them; those that are missing are packed when they are stored. */
  packed?: readonly PackedRow[]
}

/** A change as its rows hold it. */
interface PackedRow extends PackedChange {
  json: string | null
}

/** A result without its document, which the history has. */
type Result = Pick<MutationResult, 'id' | 'operation'>

interface SavedTransaction {
  digest: string | null
  author: string
  /** Reads all of its states: they may be many. */
  results(): MutationResult[]
}

/** Persists transactions, each with its documents in one SQLite transaction. */
export class TransactionStore {
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  readonly #insertChange: StatementSync
  readonly #put: StatementSync
  readonly #remove: StatementSync
  readonly #find: StatementSync
  readonly #findChanges: StatementSync
  readonly #stored: StatementSync
  readonly #setResults: StatementSync
  readonly #states: ChangeStates

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#insert = database.prepare('INSERT INTO transactions (id, timestamp, author, digest) VALUES (?, ?, ?, ?)')
    this.#insertChange = database.prepare(
      `INSERT INTO transaction_documents (seq, document_id, previous_rev, after, chain, mutations, effects)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#put = database.prepare('INSERT OR REPLACE INTO documents (id, type, json) VALUES (?, ?, ?)')
    this.#remove = database.prepare('DELETE FROM documents WHERE id = ?')
    this.#find = database.prepare('SELECT seq, digest, author, results FROM transactions WHERE id = ?')
    this.#findChanges = database.prepare(
      `SELECT document_id, previous_rev IS NOT NULL AS existed, after IS NOT NULL AS "exists" FROM transaction_documents
       WHERE seq = ? ORDER BY document_id`,
    )
    this.#stored = database.prepare('SELECT json FROM documents WHERE id = ?')
    this.#setResults = database.prepare('UPDATE transactions SET results = ? WHERE seq = ?')
    this.#states = new ChangeStates(database)
  }

  *documents(): Generator<LakeDocument> {
    for (const row of this.#database.prepare('SELECT json FROM documents').iterate()) {
      yield JSON.parse(String(row.json))
    }
  }

  find(transactionId: string): SavedTransaction | undefined {
    const row = this.#find.get(transactionId)
    if (!row) return undefined
    const seq = Number(row.seq)
    const results = () => {
      const found: Result[] = row.results === null ? this.#changeResults(seq) : JSON.parse(String(row.results))
      return found.map(({id, operation}): MutationResult => {
        const document = operation === 'delete' ? this.#states.before(id, seq) : this.#states.after(id, seq)
        return {id, operation, document}
      })
    }
    return {digest: row.digest === null ? null : String(row.digest), author: String(row.author), results}
  }

  /** One result for each changed document, by its id. */
  #changeResults(seq: number): Result[] {
    return this.#findChanges.all(seq).map((change) => ({
      id: String(change.document_id),
      operation: change.exists === 0 ? 'delete' : change.existed === 0 ? 'create' : 'update',
    }))
  }

  /** Returns when it is on disk. An exception in `beforeCommit` rolls it back. */
  save(unsaved: UnsavedTransaction, beforeCommit: (transaction: Transaction) => void): Transaction {
    return inTransaction(this.#database, () => {
      const {digest, results, packed = [], ...rest} = unsaved
      const {lastInsertRowid} = this.#insert.run(rest.id, rest.timestamp, rest.author, digest)
      const transaction = {...rest, seq: Number(lastInsertRowid)}
      for (const [index, change] of transaction.changes.entries())
        this.#saveChange(transaction.seq, change, packed[index] ?? this.pack(change))
      const kept = results && JSON.stringify(results.map(({id, operation}) => ({id, operation})))
      if (kept && kept !== JSON.stringify(this.#changeResults(transaction.seq)))
        this.#setResults.run(kept, transaction.seq)
      beforeCommit(transaction)
      return transaction
    })
  }

  /** Packs a change of what is stored, ahead of `save`: other requests may be answered in between, but no commit. */
  pack({documentId, before, after, mutations, effects}: DocumentChange): PackedRow {
    const json = after && JSON.stringify(after)
    const packed = this.#states.pack(documentId, Number.MAX_SAFE_INTEGER, {
      before: before && String(this.#stored.get(documentId)?.json),
      after: json,
      mutations: JSON.stringify(mutations),
      effects: JSON.stringify(effects),
    })
    return {...packed, json}
  }

  #saveChange(seq: number, {documentId, before, after}: DocumentChange, packed: PackedRow): void {
    if (after) this.#put.run(documentId, after._type, packed.json)
    else this.#remove.run(documentId)
    this.#insertChange.run(
      seq,
      documentId,
      before?._rev ?? null,
      packed.after,
      packed.chain,
      packed.mutations,
      packed.effects,
    )
  }
}
