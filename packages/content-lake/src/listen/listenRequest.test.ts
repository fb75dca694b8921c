import {ChannelError} from '@sanity/client'
import {afterEach, expect, test, vi} from 'vitest'
import {SYSTEM} from '../access/identities.ts'
import {clientOf, openTestLake} from '../testing/openTestLake.ts'
import {recordEvents} from '../testing/recordEvents.ts'
import {compileListenerFilter} from './listenRequest.ts'

/** Goes on for more than eight steps, after which the clock is looked at. */
const query = `*[_type == "page" && count(${Array.from({length: 9}, () => '*[_type == "page"]').join(' + ')}) > 0]`
const page = {
  _id: 'a',
  _type: 'page',
  _rev: 'r',
  _createdAt: '2026-11-21T00:00:00Z',
  _updatedAt: '2026-11-21T00:00:00Z',
}

/** A clock that leaps by a second at each of its readings, as it does for a process that has to wait. */
function leap(): void {
  let seconds = 0
  vi.spyOn(performance, 'now').mockImplementation(() => 1000 * seconds++)
}

/** Processor time that leaps, too, by less than all listeners have together: what is evaluated takes long by itself. */
function work(): void {
  let looks = 0
  vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({user: 30_000 * looks++, system: 0}))
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('a machine that pauses while a filter looks at a document does not end the listener', async () => {
  const lake = await openTestLake()
  const matches = compileListenerFilter({query, params: {}, identity: SYSTEM}, lake)
  leap()
  expect(matches(page)).toBe(true)
})

test('a filter that takes too long each time ends its listener, which is told why', async () => {
  const lake = await openTestLake()
  const recording = recordEvents(clientOf(lake).listen(query, {}, {events: ['welcome']}))
  await recording.count(1)
  leap()
  work()
  lake.commit({mutations: [{create: page}], author: SYSTEM})
  vi.restoreAllMocks()
  await expect(recording.count(2)).rejects.toThrow(ChannelError)
  await expect(recording.count(2)).rejects.toThrow(/filter .* too long/)
})
