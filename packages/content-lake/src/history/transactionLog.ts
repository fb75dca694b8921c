import type {DatabaseSync, SQLInputValue, SQLOutputValue} from 'node:sqlite'
import {type CanRead, readableChange} from '../roles/canRead.ts'
import {ChangeStates} from '../store/ChangeStates.ts'
import type {DocumentChange, Mutation} from '../types.ts'
import {findTransaction, type HistoryLimit, limitHistory, placeholders} from './readHistory.ts'

interface TransactionLogQuery {
  documentIds: string[]
  fromTransaction: string | undefined
  toTransaction: string | undefined
  fromTime: string | undefined
  toTime: string | undefined
  authors: string[] | undefined
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
export function transactionLog(database: DatabaseSync, query: TransactionLogQuery): TransactionLogEntry[] {
  const {where, values} = conditions(database, query)
  const {canRead, limit: length} = query
  const direction = query.newestFirst ? 'DESC' : 'ASC'
  const wanted = [query.effects && 'effects', query.mutations && 'mutations']
    .map((column) => (column ? `, d.${column}` : ''))
    .join('')
  const others = query.identifiedOnly ? `WHERE d.document_id IN (${placeholders(query.documentIds)})` : ''
  const rows = database
    .prepare(
      `WITH page AS (
         SELECT DISTINCT t.seq, t.id, t.timestamp, t.author
         FROM transaction_documents d JOIN transactions t USING (seq)
         WHERE ${where} ORDER BY t.seq ${direction} LIMIT ?)
       SELECT page.*, d.document_id${wanted}
       FROM page JOIN transaction_documents d USING (seq) ${others}
       ORDER BY page.seq ${direction}, d.rowid`,
    )
    // Unreadable changes do not count towards the limit, which would reveal their number.
    .iterate(...values, canRead ? -1 : length, ...(query.identifiedOnly ? query.documentIds : []))

  const limit = limitHistory()
  const states = new ChangeStates(database, limit.step)
  const entries: TransactionLogEntry[] = []
  let entry: TransactionLogEntry | undefined
  // Without a readable change, the transaction's author and time stay hidden, too.
  const isMeant = ({documentIDs}: TransactionLogEntry) => documentIDs.some((id) => query.documentIds.includes(id))
  for (const row of rows) {
    const id = String(row.id)
    if (entry?.id !== id) {
      if (entry && isMeant(entry)) entries.push(entry)
      if (entries.length === length) return entries
      entry = newEntry(id, String(row.timestamp), String(row.author), query)
    }
    const change = seenOf(row, {states, limit}, query)
    if (!change) continue
    entry.documentIDs.push(change.documentId)
    if (entry.effects) entry.effects[change.documentId] = change.effects
    entry.mutations?.push(...change.mutations)
  }
  return entry && isMeant(entry) ? [...entries, entry] : entries
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
  const entry: SeenChange = {documentId, mutations: detail(row.mutations) ?? [], effects: detail(row.effects) ?? null}
  if (!canRead) return entry
  const [before, after] = [states.before(documentId, seq), states.after(documentId, seq)].map((json) =>
    json === null ? null : JSON.parse(json),
  )
  return readableChange({...entry, before, after}, canRead)
}

function newEntry(id: string, timestamp: string, author: string, query: TransactionLogQuery): TransactionLogEntry {
  return {
    id,
    timestamp,
    author,
    documentIDs: [],
    ...(query.effects && {effects: {}}),
    ...(query.mutations && {mutations: []}),
  }
}

function conditions(database: DatabaseSync, query: TransactionLogQuery): {where: string; values: SQLInputValue[]} {
  const clauses = [`d.document_id IN (${placeholders(query.documentIds)})`]
  const values: SQLInputValue[] = [...query.documentIds]
  const add = (clause: string, ...more: SQLInputValue[]) => {
    clauses.push(clause)
    values.push(...more)
  }
  // An unknown transaction is older than all known ones: a log only loses its beginning.
  if (query.fromTransaction !== undefined) add('d.seq >= ?', findTransaction(database, query.fromTransaction)?.seq ?? 0)
  if (query.toTransaction !== undefined) add('d.seq <= ?', findTransaction(database, query.toTransaction)?.seq ?? 0)
  if (query.fromTime !== undefined) add('t.timestamp >= ?', query.fromTime)
  if (query.toTime !== undefined) add('t.timestamp <= ?', query.toTime)
  if (query.authors) add(`t.author IN (${placeholders(query.authors)})`, ...query.authors)
  return {where: clauses.join(' AND '), values}
}
