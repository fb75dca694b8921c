import {setTimeout as delay} from 'node:timers/promises'
import {SYSTEM} from '../src/access/identities.ts'
import type {RunningLake} from '../src/types.ts'
import {createDataset} from './dataset.ts'
import {type Figures, figuresOf} from './measure.ts'
import {withLake} from './openBenchLake.ts'
import {type Listener, openListeners} from './openListeners.ts'

export interface RealtimeResult {
  tabs: number
  listeners: number
  mutations: number
  mutationsPerSecond: number
  events: number
  /** Events that were lost, came twice or in another order than the commits. */
  wrong: number
  /** From before the commit until a listener has the event. */
  latency: Pick<Figures, 'p50' | 'p99'>
}

interface Followed {
  expected: string[]
  heard: string[]
}

const TABS = 50
const PER_SECOND = 200
const SECONDS = 20
const PEOPLE = 10

/** Fifty tabs with four listeners each, and two hundred mutations a second for a while. */
export function realtime(): Promise<RealtimeResult> {
  const {documents} = createDataset(2000)
  return withLake(documents, async (lake) => {
    const times = new Map<string, number>()
    const latencies: number[] = []
    const followed: Followed[] = []
    const follow = (query: string, follows: (id: string) => boolean): Listener => {
      const own: Followed = {expected: [], heard: []}
      followed.push(own)
      lake.onTransaction(({id, changes}) => {
        for (const {documentId} of changes) if (follows(documentId)) own.expected.push(`${id}#${documentId}`)
      })
      const onEvent = (eventId: string) => {
        own.heard.push(eventId)
        latencies.push(performance.now() - (times.get(eventId.split('#')[0] ?? '') ?? Number.NaN))
      }
      return {query, onEvent}
    }
    const sockets = await Promise.all(
      Array.from({length: TABS}, (_, tab) => {
        const id = `page-${tab % PEOPLE}`
        return openListeners(lake, [
          follow(`*[_id in ["${id}", "drafts.${id}"]]`, (known) => known === id),
          follow('*[_type == "page"]', () => true),
          follow('*[!(_id in path("_.**"))]', () => true),
          follow('*[_type == "settings"]', () => false),
        ])
      }),
    )
    const took = await editSteadily(lake, times)
    await delay(1000)
    for (const socket of sockets) socket.terminate()
    return {
      tabs: TABS,
      listeners: followed.length,
      mutations: times.size,
      mutationsPerSecond: Math.round((times.size / took) * 1000),
      events: latencies.length,
      wrong: followed.filter(({expected, heard}) => expected.join() !== heard.join()).length,
      latency: figuresOf(latencies),
    }
  })
}

/** Commits at a fixed rate; returns how long all of them took. */
async function editSteadily(lake: RunningLake, times: Map<string, number>): Promise<number> {
  const start = performance.now()
  for (let number = 0; number < PER_SECOND * SECONDS; number += 1) {
    const wait = start + (number * 1000) / PER_SECOND - performance.now()
    if (wait > 0) await delay(wait)
    else await delay(0)
    const transactionId = `edit-${number}`
    times.set(transactionId, performance.now())
    const patch = {id: `page-${number % PEOPLE}`, inc: {count: 1}}
    lake.commit({mutations: [{patch}], transactionId, author: SYSTEM})
  }
  return performance.now() - start
}
