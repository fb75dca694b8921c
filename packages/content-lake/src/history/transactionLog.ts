import type {DatabaseSync, SQLOutputValue} from 'node:sqlite'
import type {Work} from '../documents/work.ts'
import {type CanRead, readableChange} from '../roles/canRead.ts'
import {ChangeStates} from '../store/ChangeStates.ts'
import type {DocumentChange, Mutation} from '../types.ts'
import {
  type ChangeFilter,
  conditionOf,
  findTransaction,
  type HistoryLimit,
  limitHistory,
  placeholders,
  sequenceNumbers,
} from './readHistory.ts'

interface TransactionLogQuery extends ChangeFilter {
  documentIds: string[]
  fromTransaction: string | undefined
  toTransaction: string | undefined
  newestFirst: boolean
  limit: number
  /** Leave out changes of other documents in the same transactions. */
  identifiedOnly: boolean
  effects: boolean
  mutations: boolean
  /** The states that the client may read; undefined for all. */
  canRead?: CanRead | undefined
}

export interface TransactionLogEntry {
  id: string
  timestamp: string
  author: string
  documentIDs: string[]
  effects?: Record<string, DocumentChange['effects']>
  mutations?: Mutation[]
}

/** The transactions that touched any of the documents, with the readable part of their changes. */
export function* transactionLog(
  database: DatabaseSync,
  query: TransactionLogQuery,
  limit = limitHistory(),
): Work<TransactionLogEntry[]> {
  const {documentIds, identifiedOnly} = query
  const states = new ChangeStates(database, limit.step)
  const changes = database.prepare(
    `SELECT t.id, t.timestamp, t.author, d.document_id, d.rowid AS change
     FROM transaction_documents d JOIN transactions t USING (seq)
     WHERE seq = ? ${identifiedOnly ? `AND d.document_id IN (${placeholders(documentIds)})` : ''} ORDER BY d.rowid`,
  )
  const wanted = [query.effects && ', effects', query.mutations && ', mutations'].filter(Boolean).join('')
  const details = database.prepare(`SELECT seq, document_id${wanted} FROM transaction_documents WHERE rowid = ?`)
  const entries: TransactionLogEntry[] = []
  for (const seq of transactionsOf(database, query)) {
    if (entries.length === query.limit) break
    let entry: TransactionLogEntry | undefined
    for (const row of changes.all(seq, ...(identifiedOnly ? documentIds : []))) {
      entry ??= {
        ...{id: String(row.id), timestamp: String(row.timestamp), author: String(row.author), documentIDs: []},
        ...(query.effects && {effects: {}}),
        ...(query.mutations && {mutations: []}),
      }
      const found = details.get(Number(row.change))
      const change = found && seenOf(found, {states, limit}, query)
      if (change) {
        entry.documentIDs.push(change.documentId)
        if (entry.effects) entry.effects[change.documentId] = change.effects
        entry.mutations?.push(...change.mutations)
      }
      yield
    }
    // Without a readable change, the transaction's author and time stay hidden, too.
    if (entry?.documentIDs.some((id) => documentIds.includes(id))) entries.push(entry)
  }
  return entries
}

type SeenChange = Pick<DocumentChange, 'documentId' | 'mutations' | 'effects'>

/** The readable part of a row: with restricted roles, its states decide. */
function seenOf(
  row: Record<string, SQLOutputValue>,
  {states, limit}: {states: ChangeStates; limit: HistoryLimit},
  {canRead}: Pick<TransactionLogQuery, 'canRead'>,
): SeenChange | null {
  const [documentId, seq] = [String(row.document_id), Number(row.seq)]
  const detail = (packed: SQLOutputValue | undefined) => {
    if (packed === undefined) return undefined
    const text = states.detail(packed, documentId, seq)
    limit.take(text.length)
    return JSON.parse(text)
  }
  const change: SeenChange = {documentId, mutations: detail(row.mutations) ?? [], effects: detail(row.effects) ?? null}
  if (!canRead) return change
  const [before, after] = [states.before(documentId, seq), states.after(documentId, seq)]
  return readableChange({...change, before, after}, canRead)
}

/** The sequence numbers of the transactions that the query is about. */
function transactionsOf(database: DatabaseSync, query: TransactionLogQuery): Generator<number> {
  const {documentIds, fromTransaction, toTransaction, newestFirst} = query
  // An unknown transaction is older than all known ones: a log only loses its beginning.
  const seqOf = (id: string) => findTransaction(database, id)?.seq ?? 0
  const condition = conditionOf(
    query,
    [`d.document_id IN (${placeholders(documentIds)})`, ...documentIds],
    fromTransaction !== undefined && ['d.seq >= ?', seqOf(fromTransaction)],
    toTransaction !== undefined && ['d.seq <= ?', seqOf(toTransaction)],
  )
  return sequenceNumbers(database, {...condition, oldestFirst: !newestFirst})
}
