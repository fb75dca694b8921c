import type {DatabaseSync} from 'node:sqlite'
import type {DocumentChange, LakeDocument, MutationResult, Transaction} from '../types.ts'
import {ChangeStates, type PackedChange} from './ChangeStates.ts'
import {inTransaction, unreadable} from './openDatabase.ts'

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

export type TransactionStore = ReturnType<typeof createTransactionStore>

/** Persists transactions, each with its documents in one SQLite transaction. */
export function createTransactionStore(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO transactions (id, timestamp, author, digest) VALUES (?, ?, ?, ?)')
  const insertChange = database.prepare(
    `INSERT INTO transaction_documents (seq, document_id, previous_rev, after, chain, mutations, effects)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const put = database.prepare('INSERT OR REPLACE INTO documents (id, type, json) VALUES (?, ?, ?)')
  const remove = database.prepare('DELETE FROM documents WHERE id = ?')
  const findTransaction = database.prepare('SELECT seq, digest, author, results FROM transactions WHERE id = ?')
  const findChanges = database.prepare(
    `SELECT document_id, previous_rev IS NOT NULL AS existed, after IS NOT NULL AS "exists" FROM transaction_documents
     WHERE seq = ? ORDER BY document_id`,
  )
  const stored = database.prepare('SELECT json FROM documents WHERE id = ?')
  const setResults = database.prepare('UPDATE transactions SET results = ? WHERE seq = ?')
  const states = new ChangeStates(database)

  function* documents(): Generator<LakeDocument> {
    for (const {id, json} of database.prepare('SELECT id, json FROM documents').iterate()) {
      yield parseStored(id, String(json))
    }
  }

  function parseStored(id: unknown, json: string): LakeDocument {
    try {
      return JSON.parse(json)
    } catch {
      throw unreadable(database.location() ?? 'The database in memory', id)
    }
  }

  /** Finds a transaction by its id. `results` reads all of its states: they may be many. */
  function find(transactionId: string) {
    const row = findTransaction.get(transactionId)
    if (!row) return undefined
    const seq = Number(row.seq)
    const results = () => {
      const found: Result[] = row.results === null ? changeResults(seq) : JSON.parse(String(row.results))
      return found.map(({id, operation}): MutationResult => {
        const document = operation === 'delete' ? states.before(id, seq) : states.after(id, seq)
        return {id, operation, document}
      })
    }
    return {digest: row.digest === null ? null : String(row.digest), author: String(row.author), results}
  }

  /** One result for each changed document, by its id. */
  function changeResults(seq: number): Result[] {
    return findChanges.all(seq).map((change) => ({
      id: String(change.document_id),
      operation: change.exists === 0 ? 'delete' : change.existed === 0 ? 'create' : 'update',
    }))
  }

  /** Returns when it is on disk. An exception in `beforeCommit` rolls it back. */
  function save(unsaved: UnsavedTransaction, beforeCommit: (transaction: Transaction) => void): Transaction {
    return inTransaction(database, () => {
      const {digest, results, packed = [], ...rest} = unsaved
      const {lastInsertRowid} = insert.run(rest.id, rest.timestamp, rest.author, digest)
      const transaction = {...rest, seq: Number(lastInsertRowid)}
      for (const [index, change] of transaction.changes.entries())
        saveChange(transaction.seq, change, packed[index] ?? pack(change))
      const kept = results && JSON.stringify(results.map(({id, operation}) => ({id, operation})))
      if (kept && kept !== JSON.stringify(changeResults(transaction.seq))) setResults.run(kept, transaction.seq)
      beforeCommit(transaction)
      return transaction
    })
  }

  /** Packs a change of what is stored, ahead of `save`: other requests may be answered in between, but no commit. */
  function pack({documentId, before, after, mutations, effects}: DocumentChange): PackedRow {
    const json = after && JSON.stringify(after)
    const packed = states.pack(documentId, Number.MAX_SAFE_INTEGER, {
      before: before && String(stored.get(documentId)?.json),
      after: json,
      mutations: JSON.stringify(mutations),
      effects: JSON.stringify(effects),
    })
    return {...packed, json}
  }

  function saveChange(seq: number, {documentId, before, after}: DocumentChange, row: PackedRow): void {
    if (after) put.run(documentId, after._type, row.json)
    else remove.run(documentId)
    insertChange.run(seq, documentId, before?._rev ?? null, row.after, row.chain, row.mutations, row.effects)
  }

  return {documents, find, save, pack}
}
