import type {DocumentChange, LakeDocument, Mutation, Transaction} from '../types.ts'
import type {ListenRequest} from './listenRequest.ts'

/** One `mutation` event, as the client types it. */
interface MutationEvent {
  type: 'mutation'
  eventId: string
  documentId: string
  transactionId: string
  /** Counted for this listener: how many documents of the transaction it follows, and which of them this is, from 0. */
  transactionTotalEvents: number
  transactionCurrentEvent: number
  timestamp: string
  author: string
  identity: string
  /** Absent for a document that was created. */
  previousRev?: string
  resultRev: string
  transition: 'appear' | 'update' | 'disappear'
  visibility: 'query' | 'transaction'
  mutations?: Mutation[]
  effects?: DocumentChange['effects']
  previous?: LakeDocument | null
  result?: LakeDocument
}

/**
 * What one listener is told about a transaction: the documents that it follows before or after, of which it hears what
 * it may see. The Studio holds back a transaction's events until it has as many as they announce, so the total must not
 * count others.
 */
export function mutationEvents(transaction: Transaction, request: ListenRequest): MutationEvent[] {
  const followed = transaction.changes.flatMap((stored) => {
    const [before, after] = [request.matches(stored.before), request.matches(stored.after)]
    const change = before || after ? request.asSeen(stored) : null
    if (!change) return []
    return {
      change,
      transition: before && after ? ('update' as const) : after ? ('appear' as const) : ('disappear' as const),
    }
  })
  return followed.map(({change, transition}, index) => ({
    type: 'mutation',
    eventId: `${transaction.id}#${change.documentId}`,
    documentId: change.documentId,
    transactionId: transaction.id,
    transactionTotalEvents: followed.length,
    transactionCurrentEvent: index,
    timestamp: transaction.timestamp,
    author: transaction.author,
    identity: transaction.author,
    ...(change.before && {previousRev: change.before._rev}),
    resultRev: transaction.id,
    transition,
    visibility: request.visibility,
    ...(request.includeMutations && {mutations: change.mutations}),
    ...(request.includeEffects && {effects: change.effects}),
    ...(request.includePreviousRevision && {previous: change.before}),
    ...(request.includeResult && change.after && {result: change.after}),
  }))
}
