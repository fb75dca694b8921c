import {randomUUID} from 'node:crypto'
import {Hono} from 'hono'
import {LakeError} from '../errors.ts'
import type {LakeEnv} from '../http/connection.ts'
import {isRecord} from '../json.ts'
import type {Lake} from '../Lake.ts'
import {OutOfBudget, StepBudget} from '../query/limits/StepBudget.ts'
import {type EventStream, eventStream, serveEvents} from './eventStream.ts'
import {encodedEvents, ListenerGroups} from './ListenerGroups.ts'
import {type ListenRequest, parseListenRequest} from './listenRequest.ts'
import type {TransactionFeed} from './TransactionFeed.ts'

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
