import {createClient, type MutationEvent, type SanityClient} from '@sanity/client'
import {describe, expect, onTestFinished, test} from 'vitest'
import {multiplexFetch} from '../browser/index.ts'
import type {Lake} from '../Lake.ts'
import {openRelay} from '../testing/openRelay.ts'
import {clientOf, newFolder, openTestLake} from '../testing/openTestLake.ts'
import {type Recording, recordEvents} from '../testing/recordEvents.ts'
import {browserHeaders, stubWebSocket} from '../testing/stubWebSocket.ts'
import type {Transaction} from '../types.ts'

type TabEvent = Partial<Omit<MutationEvent, 'type'>> & {type: string}

/** A browser tab with a Studio: a session instead of a token, and all event streams over one socket of its own. */
function openTab(lake: {url: string}): SanityClient {
  const lakeFetch = multiplexFetch(lake.url)
  const {token, ...config} = clientOf(lake).config()
  return createClient({...config, withCredentials: true, resolveFetch: () => lakeFetch})
}

interface ListenOptions {
  params?: Record<string, unknown>
  includeResult?: boolean
}

/** A listener as the Studio opens them: all versions, and resumed where it was cut off. */
function listenIn(tab: SanityClient, query: string, options: ListenOptions = {}): Recording<TabEvent> {
  const {params = {}, includeResult = false} = options
  return recordEvents<TabEvent>(
    tab.listen(query, params, {
      events: ['welcome', 'welcomeback', 'reset', 'reconnect', 'mutation'],
      includeAllVersions: true,
      effectFormat: 'mendoza',
      enableResume: true,
      includeResult,
    }),
  )
}

const mutationsOf = ({events}: Recording<TabEvent>): TabEvent[] => events.filter(({type}) => type === 'mutation')

const TABS = 50
const DOCUMENTS = 10
const MUTATIONS = 200
const AT_ONCE = 8

/** The commits, in order. */
function recordCommits(lake: Lake): Transaction[] {
  const commits: Transaction[] = []
  onTestFinished(lake.onTransaction((transaction) => commits.push(transaction)))
  return commits
}

/** Edits by several people at a time, some of several documents at once; no more than a fixed number of them. */
async function edit(lake: {url: string}, amount: number): Promise<void> {
  const client = clientOf(lake)
  let next = 0
  const editor = async () => {
    while (next < amount) {
      const number = next++
      const ids = number % 10 === 0 ? [0, 1, 2] : [number]
      const patches = ids.map((id) => ({patch: {id: `drafts.page-${id % DOCUMENTS}`, inc: {count: 1}}}))
      await client.mutate(patches as Parameters<typeof client.mutate>[0], {returnDocuments: false})
    }
  }
  await Promise.all(Array.from({length: AT_ONCE}, editor))
}

async function createPages(lake: Lake): Promise<void> {
  const client = clientOf(lake)
  const transaction = client.transaction()
  for (let index = 0; index < DOCUMENTS; index += 1) {
    transaction.create({_id: `drafts.page-${index}`, _type: index % 2 ? 'page' : 'post', count: 0, title: '试验委托'})
  }
  await transaction.commit()
}

/** The events that a listener to some documents must have had: `transaction#document`, in the order of the commits. */
const expected = (commits: readonly Transaction[], follows: (id: string) => boolean): string[] =>
  commits.flatMap(({id, changes}) =>
    changes.filter(({documentId}) => follows(documentId)).map(({documentId}) => `${id}#${documentId}`),
  )

const eventIds = (events: readonly TabEvent[]) => events.map(({eventId}) => eventId)

const isOdd = (id: string) => Number(id.split('-')[1]) % 2 === 1

/** Every event leads from the revision of the one before, for each document. */
function expectChains(events: readonly TabEvent[]): void {
  const revisions = new Map<string | undefined, string | undefined>()
  for (const {documentId, previousRev, resultRev} of events) {
    if (revisions.has(documentId)) expect(previousRev).toBe(revisions.get(documentId))
    revisions.set(documentId, resultRev)
  }
}

const welcomed = (recording: Recording<TabEvent>) => recording.first(({type}) => type === 'welcome')

describe('realtime', () => {
  test('fifty tabs with four listeners each hear of two hundred edits: all of them, once, in order', async () => {
    const lake = await openTestLake()
    const sockets = stubWebSocket(browserHeaders(lake))
    await createPages(lake)
    const tabs = Array.from({length: TABS}, (_, index) => {
      const tab = openTab(lake)
      const id = `page-${index % DOCUMENTS}`
      const follow = (query: string, follows: (id: string) => boolean, options = {}) => ({
        follows,
        recording: listenIn(tab, query, options),
      })
      return [
        follow('*[_id in [$id, "drafts." + $id]]', (known) => known === `drafts.${id}`, {
          params: {id},
          includeResult: true,
        }),
        follow('*[_type == "page"]', isOdd),
        follow('*[!(_id in path("_.**"))]', () => true),
        follow('*[_type == "settings"]', () => false),
      ]
    }).flat()
    await Promise.all(tabs.map(({recording}) => welcomed(recording)))
    expect(sockets).toHaveLength(TABS)

    const commits = recordCommits(lake)
    await edit(lake, MUTATIONS)
    expect(commits).toHaveLength(MUTATIONS)
    for (const {follows, recording} of tabs) {
      const all = expected(commits, follows)
      await recording.count(1 + all.length)
      expect(eventIds(mutationsOf(recording))).toEqual(all)
      expectChains(mutationsOf(recording))
    }
  })

  test('listeners whose socket is cut in the middle go on where they were, and miss nothing', async () => {
    const lake = await openTestLake()
    const sockets = stubWebSocket(browserHeaders(lake))
    await createPages(lake)
    const tabs = Array.from({length: 4}, () => openTab(lake))
    const listeners = tabs.flatMap((tab) => [
      {follows: () => true, recording: listenIn(tab, '*')},
      {follows: isOdd, recording: listenIn(tab, '*[_type == "page"]', {includeResult: true})},
    ])
    await Promise.all(listeners.map(({recording}) => welcomed(recording)))
    const commits = recordCommits(lake)
    const edits = edit(lake, 100)
    await Promise.all(listeners.map(({recording}) => recording.first(({type}) => type === 'mutation')))
    for (const socket of sockets.slice(0, 3)) socket.terminate()
    await edits
    for (const [index, {follows, recording}] of listeners.entries()) {
      const all = expected(commits, follows)
      await recording.first(({eventId}) => eventId === all.at(-1))
      // Where all edits were made before the cut, it comes last.
      if (index < 6) await recording.first(({type}) => type === 'welcomeback')
      expect(eventIds(mutationsOf(recording))).toEqual(all)
      const others = recording.events.map(({type}) => type).filter((type) => type !== 'mutation')
      expect(others).toEqual(index < 6 ? ['welcome', 'reconnect', 'welcomeback'] : ['welcome'])
    }
  })

  test('after a restart of the lake every listener is told to start anew, and hears all from then on', async () => {
    const dir = await newFolder()
    const lake = await openTestLake({dir})
    const relay = await openRelay(lake.url)
    stubWebSocket(browserHeaders({url: relay.url, sessions: lake.sessions}))
    await createPages(lake)
    const recordings = Array.from({length: 5}, () => openTab(relay)).flatMap((tab) => [
      listenIn(tab, '*'),
      listenIn(tab, '*[_type == "page"]'),
    ])
    await Promise.all(recordings.map(welcomed))
    await edit(lake, 5)
    await lake.close()
    const again = await openTestLake({dir})
    relay.leadTo(again.url)
    await Promise.all(recordings.map((recording) => recording.first(({type}) => type === 'reset')))
    const commits = recordCommits(again)
    await edit(again, 20)
    for (const [index, recording] of recordings.entries()) {
      const all = expected(commits, index % 2 ? isOdd : () => true)
      await recording.first(({eventId}) => eventId === all.at(-1))
      const reset = recording.events.findIndex(({type}) => type === 'reset')
      expect(eventIds(recording.events.slice(reset + 1))).toEqual(all)
    }
  })
})
