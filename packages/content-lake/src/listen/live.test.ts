import type {LiveEvent} from '@sanity/client'
import {describe, expect, onTestFinished, test, vi} from 'vitest'
import {SYSTEM} from '../access/identities.ts'
import {Roles} from '../roles/Roles.ts'
import {clientOf, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {readEventStream} from '../testing/readEventStream.ts'
import {recordEvents} from '../testing/recordEvents.ts'

describe('live events', () => {
  test('a commit names a tag that the query on the document carries, and a query on another type does not', async () => {
    const lake = await openTestLake()
    const client = clientOf(lake, {token: null})
    const live = recordEvents<LiveEvent>(client.live.events())
    await live.first((event) => event.type === 'welcome')
    const pages = await client.fetch('*[_type == "page"]', {}, {filterResponse: false})
    const claims = await client.fetch('*[_type == "claim"]', {}, {filterResponse: false})
    await clientOf(lake).create({_id: 'a', _type: 'page'})
    const message = await live.first((event) => event.type === 'message')
    if (message.type !== 'message') throw new Error('not a message')
    expect(message.id).not.toBe('')
    expect(message.tags).toEqual(expect.arrayContaining([expect.stringMatching(/^s1:/)]))
    expect(pages.syncTags?.some((tag) => message.tags.includes(tag))).toBe(true)
    expect(claims.syncTags?.some((tag) => message.tags.includes(tag))).toBe(false)
  })

  test('drafts are silent, except for readers who ask for them', async () => {
    const lake = await openTestLake()
    const visitor = recordEvents<LiveEvent>(clientOf(lake, {token: null}).live.events())
    const reader = recordEvents<LiveEvent>(clientOf(lake, {token: TEST_TOKENS.read}).live.events({includeDrafts: true}))
    await Promise.all([visitor.count(1), reader.count(1)])
    const client = clientOf(lake)
    await client.create({_id: 'drafts.a', _type: 'page'})
    await client.create({_id: 'a', _type: 'page'})
    await Promise.all([visitor.count(2), reader.count(3)])
    expect(visitor.events.map((event) => event.type)).toEqual(['welcome', 'message'])
    expect(reader.events.map((event) => event.type)).toEqual(['welcome', 'message', 'message'])
  })

  test('what a transaction changes is worked out once for all streams that may see the same, and sent to each', async () => {
    const lake = await openTestLake()
    let looks = 0
    const canRead = () => {
      looks += 1
      return true
    }
    const permissions = vi.spyOn(Roles.prototype, 'readPermissions')
    onTestFinished(() => permissions.mockRestore())
    const listen = async (key: string) => {
      permissions.mockReturnValue({key, canRead})
      const stream = await readEventStream(`${lake.url}/v2025-02-19/data/live/events/production?includeDrafts=true`, {
        authorization: `Bearer ${TEST_TOKENS.read}`,
      })
      await stream.next()
      return stream
    }
    const streams = [await listen('a'), await listen('b')]
    for (let more = 0; more < 10; more += 1) streams.push(await listen(more % 2 ? 'a' : 'b'))
    lake.commit({mutations: [{create: {_id: 'a', _type: 'page'}}], author: SYSTEM})
    const events = await Promise.all(streams.map((stream) => stream.next()))
    expect(new Set(events.map((event) => JSON.stringify(event))).size).toBe(1)
    const beforeOthers = looks
    for (let more = 0; more < 10; more += 1) await listen('b')
    lake.commit({mutations: [{create: {_id: 'b', _type: 'page'}}], author: SYSTEM})
    // Whatever else looks at it, more streams of the same kind do not.
    expect(looks).toBe(2 * beforeOthers)
  })

  test('an anonymous visitor who asks for drafts is refused', async () => {
    const lake = await openTestLake()
    const response = await fetch(`${lake.url}/v2025-02-19/data/live/events/production?includeDrafts=true`)
    expect(response.status).toBe(401)
  })

  test('a client for which there is no room is told to go away, and hears of changes once there is', async () => {
    const lines: string[] = []
    const lake = await openTestLake({streamLimits: {anonymousPerAddress: 1}, log: (line) => lines.push(line)})
    const url = `${lake.url}/v2025-02-19/data/live/events/production`
    const first = await readEventStream(url)
    const {id = ''} = await first.next()
    const live = recordEvents<LiveEvent>(clientOf(lake, {token: null}).live.events())
    expect(await live.first(() => true)).toMatchObject({
      type: 'goaway',
      data: {reason: expect.stringContaining('1 event')},
    })
    const refused = await fetch(url, {headers: {'last-event-id': id}})
    const text = await refused.text()
    // After half a minute, and from where it was.
    expect([refused.status, text.split('\n').filter((line) => /^(retry|event|id):/.test(line))]).toEqual([
      200,
      ['retry: 1000', 'retry: 30000', 'event: goaway', `id: ${id}`],
    ])
    expect(lake.streams.open).toBe(1)
    expect(lines.filter((line) => line.includes('429')).length).toBeGreaterThan(1)
    live.stop()
    first.close()
    await expect.poll(() => lake.streams.open).toBe(0)
    await clientOf(lake).create({_id: 'a', _type: 'page'})
    const again = await readEventStream(url, {'last-event-id': id})
    expect([(await again.next()).event, (await again.next()).event]).toEqual(['welcome', 'message'])
  })

  test('whoever was away for a moment hears what it has missed, and after a restart has to start anew', async () => {
    const lake = await openTestLake()
    const url = `${lake.url}/v2025-02-19/data/live/events/production`
    const first = await readEventStream(url)
    const {id = ''} = await first.next()
    const unchanged = await readEventStream(url, {'last-event-id': id})
    expect((await unchanged.next()).event).toBe('welcome')
    await clientOf(lake).create({_id: 'a', _type: 'page'})
    const message = await unchanged.next()
    expect(message.event).toBe('message')
    const behind = await readEventStream(url, {'last-event-id': id})
    expect((await behind.next()).event).toBe('welcome')
    expect(await behind.next()).toEqual(message)
    const ofAnotherRun = await readEventStream(url, {'last-event-id': '00000000-1'})
    expect((await ofAnotherRun.next()).event).toBe('welcome')
    expect((await ofAnotherRun.next()).event).toBe('restart')
  })
})
