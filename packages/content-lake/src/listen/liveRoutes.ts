import {Hono} from 'hono'
import {isPublicId} from '../documentIds.ts'
import type {LakeEnv} from '../http/connection.ts'
import {requireRead} from '../http/requireRights.ts'
import type {Lake} from '../Lake.ts'
import {syncTagsOf} from '../query/syncTags.ts'
import {readableChange, readFilter} from '../roles/canRead.ts'
import {serveEvents} from './eventStream.ts'
import type {FeedSubscriber, TransactionFeed} from './TransactionFeed.ts'

/**
 * `GET /data/live/events/<dataset>`: after each commit, the sync tags of queries whose result may have changed. Drafts
 * are included on request, if readable.
 */
export function liveRoutes(lake: Lake, feed: TransactionFeed): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>()

  routes.get('/data/live/events/:dataset', (c) => {
    const includeDrafts = c.req.query('includeDrafts') === 'true'
    if (includeDrafts) requireRead(c)
    const lastEventId = c.req.header('last-event-id')

    const canRead = readFilter(c.get('identity'), lake)
    return serveEvents(c, lake, (stream) => {
      const send: FeedSubscriber = (transaction, position) => {
        const changes = transaction.changes
          .filter(({documentId}) => includeDrafts || isPublicId(documentId))
          .flatMap((change) => readableChange(change, canRead) ?? [])
        if (changes.length > 0) stream.send('message', {tags: syncTagsOf(changes)}, position)
      }
      const missed = lastEventId === undefined ? [] : feed.missedSince(lastEventId)
      stream.send('welcome', {}, missed?.length ? lastEventId : feed.position)
      // Positions that are no longer known invalidate everything.
      if (missed) for (const {transaction, position} of missed) send(transaction, position)
      else stream.send('restart', {}, feed.position)
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
    })
  })

  return routes
}
