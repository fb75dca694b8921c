import {messageOf} from '../errors.ts'
import type {DocumentChange, LakeDocument, Mutation, Transaction} from '../types.ts'
import {type EventStream, encodeEvents} from './eventStream.ts'
import type {ListenRequest} from './listenRequest.ts'

interface Group {
  request: ListenRequest
  streams: Set<EventStream>
}

/** Groups identical listeners: tabs hold many of them, and events are computed and encoded once per group. */
export class ListenerGroups {
  readonly #groups = new Map<string, Group>()

  /** `key` identifies equal requests. Returns an unsubscribe function. */
  add(key: string, request: ListenRequest, stream: EventStream): () => void {
    const group = this.#groups.get(key) ?? {request, streams: new Set()}
    this.#groups.set(key, group)
    group.streams.add(stream)
    return () => {
      group.streams.delete(stream)
      if (group.streams.size === 0 && this.#groups.get(key) === group) this.#groups.delete(key)
    }
  }

  publish(transaction: Transaction, position: string): void {
    for (const {request, streams} of [...this.#groups.values()]) {
      try {
        const events = encodedEvents(transaction, position, request)
        if (events) for (const stream of [...streams]) stream.write(events)
      } catch (error) {
        for (const stream of [...streams]) {
          stream.send('channelError', {message: messageOf(error)})
          stream.end()
        }
      }
    }
  }
}

/**
 * One listener's events of a transaction in one chunk, so that a broken socket has carried all or nothing. Undefined if
 * there are none.
 */
export function encodedEvents(
  transaction: Transaction,
  position: string,
  request: ListenRequest,
): Uint8Array | undefined {
  const events = mutationEvents(transaction, request)
  if (events.length === 0) return undefined
  // Only the last event has an id: after a partial delivery the client resumes before it.
  const lastIndex = events.length - 1
  return encodeEvents(
    events.map((data, index) => ({event: 'mutation', data, ...(index === lastIndex && {id: position})})),
  )
}

/** One `mutation` event, as the client types it. */
interface MutationEvent {
  type: 'mutation'
  eventId: string
  documentId: string
  transactionId: string
  /** Number of the transaction's events for this listener, and the index of this one. */
  transactionTotalEvents: number
  transactionCurrentEvent: number
  timestamp: string
  author: string
  identity: string
  /** Absent for a created document. */
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
 * One listener's events of a transaction: readable changes of documents that match before or after. The Studio waits
 * for `transactionTotalEvents` events, so others must not be counted.
 */
function mutationEvents(transaction: Transaction, request: ListenRequest): MutationEvent[] {
  const followed = transaction.changes.flatMap((stored) => {
    const [before, after] = [request.matches(stored.before), request.matches(stored.after)]
    const change = before || after ? request.readable(stored) : null
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
