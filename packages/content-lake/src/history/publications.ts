import type {DatabaseSync} from 'node:sqlite'
import {draftIdOf, releaseIdOf, releaseOfVersion} from '../documentIds.ts'
import type {Work} from '../documents/work.ts'
import {isRecord} from '../json.ts'
import type {LakeDocument} from '../types.ts'
import {
  type ChangeFilter,
  conditionOf,
  type EventQuery,
  type HistoryLimit,
  parseCursor,
  type ReadableStates,
  readableStates,
  releasedVersions,
  sequenceNumbers,
} from './readHistory.ts'

export interface Publication {
  time: string
  author: string
  documentId: string
  documentType: string
  kind: 'published' | 'changed' | 'removed'
  revision: string
  /** `direct`: without a draft or version that the client may read, as by an import or a program. */
  cause: 'draft' | 'release' | 'direct'
  release?: PublishingRelease
}

interface PublishingRelease {
  name: string
  title: string
  /** The Studio makes a release for each draft with a time of its own. */
  isScheduledDraft: boolean
  isTimed: boolean
}

/** Documents published, changed in public or unpublished, newest first, without assets. */
export function* publications(
  database: DatabaseSync,
  {cursor, limit: length, canRead, ...filter}: ChangeFilter & EventQuery,
  limit: HistoryLimit,
): Work<{publications: Publication[]; nextCursor: string | undefined}> {
  // Of the transaction that the cursor names, only the documents beyond it.
  const [transactionId, documentId = ''] = cursor?.split(':') ?? []
  const start = parseCursor(database, transactionId)
  const {where, values} = conditionOf(
    filter,
    ["instr(d.document_id, '.') = 0"],
    ['(d.seq <> ? OR d.document_id > ?)', start, documentId],
  )
  const changes = database.prepare(
    `SELECT t.id, t.timestamp, t.author, d.document_id, d.previous_rev IS NOT NULL AS existed,
       d.after IS NOT NULL AS "exists"
     FROM transactions t JOIN transaction_documents d USING (seq)
     WHERE ${where} AND d.seq = ? ORDER BY d.document_id`,
  )
  const states = readableStates(database, limit, canRead)
  const causeOf = publicationCauses(database, states, canRead === undefined)
  const found: Publication[] = []
  let last: string | undefined
  for (const seq of sequenceNumbers(database, {where, values, beyond: start + 1})) {
    for (const row of changes.all(...values, seq)) {
      yield
      const id = String(row.document_id)
      const isThere = row.exists === 1
      const state = isThere ? states.after(id, seq) : states.before(id, seq)
      if (!state || state._type.startsWith('sanity.')) continue
      if (found.length === length) return {publications: found, nextCursor: last}
      last = `${String(row.id)}:${id}`
      const cause = causeOf(id, seq, isThere)
      // The title of one release is told with each of its documents.
      limit.take(cause.release?.title.length ?? 0)
      found.push({
        time: String(row.timestamp),
        author: String(row.author),
        documentId: id,
        documentType: state._type,
        kind: isThere ? (row.existed === 1 ? 'changed' : 'published') : 'removed',
        revision: String(row.id),
        ...cause,
      })
    }
  }
  return {publications: found, nextCursor: undefined}
}

/** `readsAll`: whether the client may read every state, so that none has to be looked at. */
function publicationCauses(database: DatabaseSync, states: ReadableStates, readsAll: boolean) {
  const releasedBy = releasedVersions(database)
  const draft = database.prepare(
    `SELECT 1 FROM transaction_documents
     WHERE seq = ? AND document_id = ? AND (previous_rev IS NULL) <> (after IS NULL)`,
  )
  const isSeen = (id: string, seq: number) => readsAll || (states.before(id, seq) ?? states.after(id, seq)) !== null
  // Transactions come in order: the release of many documents is read once.
  let known: {seq: number; name: string; release: PublishingRelease | undefined} | undefined
  const releaseAt = (name: string, seq: number): PublishingRelease | undefined => {
    if (known?.seq !== seq || known.name !== name)
      known = {seq, name, release: describeRelease(states.after(releaseIdOf(name), seq), name)}
    return known.release
  }
  return (documentId: string, seq: number, isThere: boolean): Pick<Publication, 'cause' | 'release'> => {
    const version = releasedBy(documentId, seq)
    const name = version && isSeen(version.versionId, seq) ? releaseOfVersion(version.versionId) : undefined
    if (name !== undefined) {
      const release = releaseAt(name, seq)
      return {cause: 'release', ...(release && {release})}
    }
    // Publishing takes the draft away, unpublishing makes one.
    const draftId = draftIdOf(documentId)
    return {cause: !isThere || (draft.get(seq, draftId) && isSeen(draftId, seq)) ? 'draft' : 'direct'}
  }
}

function describeRelease(release: LakeDocument | null, name: string): PublishingRelease | undefined {
  if (!release) return undefined
  const metadata = isRecord(release.metadata) ? release.metadata : {}
  const {publishAt, publishedAt} = release
  return {
    name,
    title: typeof metadata.title === 'string' ? metadata.title : '',
    isScheduledDraft: metadata.cardinality === 'one',
    isTimed: typeof publishAt === 'string' && typeof publishedAt === 'string' && publishAt <= publishedAt,
  }
}
