import {Hono} from 'hono'
import {LakeError} from '../http/errors.ts'
import type {Lake, LakeEnv} from '../types.ts'
import {eventStream, newListenerName} from './eventStream.ts'
import {type ListenRequest, parseListenRequest} from './listenRequest.ts'
import {mutationEvents} from './mutationEvents.ts'
import {TransactionFeed} from './TransactionFeed.ts'

/** `GET /data/listen/<dataset>`: an event for each change of the documents that match a query, in commit order. */
export function listenRoutes(lake: Lake): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>()
  const feed = new TransactionFeed(lake)

  routes.get('/data/listen/:dataset', (c) => {
    const url = new URL(c.req.url)
    const version = c.req.param('version') ?? 'v1'
    try {
      const request = parseListenRequest(url, version, c.get('identity'), lake)
      return openListener(lake, feed, request, c.req.header('last-event-id'))
    } catch (error) {
      if (error instanceof LakeError && error.status === 400) return refusal(error)
      throw error
    }
  })

  return routes
}

function openListener(lake: Lake, feed: TransactionFeed, request: ListenRequest, lastEventId?: string): Response {
  const stream = eventStream({
    onEnd: () => {
      unfollow()
      forget()
    },
  })
  const forget = lake.onClose(stream.end)
  const unfollow = feed.follow((transaction, position) => {
    try {
      const events = mutationEvents(transaction, request)
      for (const event of events) {
        // Only a transaction's last event moves the position: who is cut off between two events has missed it.
        const isLast = event.transactionCurrentEvent === events.length - 1
        stream.send('mutation', event, isLast ? position : undefined)
      }
    } catch (error) {
      stream.send('channelError', {message: error instanceof Error ? error.message : String(error)})
      stream.end()
    }
  })

  // `welcome` and `reset` make the client fetch anew; `welcomeback` says that it has missed nothing.
  const resumed = request.enableResume && lastEventId !== undefined
  const greeting = !resumed ? 'welcome' : lastEventId === feed.position ? 'welcomeback' : 'reset'
  stream.send(greeting, {listenerName: newListenerName()}, feed.position)
  return stream.response
}

/** Event sources cannot read the body of an error, so a query that does not parse is answered as an event. */
function refusal(error: LakeError): Response {
  const stream = eventStream({onEnd: () => {}})
  const {error: details} = error.body
  const isDetailed = typeof details === 'object' && details !== null
  stream.send('channelError', {message: error.message, ...(isDetailed && {error: details})})
  stream.end()
  return stream.response
}
