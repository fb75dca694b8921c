import {randomUUID} from 'node:crypto'
import {Hono} from 'hono'
import {LakeError, messageOf} from '../errors.ts'
import type {LakeEnv} from '../http/request.ts'
import {isRecord} from '../json.ts'
import type {Lake} from '../Lake.ts'
import {OutOfBudget, StepBudget, threadTime} from '../query/limits/StepBudget.ts'
import type {Transaction} from '../types.ts'
import {type EventStream, encodeEvents, eventStream, serveEvents} from './eventStream.ts'
import {type ListenRequest, parseListenRequest} from './listenRequest.ts'
import type {TransactionFeed} from './TransactionFeed.ts'

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
function encodedEvents({transaction, position, time}: Published, request: ListenRequest): Uint8Array | undefined {
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

/** `GET /data/listen/<dataset>`: an event for each change of the documents that match a query, in commit order. */
export function listenRoutes(lake: Lake, feed: TransactionFeed): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>()
  const groups = new ListenerGroups()
  feed.subscribe((transaction, position) => groups.publish(transaction, position))

  routes.get('/data/listen/:dataset', (c) => {
    const url = new URL(c.req.url)
    const version = c.req.param('version') ?? 'v1'
    const identity = c.get('identity')
    const {rights} = identity
    try {
      const request = parseListenRequest(url, version, identity, lake)
      const permissions = lake.users.roles.readPermissions(identity)
      // A filter that asks who listens is another one for each of them.
      const person = /\bidentity\b/.test(url.searchParams.get('query') ?? '') ? identity.id : null
      const key = JSON.stringify([version, rights === 'none', permissions?.key, person, url.search])
      return serveEvents(c, lake, (stream) => {
        replayMissed(stream, feed, request, c.req.header('last-event-id'))
        stream.onEnd(groups.add(key, request, stream))
      })
    } catch (error) {
      if (error instanceof LakeError && error.status === 400) return channelError(error)
      throw error
    }
  })

  return routes
}

/** Sends the greeting and missed events. The caller has to subscribe synchronously. */
function replayMissed(stream: EventStream, feed: TransactionFeed, request: ListenRequest, lastEventId?: string): void {
  // `welcome` and `reset` make the client refetch; `welcomeback` is followed by all missed events.
  const resumed = request.enableResume && lastEventId !== undefined
  const missed = resumed ? missedEvents(feed, request, lastEventId) : undefined
  const greeting = !resumed ? 'welcome' : missed ? 'welcomeback' : 'reset'
  stream.send(greeting, {listenerName: randomUUID()}, missed ? lastEventId : feed.position())
  for (const events of missed ?? []) stream.write(events)
}

/** CPU time for what one listener missed. */
const REPLAY_MS = 200

/** Undefined if some of it is no longer known, or all of it would take too long. */
function missedEvents(feed: TransactionFeed, request: ListenRequest, lastEventId: string): Uint8Array[] | undefined {
  const time = new StepBudget(REPLAY_MS, {stepsPerLook: 1})
  try {
    return feed.missedSince(lastEventId)?.flatMap((missed) => encodedEvents({...missed, time}, request) ?? [])
  } catch (error) {
    if (error instanceof OutOfBudget) return undefined
    throw error
  }
}

/** Event sources cannot read an error's body, so a query that does not parse is answered as an event. */
function channelError(error: LakeError): Response {
  const stream = eventStream()
  const {error: details} = error.body
  stream.send('channelError', {message: error.message, ...(isRecord(details) && {error: details})})
  stream.end()
  return stream.response
}
