import {Hono} from 'hono'
import {requireRead} from '../access/requireRead.ts'
import {isPublicId} from '../documents/documentIds.ts'
import {eventStream} from '../listen/eventStream.ts'
import {TransactionFeed} from '../listen/TransactionFeed.ts'
import {syncTagsOf} from '../query/syncTags.ts'
import type {Lake, LakeEnv} from '../types.ts'

/**
 * `GET /data/live/events/<dataset>`: after each commit, the tags of the queries that may now answer differently.
 * Drafts count for those who ask for them and may read them.
 */
export function liveRoutes(lake: Lake): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>()
  const feed = new TransactionFeed(lake)

  routes.get('/data/live/events/:dataset', (c) => {
    const includeDrafts = c.req.query('includeDrafts') === 'true'
    if (includeDrafts) requireRead(c)
    const lastEventId = c.req.header('last-event-id')

    const stream = eventStream({
      onEnd: () => {
        unfollow()
        forget()
      },
    })
    const forget = lake.onClose(stream.end)
    const unfollow = feed.follow((transaction, position) => {
      const changes = transaction.changes.filter((change) => includeDrafts || isPublicId(change.documentId))
      if (changes.length > 0) stream.send('message', {tags: syncTagsOf(changes)}, position)
    })

    stream.send('welcome', {}, feed.position)
    // Whoever was away while something changed cannot know which of its queries are affected.
    if (lastEventId !== undefined && lastEventId !== feed.position) stream.send('restart', {}, feed.position)
    return stream.response
  })

  return routes
}
