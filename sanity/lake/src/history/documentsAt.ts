import type {DatabaseSync} from 'node:sqlite'
import {publishedIdOf} from '../documents/documentIds.ts'
import type {LakeDocument} from '../types.ts'
import {findTransaction} from './sql.ts'

/** After a transaction, at a point in time (`now` for the present), or as each document last existed. */
export type Moment = {revision: string} | {time: string} | 'last'

/**
 * Documents as they were; those that did not exist then are left out.
 *
 * After a publish the draft is gone, and the Studio asks for one id and takes the first answer: a single draft that
 * did not exist at a revision is answered with its published document. When it asks for both, it wants the one that
 * this very revision wrote, which comes first.
 */
export function documentsAt(database: DatabaseSync, ids: string[], moment: Moment): LakeDocument[] {
  const known = moment !== 'last' && 'revision' in moment ? findTransaction(database, moment.revision) : undefined
  const stateOf = stateReader(database, moment, known?.seq ?? 0)
  const found = ids.map(stateOf).filter((document) => document !== undefined)
  if (moment === 'last' || !('revision' in moment)) return found
  const [only] = ids
  if (found.length === 0 && ids.length === 1 && only !== undefined) {
    const published = stateOf(publishedIdOf(only))
    return published ? [published] : []
  }
  return found.toSorted((a, b) => Number(b._rev === known?.id) - Number(a._rev === known?.id))
}

type StateReader = (id: string) => LakeDocument | undefined

function stateReader(database: DatabaseSync, moment: Moment, seq: number): StateReader {
  const select = 'SELECT d.after FROM transaction_documents d'
  const newest = 'ORDER BY d.seq DESC LIMIT 1'
  if (moment === 'last') {
    const statement = database.prepare(`${select} WHERE d.document_id = ? AND d.after IS NOT NULL ${newest}`)
    return (id) => parseState(statement.get(id))
  }
  if ('revision' in moment) {
    const statement = database.prepare(`${select} WHERE d.document_id = ? AND d.seq <= ? ${newest}`)
    return (id) => parseState(statement.get(id, seq))
  }
  const statement = database.prepare(
    `${select} JOIN transactions t USING (seq) WHERE d.document_id = ? AND t.timestamp <= ? ${newest}`,
  )
  // As text, every timestamp comes before the word "now".
  return (id) => parseState(statement.get(id, moment.time))
}

function parseState(row: Record<string, unknown> | undefined): LakeDocument | undefined {
  return typeof row?.after === 'string' ? JSON.parse(row.after) : undefined
}
