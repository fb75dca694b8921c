import type {DatabaseSync} from 'node:sqlite'
import {isVersionId, publishedIdOf} from '../documentIds.ts'
import {finish, type Work} from '../documents/work.ts'
import type {CanRead} from '../roles/canRead.ts'
import {ChangeStates} from '../store/ChangeStates.ts'
import type {LakeDocument} from '../types.ts'
import {findTransaction, type HistoryLimit} from './readHistory.ts'

/** A revision, a time (`now` for the present), or each document's last state. */
type Moment = {revision: string} | {time: string} | 'last'

/**
 * Past states of documents; those that did not exist or are unreadable are left out. After a publish the draft is gone,
 * and the Studio asks for one id and takes the first result: a single draft that did not exist at a revision falls back
 * to its published document. When it asks for both, it wants the one that this revision wrote, so that comes first.
 */
export function* readDocumentsAt(
  database: DatabaseSync,
  ids: string[],
  moment: Moment,
  canRead: CanRead = () => true,
  limit?: HistoryLimit,
): Work<LakeDocument[]> {
  const known = moment !== 'last' && 'revision' in moment ? findTransaction(database, moment.revision) : undefined
  const read = stateReader(database, moment, known?.seq ?? 0, limit)
  const stateOf: StateReader = (id) => {
    const state = read(id)
    return state && canRead(state) ? state : undefined
  }
  const found: LakeDocument[] = []
  for (const id of ids) {
    const state = stateOf(id)
    if (state) found.push(state)
    yield
  }
  if (moment === 'last') return found.map(withPublishingRevision(database))
  if (!('revision' in moment)) return found
  const [only] = ids
  if (found.length === 0 && ids.length === 1 && only !== undefined) {
    const published = stateOf(publishedIdOf(only))
    return published ? [published] : []
  }
  return found.toSorted((a, b) => Number(b._rev === known?.id) - Number(a._rev === known?.id))
}

/** Reads past states at once. */
export const documentsAt = (database: DatabaseSync, ids: string[], moment: Moment): LakeDocument[] =>
  finish(readDocumentsAt(database, ids, moment))

/** Gives a published version the revision of its publication, before which the Studio looks to revert. */
function withPublishingRevision(database: DatabaseSync): (document: LakeDocument) => LakeDocument {
  const publication = database.prepare(
    `SELECT t.id FROM transaction_documents v JOIN transactions t USING (seq)
     JOIN transaction_documents p ON p.seq = v.seq AND p.document_id = ?
     WHERE v.document_id = ? AND v.after IS NULL
       AND v.seq = (SELECT max(seq) FROM transaction_documents WHERE document_id = ?)`,
  )
  return (document) => {
    if (!isVersionId(document._id)) return document
    const row = publication.get(publishedIdOf(document._id), document._id, document._id)
    return row === undefined ? document : {...document, _rev: String(row.id)}
  }
}

type StateReader = (id: string) => LakeDocument | undefined

/** `seq`: the number of the transaction if the moment is a revision. */
function stateReader(database: DatabaseSync, moment: Moment, seq: number, limit?: HistoryLimit): StateReader {
  const states = new ChangeStates(database, limit?.step)
  const [condition, ...values] = conditionAt(moment, seq)
  const lastChange = database.prepare(
    `SELECT d.seq FROM transaction_documents d JOIN transactions t USING (seq)
     WHERE d.document_id = ? AND ${condition} ORDER BY d.seq DESC LIMIT 1`,
  )
  return (id) => {
    const row = lastChange.get(id, ...values)
    const json = row === undefined ? null : states.text(id, Number(row.seq))
    limit?.take(json?.length ?? 0)
    return json === null ? undefined : JSON.parse(json)
  }
}

/** Returns the SQL condition for changes that count at a moment, with its values. */
function conditionAt(moment: Moment, seq: number): [condition: string, ...values: (string | number)[]] {
  if (moment === 'last') return ['d.after IS NOT NULL']
  // Every timestamp sorts before the text "now".
  return 'revision' in moment ? ['d.seq <= ?', seq] : ['t.timestamp <= ?', moment.time]
}
