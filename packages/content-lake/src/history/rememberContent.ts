import type {DatabaseSync} from 'node:sqlite'
import {effectsBetween} from '../mendoza/encode.ts'
import type {DocumentStore} from '../store/DocumentStore.ts'
import {inTransaction} from '../store/openDatabase.ts'
import type {DocumentChange, LakeDocument, Transaction} from '../types.ts'

/** Tables that hold more than transactions and documents, and are copied whole. */
const COPIED = ['key_values', 'kept_values', 'webhook_deliveries'] as const

/**
 * Remembers content, history, the Studio's settings and pending webhooks. Returns a function that restores them in one
 * database transaction, and returns what it changed for listeners, as a transaction that the history does not have;
 * undefined if no document differs. Sequence numbers go on rising. The history before must not be compacted meanwhile.
 */
export function rememberContent(
  database: DatabaseSync,
  documents: DocumentStore,
): (timestamp: string) => Transaction | undefined {
  const kept = new Map(Array.from(documents.all(), (document) => [document._id, document]))
  const last = Number(database.prepare('SELECT max(seq) AS last FROM transactions').get()?.last ?? 0)
  for (const table of COPIED) {
    database.exec(`DROP TABLE IF EXISTS temp.kept_${table}; CREATE TEMP TABLE kept_${table} AS SELECT * FROM ${table};`)
  }
  const forget = `
    DELETE FROM transaction_documents WHERE seq > ${last};
    DELETE FROM transactions WHERE seq > ${last};
    ${COPIED.map((table) => `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM temp.kept_${table};`).join('\n')}`
  const put = database.prepare('INSERT OR REPLACE INTO documents (id, type, json) VALUES (?, ?, ?)')
  const remove = database.prepare('DELETE FROM documents WHERE id = ?')
  const number = database.prepare("INSERT INTO transactions (id, timestamp, author) VALUES (?, ?, 'reset')")

  return (timestamp) => {
    const changes = differences(documents, kept)
    const id = `reset-${crypto.randomUUID()}`
    const seq = inTransaction(database, () => {
      // Uses up a sequence number for the event, and deletes its row at once.
      const taken = Number(number.run(id, timestamp).lastInsertRowid)
      database.exec(forget)
      for (const {documentId, after} of changes) {
        if (after) put.run(documentId, after._type, JSON.stringify(after))
        else remove.run(documentId)
      }
      return taken
    })
    if (changes.length === 0) return undefined
    documents.apply(changes.map(({documentId, after}) => [documentId, after]))
    return {seq, id, timestamp, author: 'reset', changes}
  }
}

/** Stored documents are immutable: one that is the same object has not changed. */
function differences(documents: DocumentStore, kept: ReadonlyMap<string, LakeDocument>): DocumentChange[] {
  const changes: DocumentChange[] = []
  for (const before of documents.all()) {
    const after = kept.get(before._id) ?? null
    if (after === before) continue
    const mutations = after ? [{createOrReplace: after}] : [{delete: {id: before._id}}]
    changes.push({documentId: before._id, before, after, mutations, effects: effectsBetween(before, after)})
  }
  for (const after of kept.values()) {
    if (documents.has(after._id)) continue
    const effects = effectsBetween(null, after)
    changes.push({documentId: after._id, before: null, after, mutations: [{create: after}], effects})
  }
  return changes
}
