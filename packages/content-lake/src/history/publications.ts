import type {DatabaseSync} from 'node:sqlite'
import type {CanRead} from '../roles/canRead.ts'
import {ChangeStates} from '../store/ChangeStates.ts'
import type {LakeDocument} from '../types.ts'
import {limitHistory} from './limitHistory.ts'
import {placeholders} from './sql.ts'

/** A change of what the public reads. */
export interface Publication {
  time: string
  author: string
  documentId: string
  documentType: string
  kind: 'published' | 'changed' | 'removed'
  /** The revision that it made, the id of its transaction. */
  revision: string
}

interface PublicationsQuery {
  authors: string[] | undefined
  /** Both ends are included. */
  fromTime: string | undefined
  toTime: string | undefined
  /** Where the page before ended. */
  cursor: string | undefined
  limit: number
  /** Which states the client may read; undefined for all. */
  canRead: CanRead | undefined
}

/** Documents published, changed in public or unpublished, newest first, without assets. */
export function publications(
  database: DatabaseSync,
  {authors, fromTime, toTime, cursor, limit, canRead}: PublicationsQuery,
): {publications: Publication[]; nextCursor: string | undefined} {
  const clauses = ["instr(d.document_id, '.') = 0"]
  const values: (string | number)[] = []
  const add = (clause: string, ...more: (string | number)[]) => {
    clauses.push(clause)
    values.push(...more)
  }
  if (authors) add(`t.author IN (${placeholders(authors)})`, ...authors)
  if (fromTime !== undefined) add('t.timestamp >= ?', fromTime)
  if (toTime !== undefined) add('t.timestamp <= ?', toTime)
  if (cursor !== undefined) {
    const [seq, documentId = ''] = cursor.split(':')
    add('(d.seq < ? OR (d.seq = ? AND d.document_id > ?))', Number(seq) || 0, Number(seq) || 0, documentId)
  }
  const rows = database
    .prepare(
      `SELECT d.seq, t.id, t.timestamp, t.author, d.document_id, d.previous_rev IS NOT NULL AS existed,
         d.after IS NOT NULL AS "exists"
       FROM transactions t JOIN transaction_documents d USING (seq)
       WHERE ${clauses.join(' AND ')} ORDER BY d.seq DESC, d.document_id`,
    )
    .iterate(...values)
  const states = new ChangeStates(database, limitHistory().step)
  const found: Publication[] = []
  let last: string | undefined
  for (const row of rows) {
    const [documentId, at] = [String(row.document_id), Number(row.seq)]
    const isThere = row.exists === 1
    const json = isThere ? states.after(documentId, at) : states.before(documentId, at)
    if (json === null) continue
    const state: LakeDocument = JSON.parse(json)
    if (state._type.startsWith('sanity.') || canRead?.(state) === false) continue
    if (found.length === limit) return {publications: found, nextCursor: last}
    last = `${at}:${documentId}`
    found.push({
      ...{time: String(row.timestamp), author: String(row.author), documentId, documentType: state._type},
      kind: isThere ? (row.existed === 1 ? 'changed' : 'published') : 'removed',
      revision: String(row.id),
    })
  }
  return {publications: found, nextCursor: undefined}
}
