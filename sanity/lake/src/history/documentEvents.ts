import type {DatabaseSync} from 'node:sqlite'
import {draftIdOf, isVersionId, publishedIdOf} from '../documents/documentIds.ts'
import {badRequest} from '../http/errors.ts'
import {
  classifyTransaction,
  type DocumentEvent,
  type LifecycleChange,
  type LifecycleTransaction,
} from './classifyTransaction.ts'
import {placeholders} from './sql.ts'

export interface EventPage {
  /** Newest first. */
  events: DocumentEvent[]
  /** Empty on the last page. */
  nextCursor: string
}

/**
 * The life of a document: created, published, unpublished, deleted. Edits of a draft are not events; the Studio
 * derives them from the transaction log.
 */
export function documentEvents(
  database: DatabaseSync,
  id: string,
  {limit, cursor}: {limit: number; cursor: string | undefined},
): EventPage {
  const published = publishedIdOf(id)
  const ids = [...new Set([published, draftIdOf(published), id])]
  const events: DocumentEvent[] = []
  for (const transaction of lifecycle(database, published, ids, parseCursor(cursor))) {
    const draftRemains = () => existed(database, draftIdOf(published), transaction.seq)
    const event = classifyTransaction(transaction, published, draftRemains)
    if (!event || (isVersionId(id) && 'versionId' in event && event.versionId !== id)) continue
    if (events.length === limit) return {events, nextCursor: String(transaction.seq + 1)}
    events.push(event)
  }
  return {events, nextCursor: ''}
}

function parseCursor(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER
  if (!/^\d{1,15}$/.test(cursor)) throw badRequest('"nextCursor" must be one that an earlier answer gave')
  return Number(cursor)
}

/** Transactions in which a version came or went, or the published document changed at all. Newest first. */
function* lifecycle(
  database: DatabaseSync,
  published: string,
  ids: string[],
  before: number,
): Generator<LifecycleTransaction> {
  const rows = database
    .prepare(
      `SELECT seq, t.id, t.timestamp, t.author, d.document_id, d.before IS NOT NULL AS existed,
         d.after IS NOT NULL AS "exists", json_extract(d.before, '$._rev') AS previous_rev
       FROM transaction_documents d JOIN transactions t USING (seq)
       WHERE d.document_id IN (${placeholders(ids)}) AND seq < ?
         AND (d.document_id = ? OR d.before IS NULL OR d.after IS NULL)
       ORDER BY seq DESC`,
    )
    .iterate(...ids, before, published)
  let current: LifecycleTransaction | undefined
  for (const row of rows) {
    const seq = Number(row.seq)
    if (current?.seq !== seq) {
      if (current) yield current
      current = {seq, id: String(row.id), timestamp: String(row.timestamp), author: String(row.author), changes: []}
    }
    const change: LifecycleChange = {
      documentId: String(row.document_id),
      existed: row.existed === 1,
      exists: row.exists === 1,
      previousRevision: String(row.previous_rev ?? ''),
    }
    current.changes.push(change)
  }
  if (current) yield current
}

function existed(database: DatabaseSync, id: string, seq: number): boolean {
  const row = database
    .prepare(
      'SELECT after IS NOT NULL AS "exists" FROM transaction_documents WHERE document_id = ? AND seq <= ? ORDER BY seq DESC LIMIT 1',
    )
    .get(id, seq)
  return row?.exists === 1
}
