import {Hono} from 'hono'
import {isPublicId} from '../documentIds.ts'
import {LakeError} from '../errors.ts'
import {readFlag} from '../http/bodies.ts'
import {logSecurity} from '../http/logRequests.ts'
import {type LakeEnv, requireRead} from '../http/request.ts'
import type {Lake} from '../Lake.ts'
import {syncTagsOf} from '../query/syncTags.ts'
import {readableChange, readFilter} from '../roles/canRead.ts'
import type {Transaction} from '../types.ts'
import {type EventStream, encodeEvents, encodeRetry, eventStream, serveEvents} from './eventStream.ts'
import type {FeedSubscriber, TransactionFeed} from './TransactionFeed.ts'

/** `GET /data/live/events/<dataset>`: after each commit, the sync tags of queries whose result may have changed. */
export function liveRoutes(lake: Lake, feed: TransactionFeed): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>()
  /** The event of each transaction by what its readers may see: equal streams share it, however many they are. */
  let encoded = new WeakMap<Transaction, Map<string, Uint8Array | undefined>>()
  lake.users.onChange(() => {
    encoded = new WeakMap()
  })
  const encodeOnce = (transaction: Transaction, key: string, encode: () => Uint8Array | undefined) => {
    const byReader = encoded.get(transaction) ?? new Map<string, Uint8Array | undefined>()
    encoded.set(transaction, byReader)
    if (!byReader.has(key)) byReader.set(key, encode())
    return byReader.get(key)
  }

  routes.get('/data/live/events/:dataset', (c) => {
    const includeDrafts = readFlag('includeDrafts', c.req.query('includeDrafts'))
    if (includeDrafts) requireRead(c)
    const lastEventId = c.req.header('last-event-id')

    const identity = c.get('identity')
    const canRead = readFilter(identity, lake)
    const key = JSON.stringify([
      includeDrafts,
      identity.rights === 'none',
      lake.users.roles.readPermissions(identity)?.key,
    ])
    const encode = ({changes}: Transaction, position: string) => {
      const readable = changes
        .filter(({documentId}) => includeDrafts || isPublicId(documentId))
        .flatMap((change) => readableChange(change, canRead) ?? [])
      if (readable.length === 0) return undefined
      return encodeEvents([{event: 'message', data: {tags: syncTagsOf(readable)}, id: position}])
    }
    const begin = (stream: EventStream): void => {
      const send: FeedSubscriber = (transaction, position) => {
        const event = encodeOnce(transaction, key, () => encode(transaction, position))
        if (event) stream.write(event)
      }
      const missed = lastEventId === undefined ? [] : feed.missedSince(lastEventId)
      stream.send('welcome', {}, missed?.length ? lastEventId : feed.position())
      // Positions that are no longer known invalidate everything.
      if (missed) for (const {transaction, position} of missed) send(transaction, position)
      else stream.send('restart', {}, feed.position())
      const follow: FeedSubscriber = (transaction, position) => {
        try {
          send(transaction, position)
        } catch (error) {
          // The client reconnects, and resumes before the event that it missed.
          stream.end()
          throw error
        }
      }
      stream.onEnd(feed.subscribe(follow))
    }
    try {
      return serveEvents(c, lake, begin)
    } catch (error) {
      if (!(error instanceof LakeError) || error.retrySeconds === undefined) throw error
      const {status, message, retrySeconds} = error
      logSecurity(c, lake, 'refused', {status, method: c.req.method, path: c.req.path, user: identity.id})
      return goAway({reason: message, retrySeconds, id: lastEventId ?? feed.position()})
    }
  })

  return routes
}

/**
 * Tells a client for which there is no room to fetch now and then instead, as hosted Sanity does: on a 429 or 503 it would
 * connect again every second, and never say so to its page.
 */
function goAway({reason, retrySeconds, id}: {reason: string; retrySeconds: number; id: string}): Response {
  const stream = eventStream()
  stream.write(encodeRetry(retrySeconds * 1000))
  stream.send('goaway', {reason}, id)
  stream.end()
  return stream.response
}
