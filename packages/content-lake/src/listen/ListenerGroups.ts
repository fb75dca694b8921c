import {messageOf} from '../errors.ts'
import {OutOfBudget, StepBudget, threadTime} from '../query/limits/StepBudget.ts'
import type {Transaction} from '../types.ts'
import {type EventStream, encodeEvents} from './eventStream.ts'
import type {ListenRequest} from './listenRequest.ts'

interface Group {
  request: ListenRequest
  streams: Set<EventStream>
  /** CPU time of its events for the last transaction; unknown until there was one. */
  ms: number
}

/** CPU time of one transaction for all listeners with a token or a session, and for all without. docs/limits.md lists it. */
const KNOWN_MS = 500
const ANONYMOUS_MS = 100

/** Groups identical listeners: tabs hold many of them, and events are computed and encoded once per group. */
export class ListenerGroups {
  readonly #groups = new Map<string, Group>()

  /** `key` identifies equal requests. Returns an unsubscribe function. */
  add(key: string, request: ListenRequest, stream: EventStream): () => void {
    const group = this.#groups.get(key) ?? {request, streams: new Set(), ms: Number.POSITIVE_INFINITY}
    this.#groups.set(key, group)
    group.streams.add(stream)
    return () => {
      group.streams.delete(stream)
      if (group.streams.size === 0 && this.#groups.get(key) === group) this.#groups.delete(key)
    }
  }

  /**
   * Sends a transaction's events, to the cheapest listeners first. Those for whom no time is left are disconnected:
   * their clients connect again, and fetch what they missed.
   */
  publish(transaction: Transaction, position: string): void {
    const groups = [...this.#groups.values()].sort((one, other) => (one.ms < other.ms ? -1 : one.ms > other.ms ? 1 : 0))
    for (const isAnonymous of [false, true]) {
      const time = new StepBudget(isAnonymous ? ANONYMOUS_MS : KNOWN_MS, {stepsPerLook: 1})
      for (const group of groups) {
        if (group.request.isAnonymous === isAnonymous) publishTo(group, {transaction, position, time})
      }
    }
  }
}

interface Published {
  transaction: Transaction
  /** Of the transaction in the feed. */
  position: string
  /** The rest of the time for encoding. */
  time: StepBudget
}

function publishTo(group: Group, published: Published): void {
  const {request, streams} = group
  const start = threadTime()
  try {
    const events = encodedEvents(published, request)
    if (events) for (const stream of [...streams]) stream.write(events)
  } catch (error) {
    for (const stream of [...streams]) {
      if (!(error instanceof OutOfBudget)) stream.send('channelError', {message: messageOf(error)})
      stream.end()
    }
  }
  group.ms = threadTime() - start
}

/**
 * One listener's events of a transaction in one chunk, so that a broken socket has carried all or nothing. Undefined if
 * there are none. Throws OutOfBudget.
 */
export function encodedEvents(
  {transaction, position, time}: Published,
  request: ListenRequest,
): Uint8Array | undefined {
  const events = mutationEvents(transaction, request, time)
  if (events.length === 0) return undefined
  // Only the last event has an id: after a partial delivery the client resumes before it.
  const lastIndex = events.length - 1
  return encodeEvents(
    events.map((data, index) => ({event: 'mutation', data, ...(index === lastIndex && {id: position})})),
  )
}

/**
 * One listener's events of a transaction, as the client types them: readable changes of documents that match before or
 * after. The Studio waits for `transactionTotalEvents` events, so others must not be counted.
 */
function mutationEvents(transaction: Transaction, request: ListenRequest, time: StepBudget): object[] {
  const followed = transaction.changes.flatMap((stored) => {
    time.step()
    const [before, after] = [request.matches(stored.before), request.matches(stored.after)]
    const change = before || after ? request.readable(stored) : null
    return change ? {change, transition: before && after ? 'update' : after ? 'appear' : 'disappear'} : []
  })
  // Ids of people are the names that they sign in with.
  const author = request.isAnonymous ? '' : transaction.author
  return followed.map(({change, transition}, index) => ({
    type: 'mutation',
    eventId: `${transaction.id}#${change.documentId}`,
    documentId: change.documentId,
    transactionId: transaction.id,
    transactionTotalEvents: followed.length,
    transactionCurrentEvent: index,
    timestamp: transaction.timestamp,
    author,
    identity: author,
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
