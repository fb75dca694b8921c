import {once} from 'node:events'
import {setTimeout as delay} from 'node:timers/promises'
import {Worker} from 'node:worker_threads'
import {SYSTEM} from '../src/access/identities.ts'
import type {StartedLake} from '../src/Lake.ts'
import {createDataset} from './dataset.ts'
import {type Figures, figuresOf, rounded} from './measure.ts'
import {now} from './now.ts'
import {withLake} from './openBenchLake.ts'
import type {Heard, TabsSettings} from './tabsThread.ts'

export interface RealtimeResult {
  tabs: number
  listeners: number
  mutations: number
  mutationsPerSecond: number
  /** Processor time of the lake's thread for each mutation with all its events, in milliseconds. */
  processor: number
  events: number
  /** Events that were lost, came twice or in another order than the commits. */
  wrong: number
  /** From before the commit until a listener has the event. */
  latency: Pick<Figures, 'p50' | 'p99'>
}

const TABS = 50
const PER_SECOND = 200
const SECONDS = 20
const PEOPLE = 10

/** The listeners of a tab with an open document, and the edited documents that each follows. */
const listenersOf = (id: string): [query: string, follows: (edited: string) => boolean][] => [
  [`*[_id in ["${id}", "drafts.${id}"]]`, (edited) => edited === id],
  ['*[_type == "page"]', () => true],
  ['*[!(_id in path("_.**"))]', () => true],
  ['*[_type == "settings"]', () => false],
]

/** Fifty tabs with four listeners each, in a thread of their own, and two hundred mutations a second for a while. */
export function realtime(): Promise<RealtimeResult> {
  const {documents} = createDataset(2000)
  return withLake(documents, async (lake) => {
    const tabs = Array.from({length: TABS}, (_, tab) => listenersOf(`page-${tab % PEOPLE}`))
    const settings: TabsSettings = {url: lake.url, tabs: tabs.map((listeners) => listeners.map(([query]) => query))}
    const thread = new Worker(new URL('./tabsThread.ts', import.meta.url), {workerData: settings})
    await once(thread, 'message')
    const edits: Edit[] = []
    const before = process.threadCpuUsage()
    const took = await editSteadily(lake, edits)
    await delay(1000)
    const {user, system} = process.threadCpuUsage(before)
    thread.postMessage('stop')
    const [heard]: Heard[][] = await once(thread, 'message')
    const follows = tabs.flatMap((listeners) => listeners.map(([, followed]) => followed))
    const expected = follows.map((isFollowed) => edits.filter(({id}) => isFollowed(id)).map(({eventId}) => eventId))
    const committedAt = new Map(edits.map(({eventId, at}) => [eventId, at]))
    const latencies = (heard ?? []).flatMap(({ids, times}) =>
      ids.map((id, index) => (times[index] ?? Number.NaN) - (committedAt.get(id) ?? Number.NaN)),
    )
    return {
      tabs: TABS,
      listeners: follows.length,
      mutations: edits.length,
      mutationsPerSecond: Math.round((edits.length / took) * 1000),
      processor: rounded((user + system) / 1000 / edits.length),
      events: latencies.length,
      wrong: expected.filter((ids, index) => ids.join() !== heard?.[index]?.ids.join()).length,
      latency: figuresOf(latencies),
    }
  })
}

interface Edit {
  id: string
  eventId: string
  /** From before the commit. */
  at: number
}

/** Commits at a fixed rate; returns how long all of them took. */
async function editSteadily(lake: StartedLake, edits: Edit[]): Promise<number> {
  const start = performance.now()
  for (let number = 0; number < PER_SECOND * SECONDS; number += 1) {
    const wait = start + (number * 1000) / PER_SECOND - performance.now()
    await delay(Math.max(0, wait))
    const transactionId = `edit-${number}`
    const id = `page-${number % PEOPLE}`
    edits.push({id, eventId: `${transactionId}#${id}`, at: now()})
    lake.commit({mutations: [{patch: {id, inc: {count: 1}}}], transactionId, author: SYSTEM})
  }
  return performance.now() - start
}
