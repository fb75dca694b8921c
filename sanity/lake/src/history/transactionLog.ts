import type {DatabaseSync, SQLInputValue} from 'node:sqlite'
import type {DocumentChange, Mutation} from '../types.ts'
import {findTransaction, placeholders} from './sql.ts'

export interface TransactionLogQuery {
  documentIds: string[]
  /** Both ends are included. */
  fromTransaction: string | undefined
  toTransaction: string | undefined
  fromTime: string | undefined
  toTime: string | undefined
  authors: string[] | undefined
  newestFirst: boolean
  limit: number
  /** Leave out what the same transactions did to other documents. */
  identifiedOnly: boolean
  effects: boolean
  mutations: boolean
}

export interface TransactionLogEntry {
  id: string
  timestamp: string
  author: string
  documentIDs: string[]
  effects?: Record<string, DocumentChange['effects']>
  mutations?: Mutation[]
}

/** The transactions that touched any of the documents. */
export function transactionLog(database: DatabaseSync, query: TransactionLogQuery): TransactionLogEntry[] {
  const {where, values} = conditions(database, query)
  const direction = query.newestFirst ? 'DESC' : 'ASC'
  const others = query.identifiedOnly ? `WHERE d.document_id IN (${placeholders(query.documentIds)})` : ''
  const rows = database
    .prepare(
      `WITH page AS (
         SELECT DISTINCT t.seq, t.id, t.timestamp, t.author
         FROM transaction_documents d JOIN transactions t USING (seq)
         WHERE ${where} ORDER BY t.seq ${direction} LIMIT ?)
       SELECT page.*, d.document_id, d.effects, d.mutations
       FROM page JOIN transaction_documents d USING (seq) ${others}
       ORDER BY page.seq ${direction}, d.rowid`,
    )
    .all(...values, query.limit, ...(query.identifiedOnly ? query.documentIds : []))

  const entries = new Map<string, TransactionLogEntry>()
  for (const row of rows) {
    const [id, documentId] = [String(row.id), String(row.document_id)]
    const entry = entries.get(id) ?? newEntry(id, String(row.timestamp), String(row.author), query)
    entries.set(id, entry)
    entry.documentIDs.push(documentId)
    if (entry.effects) entry.effects[documentId] = JSON.parse(String(row.effects))
    entry.mutations?.push(...JSON.parse(String(row.mutations)))
  }
  return [...entries.values()]
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
  // A transaction that is no longer known is older than all that are: a log can only lose its beginning.
  if (query.fromTransaction !== undefined) add('d.seq >= ?', findTransaction(database, query.fromTransaction)?.seq ?? 0)
  if (query.toTransaction !== undefined) add('d.seq <= ?', findTransaction(database, query.toTransaction)?.seq ?? 0)
  if (query.fromTime !== undefined) add('t.timestamp >= ?', query.fromTime)
  if (query.toTime !== undefined) add('t.timestamp <= ?', query.toTime)
  if (query.authors) add(`t.author IN (${placeholders(query.authors)})`, ...query.authors)
  return {where: clauses.join(' AND '), values}
}
