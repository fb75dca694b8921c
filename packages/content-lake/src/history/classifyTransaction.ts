import {draftIdOf} from '../documentIds.ts'

/** What a transaction did to one document of a group (the published one, its draft, its versions). */
export interface LifecycleChange {
  documentId: string
  existed: boolean
  exists: boolean
  /** The revision before the change; empty for a document that was not there. */
  previousRevision: string
}

export interface LifecycleTransaction {
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
 * Tells what a transaction meant from which documents of the group came and went in it.
 * `draftRemains` says whether a draft that the transaction did not touch exists.
 */
export function classifyTransaction(
  transaction: LifecycleTransaction,
  publishedId: string,
  draftRemains: () => boolean,
): DocumentEvent | undefined {
  const base: EventBase = {documentId: publishedId, timestamp: transaction.timestamp, author: transaction.author}
  const live = transaction.changes.find((change) => change.documentId === publishedId)
  const version = transaction.changes.find((change) => change !== live && change.existed !== change.exists)

  if (live && !live.existed && !live.exists) return undefined
  if (live?.exists) {
    if (version?.existed) {
      const publishCause = releaseOf(version.documentId) ? 'release.publish' : 'document.publish'
      return {...base, type: 'publishDocumentVersion', revisionId: transaction.id, publishCause, ...old(version)}
    }
    return {...base, type: live.existed ? 'updateLiveDocument' : 'createLiveDocument', revisionId: transaction.id}
  }
  if (live) {
    if (version?.exists) return {...base, type: 'unpublishDocument', ...created(version, transaction.id)}
    if (version || !draftRemains()) return {...base, type: 'deleteDocumentGroup'}
    return {...base, type: 'unpublishDocument', ...created({documentId: draftIdOf(publishedId)}, transaction.id)}
  }
  if (!version) return undefined
  if (version.exists) return {...base, type: 'createDocumentVersion', ...created(version, transaction.id)}
  return {...base, type: 'deleteDocumentVersion', ...old(version)}
}

/** A version that is gone is identified by its last revision. */
function old(change: LifecycleChange): VersionReference {
  return {...release(change), versionId: change.documentId, versionRevisionId: change.previousRevision}
}

function created(change: {documentId: string}, transactionId: string): VersionReference {
  return {...release(change), versionId: change.documentId, versionRevisionId: transactionId}
}

function release({documentId}: {documentId: string}): {releaseId?: string} {
  const releaseId = releaseOf(documentId)
  return releaseId === undefined ? {} : {releaseId}
}

function releaseOf(documentId: string): string | undefined {
  return /^versions\.([^.]+)\./.exec(documentId)?.[1]
}
