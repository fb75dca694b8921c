import type {DatabaseSync, StatementSync} from 'node:sqlite'
import type {DocumentChange, LakeDocument, MutationResult, Transaction} from '../types.ts'

interface UnsavedTransaction extends Omit<Transaction, 'seq'> {
  /** Of the request, to recognise it when it is sent again. */
  digest: string
}

interface SavedTransaction {
  digest: string | null
  results: MutationResult[]
}

/** Writes transactions to disk, each with its documents in one SQLite transaction. */
export class TransactionStore {
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  readonly #insertChange: StatementSync
  readonly #put: StatementSync
  readonly #remove: StatementSync
  readonly #find: StatementSync
  readonly #findChanges: StatementSync

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#insert = database.prepare('INSERT INTO transactions (id, timestamp, author, digest) VALUES (?, ?, ?, ?)')
    this.#insertChange = database.prepare(
      'INSERT INTO transaction_documents (seq, document_id, before, after, mutations, effects) VALUES (?, ?, ?, ?, ?, ?)',
    )
    this.#put = database.prepare('INSERT OR REPLACE INTO documents (id, type, json) VALUES (?, ?, ?)')
    this.#remove = database.prepare('DELETE FROM documents WHERE id = ?')
    this.#find = database.prepare('SELECT seq, digest FROM transactions WHERE id = ?')
    this.#findChanges = database.prepare(
      'SELECT document_id, before, after FROM transaction_documents WHERE seq = ? ORDER BY document_id',
    )
  }

  /** Every document as it was last committed. */
  *documents(): Generator<LakeDocument> {
    for (const row of this.#database.prepare('SELECT json FROM documents').iterate()) {
      yield JSON.parse(String(row.json))
    }
  }

  /** What a transaction did, if its id was used before. */
  find(transactionId: string): SavedTransaction | undefined {
    const row = this.#find.get(transactionId)
    if (!row) return undefined
    const results = this.#findChanges.all(Number(row.seq)).map(({document_id: id, before, after}): MutationResult => {
      const operation = after === null ? 'delete' : before === null ? 'create' : 'update'
      return {id: String(id), operation, document: JSON.parse(String(after ?? before))}
    })
    return {digest: row.digest === null ? null : String(row.digest), results}
  }

  /** Returns once all of it is on disk. What `beforeCommit` throws undoes it. */
  save(unsaved: UnsavedTransaction, beforeCommit: (transaction: Transaction) => void): Transaction {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const {digest, ...rest} = unsaved
      const {lastInsertRowid} = this.#insert.run(rest.id, rest.timestamp, rest.author, digest)
      const transaction = {...rest, seq: Number(lastInsertRowid)}
      for (const change of transaction.changes) this.#saveChange(transaction.seq, change)
      beforeCommit(transaction)
      this.#database.exec('COMMIT')
      return transaction
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  #saveChange(seq: number, {documentId, before, after, mutations, effects}: DocumentChange): void {
    const json = after && JSON.stringify(after)
    if (after) this.#put.run(documentId, after._type, json)
    else this.#remove.run(documentId)
    this.#insertChange.run(
      seq,
      documentId,
      before && JSON.stringify(before),
      json,
      JSON.stringify(mutations),
      JSON.stringify(effects),
    )
  }
}
