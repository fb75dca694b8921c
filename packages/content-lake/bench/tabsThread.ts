import {parentPort, workerData} from 'node:worker_threads'
import {now} from './now.ts'
import {openListeners} from './openListeners.ts'

/** Events of one listener in a tab, with times. */
export interface Heard {
  ids: string[]
  times: number[]
}

/** The lake, and the queries of the listeners of each tab. */
export interface TabsSettings {
  url: string
  tabs: string[][]
}

/** The tabs of browsers, which in life are not in the lake's process either. */
const {url, tabs}: TabsSettings = workerData
const heard: Heard[] = []
const sockets = await Promise.all(
  tabs.map((queries) =>
    openListeners(
      {url},
      queries.map((query) => {
        const own: Heard = {ids: [], times: []}
        heard.push(own)
        const onEvent = (eventId: string): void => {
          own.ids.push(eventId)
          own.times.push(now())
        }
        return {query, onEvent}
      }),
    ),
  ),
)
parentPort?.once('message', () => {
  for (const socket of sockets) socket.terminate()
  parentPort?.postMessage(heard)
})
parentPort?.postMessage('open')
