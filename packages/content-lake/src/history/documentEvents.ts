import type {DatabaseSync, SQLOutputValue} from 'node:sqlite'
import {draftIdOf, isVersionId, publishedIdOf, releaseOfVersion} from '../documentIds.ts'
import type {Work} from '../documents/work.ts'
import type {CanRead} from '../roles/canRead.ts'
import {
  limitHistory,
  parseCursor,
  placeholders,
  type ReadableStates,
  readableStates,
  sequenceNumbers,
} from './readHistory.ts'
import {releasedVersions} from './releasedVersion.ts'

/** A transaction's change of one document in a group (published, draft, versions). */
interface LifecycleChange {
  documentId: string
  existed: boolean
  exists: boolean
  /** The previous revision; empty for a created document. */
  previousRevision: string
}

interface LifecycleTransaction {
  seq: number
  id: string
  timestamp: string
  author: string
  changes: LifecycleChange[]
}

interface EventBase {
  documentId: string
  timestamp: string
  author: string
}

interface VersionReference {
  versionId: string
  versionRevisionId: string
  releaseId?: string
}

export type DocumentEvent = EventBase &
  (
    | ({type: 'createDocumentVersion' | 'deleteDocumentVersion' | 'unpublishDocument'} & VersionReference)
    | ({type: 'publishDocumentVersion'; revisionId: string; publishCause: PublishCause} & VersionReference)
    | {type: 'createLiveDocument' | 'updateLiveDocument'; revisionId: string}
    | {type: 'deleteDocumentGroup'}
  )

type PublishCause = 'document.publish' | 'release.publish'

/**
 * Classifies a transaction by which documents of the group it created and deleted. `draftRemains`: whether an untouched
 * draft exists.
 */
function classifyTransaction(
  transaction: LifecycleTransaction,
  publishedId: string,
  draftRemains: () => boolean,
): DocumentEvent | undefined {
  const base: EventBase = {documentId: publishedId, timestamp: transaction.timestamp, author: transaction.author}
  // A deleted version is identified by its last revision.
  const old = ({documentId, previousRevision}: LifecycleChange) => reference(documentId, previousRevision)
  const created = (versionId: string) => reference(versionId, transaction.id)
  const live = transaction.changes.find((change) => change.documentId === publishedId)
  const version = transaction.changes.find((change) => change !== live)

  if (live?.exists) {
    if (version?.existed) {
      const publishCause = releaseOfVersion(version.documentId) ? 'release.publish' : 'document.publish'
      return {...base, type: 'publishDocumentVersion', revisionId: transaction.id, publishCause, ...old(version)}
    }
    return {...base, type: live.existed ? 'updateLiveDocument' : 'createLiveDocument', revisionId: transaction.id}
  }
  if (live) {
    if (version?.exists) return {...base, type: 'unpublishDocument', ...created(version.documentId)}
    if (version || !draftRemains()) return {...base, type: 'deleteDocumentGroup'}
    return {...base, type: 'unpublishDocument', ...created(draftIdOf(publishedId))}
  }
  if (!version) return undefined
  if (version.exists) return {...base, type: 'createDocumentVersion', ...created(version.documentId)}
  return {...base, type: 'deleteDocumentVersion', ...old(version)}
}

function reference(versionId: string, versionRevisionId: string): VersionReference {
  const releaseId = releaseOfVersion(versionId)
  return {...(releaseId !== undefined && {releaseId}), versionId, versionRevisionId}
}

interface EventPage {
  events: DocumentEvent[]
  /** Empty on the last page. */
  nextCursor: string
}

/**
 * Lifecycle events of a document: created, published, unpublished, deleted. Not edits of a draft, which the Studio
 * derives from the transaction log.
 */
export function* documentEvents(
  database: DatabaseSync,
  id: string,
  {limit: length, cursor, canRead}: {limit: number; cursor: string | undefined; canRead?: CanRead | undefined},
  limit = limitHistory(),
): Work<EventPage> {
  const published = publishedIdOf(id)
  const ids = [...new Set([published, draftIdOf(published), id])]
  const events: DocumentEvent[] = []
  let last = ''
  const releasedBy = releasedVersions(database)
  const states = readableStates(database, limit, canRead)
  const isSeen: IsSeen = (versionId, seq) => !canRead || states.before(versionId, seq) !== null
  const group: Group = {database, states, published, ids, canRead}
  const transactionAt = lifecycle(group)
  for (const seq of transactionsOf(group, parseCursor(database, cursor))) {
    yield
    const found = transactionAt(seq)
    if (!found) continue
    const transaction = withRelease(found, published, {releasedBy, isSeen})
    const draftRemains = () => states.after(draftIdOf(published), transaction.seq) !== null
    const event = classifyTransaction(transaction, published, draftRemains)
    if (!event || (isVersionId(id) && 'versionId' in event && event.versionId !== id)) continue
    // As in hosted Sanity, a draft or a version has no event for the end of another one. The Studio then shows what was
    // published last.
    if (event.type === 'deleteDocumentGroup' && !transaction.changes.some(({documentId}) => documentId === id)) continue
    if (events.length === length) return {events, nextCursor: last}
    events.push(event)
    last = transaction.id
  }
  return {events, nextCursor: ''}
}

type IsSeen = (versionId: string, seq: number) => boolean

/** Adds the version that a release has published, which is not among the documents that were asked for. */
function withRelease(
  transaction: LifecycleTransaction,
  published: string,
  {releasedBy, isSeen}: {releasedBy: ReturnType<typeof releasedVersions>; isSeen: IsSeen},
): LifecycleTransaction {
  if (!transaction.changes.some(({documentId, exists}) => documentId === published && exists)) return transaction
  const version = releasedBy(published, transaction.seq)
  if (!version || !isSeen(version.versionId, transaction.seq)) return transaction
  const {versionId: documentId, revision: previousRevision} = version
  return {
    ...transaction,
    changes: [{documentId, existed: true, exists: false, previousRevision}, ...transaction.changes],
  }
}

/** A document with its draft and versions. */
interface Group {
  database: DatabaseSync
  states: ReadableStates
  published: string
  ids: string[]
  canRead: CanRead | undefined
}

/** Transactions that created or deleted a version, or changed the published document. Newest first. */
function transactionsOf({database, published, ids, canRead}: Group, beyond: number): Generator<number> {
  const named = `d.document_id IN (${placeholders(ids)})`
  const where = canRead ? named : `${named} AND (d.document_id = ? OR d.previous_rev IS NULL OR d.after IS NULL)`
  return sequenceNumbers(database, {where, values: [...ids, ...(canRead ? [] : [published])], beyond})
}

/** Reads what a transaction did to a group; undefined if it only edited. */
function lifecycle({database, states, published, ids, canRead}: Group) {
  const changesOf = database.prepare(
    `SELECT seq, t.id, t.timestamp, t.author, d.document_id, d.previous_rev IS NOT NULL AS existed,
       d.after IS NOT NULL AS "exists", d.previous_rev
     FROM transaction_documents d JOIN transactions t USING (seq)
     WHERE seq = ? AND d.document_id IN (${placeholders(ids)}) ORDER BY d.document_id`,
  )
  return (seq: number): LifecycleTransaction | undefined => {
    const rows = changesOf.all(seq, ...ids)
    const [first] = rows
    // The columns tell which states exist, unless some are unreadable.
    const changes = rows
      .map((row) => (canRead ? seenChange(row, states) : knownChange(row)))
      .filter(({documentId, existed, exists}) => existed !== exists || (exists && documentId === published))
    if (!first || changes.length === 0) return undefined
    return {seq, id: String(first.id), timestamp: String(first.timestamp), author: String(first.author), changes}
  }
}

type Row = Record<string, SQLOutputValue>

const knownChange = (row: Row): LifecycleChange => ({
  documentId: String(row.document_id),
  existed: row.existed === 1,
  exists: row.exists === 1,
  previousRevision: String(row.previous_rev ?? ''),
})

/** Unreadable states count as missing. */
function seenChange(row: Row, states: ReadableStates): LifecycleChange {
  const [documentId, seq] = [String(row.document_id), Number(row.seq)]
  const [before, after] = [states.before(documentId, seq), states.after(documentId, seq)]
  return {
    documentId,
    existed: before !== null,
    exists: after !== null,
    previousRevision: before?._rev ?? '',
  }
}
