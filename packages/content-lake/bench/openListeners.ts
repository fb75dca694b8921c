import {once} from 'node:events'
import {WebSocket} from 'ws'
import {WRITE_TOKEN} from './openBenchLake.ts'

/** As it stands in an event that is a string in a frame. */
const EVENT_ID = /\\"eventId\\":\\"([^"\\]+)\\"/g

export interface Listener {
  query: string
  /** Called with the id of each event. */
  onEvent: (eventId: string) => void
}

/** Opens one socket, as a browser tab has, with these listeners. Settles once all are welcomed. */
export async function openListeners(lake: {url: string}, listeners: readonly Listener[]): Promise<WebSocket> {
  const socket = new WebSocket(`${lake.url.replace(/^http/, 'ws')}/v1/multiplex`, {
    headers: {authorization: `Bearer ${WRITE_TOKEN}`},
  })
  await once(socket, 'open')
  const welcomed = Promise.withResolvers<void>()
  let waiting = listeners.length
  // Fifty tabs read in one thread, so they read no more than they need of each frame.
  socket.on('message', (data) => {
    const frame = String(data)
    if (frame.includes('event: welcome')) {
      waiting -= 1
      if (waiting === 0) welcomed.resolve()
    }
    const [, id] = /^\{"id":(\d+),/.exec(frame) ?? []
    for (const [, eventId = ''] of frame.matchAll(EVENT_ID)) listeners[Number(id)]?.onEvent(eventId)
  })
  for (const [id, {query}] of listeners.entries()) {
    const search = new URLSearchParams({
      query,
      includeAllVersions: 'true',
      effectFormat: 'mendoza',
      includeResult: 'true',
    })
    const url = `/v2025-02-19/data/listen/production?${search}`
    socket.send(JSON.stringify({op: 'open', id, url, headers: {}}))
  }
  await welcomed.promise
  return socket
}
