import type {DatabaseSync, SQLOutputValue} from 'node:sqlite'
import {draftIdOf, isVersionId, publishedIdOf, releaseOfVersion} from '../documentIds.ts'
import type {Work} from '../documents/work.ts'
import {
  type EventQuery,
  limitHistory,
  parseCursor,
  placeholders,
  type ReadableStates,
  readableStates,
  releasedVersions,
  sequenceNumbers,
} from './readHistory.ts'

/** A transaction's change of one document in a group (published, draft, versions). */
interface LifecycleChange {
  documentId: string
  existed: boolean
  exists: boolean
  /** The previous revision; empty for a created document. */
  previousRevision: string
}

interface VersionReference {
  versionId: string
  versionRevisionId: string
  releaseId?: string
}

type EventBody =
  | ({type: 'createDocumentVersion' | 'deleteDocumentVersion' | 'unpublishDocument'} & VersionReference)
  | ({type: 'publishDocumentVersion'; revisionId: string; publishCause: string} & VersionReference)
  | {type: 'createLiveDocument' | 'updateLiveDocument'; revisionId: string}
  | {type: 'deleteDocumentGroup'}

export type DocumentEvent = EventBody & {documentId: string; timestamp: string; author: string}

/** Classifies a transaction by what it created and deleted. `draftRemains`: whether an untouched draft exists. */
function classifyTransaction(
  {id, changes}: {id: string; changes: LifecycleChange[]},
  publishedId: string,
  draftRemains: () => boolean,
): EventBody | undefined {
  // A deleted version is identified by its last revision.
  const old = ({documentId, previousRevision}: LifecycleChange) => reference(documentId, previousRevision)
  const created = (versionId: string) => reference(versionId, id)
  const live = changes.find((change) => change.documentId === publishedId)
  const version = changes.find((change) => change !== live)

  if (live?.exists) {
    if (version?.existed) {
      const publishCause = releaseOfVersion(version.documentId) ? 'release.publish' : 'document.publish'
      return {type: 'publishDocumentVersion', revisionId: id, publishCause, ...old(version)}
    }
    return {type: live.existed ? 'updateLiveDocument' : 'createLiveDocument', revisionId: id}
  }
  if (live) {
    if (version?.exists) return {type: 'unpublishDocument', ...created(version.documentId)}
    if (version || !draftRemains()) return {type: 'deleteDocumentGroup'}
    return {type: 'unpublishDocument', ...created(draftIdOf(publishedId))}
  }
  if (!version) return undefined
  if (version.exists) return {type: 'createDocumentVersion', ...created(version.documentId)}
  return {type: 'deleteDocumentVersion', ...old(version)}
}

function reference(versionId: string, versionRevisionId: string): VersionReference {
  const releaseId = releaseOfVersion(versionId)
  return {...(releaseId !== undefined && {releaseId}), versionId, versionRevisionId}
}

/** Lifecycle events of a document, without edits of drafts, which the Studio derives from the log. `nextCursor` is empty at the end. */
export function* documentEvents(
  database: DatabaseSync,
  id: string,
  {limit: length, cursor, canRead}: EventQuery,
  limit = limitHistory(),
): Work<{events: DocumentEvent[]; nextCursor: string}> {
  const published = publishedIdOf(id)
  const ids = [...new Set([published, draftIdOf(published), id])]
  const events: DocumentEvent[] = []
  let last = ''
  const states = readableStates(database, limit, canRead)
  const releasedBy = releasedVersions(database)
  const named = `d.document_id IN (${placeholders(ids)})`
  const changesOf = database.prepare(
    `SELECT seq, t.id, t.timestamp, t.author, d.document_id, d.previous_rev, d.after IS NOT NULL AS "exists"
     FROM transaction_documents d JOIN transactions t USING (seq) WHERE seq = ? AND ${named} ORDER BY d.document_id`,
  )
  // Changes that created or deleted a version, or changed the published document. With unreadable states all changes count.
  const where = canRead ? named : `${named} AND (d.document_id = ? OR d.previous_rev IS NULL OR d.after IS NULL)`
  const values = canRead ? ids : [...ids, published]
  for (const seq of sequenceNumbers(database, {where, values, beyond: parseCursor(database, cursor)})) {
    yield
    const rows = changesOf.all(seq, ...ids)
    const changes = rows
      .map((row) => (canRead ? seenChange(row, states) : knownChange(row)))
      .filter(({documentId, existed, exists}) => existed !== exists || (exists && documentId === published))
    const [row] = rows
    if (!row || changes.length === 0) continue
    const isPublished = changes.some(({documentId, exists}) => documentId === published && exists)
    // The version that a release has published, which is not among the documents that were asked for.
    const version = isPublished ? releasedBy(published, seq) : undefined
    if (version && (!canRead || states.before(version.versionId, seq) !== null)) {
      const {versionId: documentId, revision: previousRevision} = version
      changes.unshift({documentId, existed: true, exists: false, previousRevision})
    }
    const draftRemains = () => states.after(draftIdOf(published), seq) !== null
    const event = classifyTransaction({id: String(row.id), changes}, published, draftRemains)
    if (!event || (isVersionId(id) && 'versionId' in event && event.versionId !== id)) continue
    // As in hosted Sanity, a draft or a version has no event for the end of another one. The Studio then shows what was
    // published last.
    if (event.type === 'deleteDocumentGroup' && !changes.some(({documentId}) => documentId === id)) continue
    if (events.length === length) return {events, nextCursor: last}
    events.push({documentId: published, timestamp: String(row.timestamp), author: String(row.author), ...event})
    last = String(row.id)
  }
  return {events, nextCursor: ''}
}

type Row = Record<string, SQLOutputValue>

const knownChange = ({document_id, previous_rev, exists}: Row): LifecycleChange => ({
  documentId: String(document_id),
  existed: previous_rev !== null,
  exists: exists === 1,
  previousRevision: String(previous_rev ?? ''),
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
