import type {DatabaseSync, SQLOutputValue} from 'node:sqlite'
import {publishedIdOf, releaseIdOf, versionIdOf} from '../documentIds.ts'
import type {Work} from '../documents/work.ts'
import type {LakeDocument} from '../types.ts'
import {type EventQuery, type HistoryLimit, parseCursor, readableStates, sequenceNumbers} from './readHistory.ts'

type EventBody =
  | {type: 'createRelease' | 'unscheduleRelease' | 'publishRelease' | 'archiveRelease' | 'unarchiveRelease'}
  | {type: 'scheduleRelease'; publishAt: string}
  | {type: 'addDocumentToRelease'; documentId: string; versionId: string; revisionId: string; versionRevisionId: string}
  | {type: 'discardDocumentFromRelease'; documentId: string; versionId: string; versionRevisionId: string}

type ReleaseEvent = EventBody & {releaseName: string; timestamp: string; author: string}

interface Change {
  id: string
  transactionId: string
  before: LakeDocument | null
  after: LakeDocument | null
}

/** Events of a release, newest first. Publishing or archiving all of its documents is one event. */
export function* releaseEvents(
  database: DatabaseSync,
  name: string,
  {limit: length, cursor, canRead}: EventQuery,
  limit: HistoryLimit,
): Work<{events: ReleaseEvent[]; nextCursor: string}> {
  const states = readableStates(database, limit, canRead)
  // Ids of versions are those between the prefix and the character after its dot.
  const named = '(d.document_id = ? OR (d.document_id >= ? AND d.document_id < ?))'
  const transactions = sequenceNumbers(database, {
    where: `${named} AND (d.document_id = ? OR d.previous_rev IS NULL OR d.after IS NULL)`,
    values: [...namesOf(name), releaseIdOf(name)],
    beyond: parseCursor(database, cursor),
  })
  const ofTransaction = database.prepare(
    `SELECT d.document_id, t.id, t.timestamp, t.author
     FROM transaction_documents d JOIN transactions t USING (seq)
     WHERE seq = ? AND ${named}`,
  )
  const events: ReleaseEvent[] = []
  let last = ''
  for (const seq of transactions) {
    const rows = ofTransaction.all(seq, ...namesOf(name))
    const changeOf = (change: Record<string, SQLOutputValue>): Change => {
      const id = String(change.document_id)
      return {id, transactionId: String(change.id), before: states.before(id, seq), after: states.after(id, seq)}
    }
    const release = rows.find(({document_id}) => document_id === releaseIdOf(name))
    const event = release && stateEvent(changeOf(release))
    // A transaction that changes the state of the release is about all of its documents, which are not read then.
    const isBulk = event !== undefined && event.type !== 'createRelease' && event.type !== 'scheduleRelease'
    const found: EventBody[] = []
    for (const version of isBulk ? [] : rows) {
      found.push(...versionEvents(changeOf(version), name))
      yield
    }
    if (event) found.push(event)
    if (found.length === 0) continue
    if (events.length >= length) return {events, nextCursor: last}
    const base = {releaseName: name, timestamp: String(rows[0]?.timestamp), author: String(rows[0]?.author)}
    for (const what of found) events.push({...base, ...what})
    last = String(rows[0]?.id)
  }
  return {events, nextCursor: ''}
}

const namesOf = (name: string): [string, string, string] => {
  const prefix = versionIdOf('', name)
  return [releaseIdOf(name), prefix, `${prefix.slice(0, -1)}/`]
}

function stateEvent({before, after}: Change): EventBody | undefined {
  if (!after) return undefined
  if (!before) return {type: 'createRelease'}
  if (after.state === 'scheduled') {
    const publishAt = String(after.publishAt)
    return before.state === 'scheduled' && before.publishAt === publishAt
      ? undefined
      : {type: 'scheduleRelease', publishAt}
  }
  if (before.state === after.state) return undefined
  if (after.state === 'published') return {type: 'publishRelease'}
  if (after.state === 'archived') return {type: 'archiveRelease'}
  return {type: before.state === 'archived' ? 'unarchiveRelease' : 'unscheduleRelease'}
}

function versionEvents({id, transactionId, before, after}: Change, name: string): EventBody[] {
  if (id === releaseIdOf(name) || (before !== null) === (after !== null)) return []
  const place = {documentId: publishedIdOf(id), versionId: id}
  return before
    ? [{type: 'discardDocumentFromRelease', ...place, versionRevisionId: before._rev}]
    : [{type: 'addDocumentToRelease', ...place, revisionId: transactionId, versionRevisionId: transactionId}]
}
