import {once} from 'node:events'
import {createClient, type SanityClient} from '@sanity/client'
import {describe, expect, onTestFinished, test, vi} from 'vitest'
import type {StartedLake} from '../Lake.ts'
import {openRelay} from '../testing/openRelay.ts'
import {clientOf, newFolder, openTestLake} from '../testing/openTestLake.ts'
import {recordEvents} from '../testing/recordEvents.ts'
import {browserHeaders, stubWebSocket} from '../testing/stubWebSocket.ts'
import {multiplexFetch} from './index.ts'

const LISTEN = '/v2025-02-19/data/listen/production?query=*'

/** The Studio's client as it runs in a browser: a session instead of a token, event streams over one socket. */
function studioClient(lake: StartedLake): SanityClient {
  const lakeFetch = multiplexFetch(lake.url)
  const {token, ...config} = clientOf(lake).config()
  return createClient({...config, withCredentials: true, resolveFetch: () => lakeFetch})
}

interface Event {
  type: string
  documentId?: string
}

const listen = (client: SanityClient, query: string) =>
  recordEvents<Event>(
    client.listen(query, {}, {events: ['welcome', 'mutation', 'reconnect'], includeAllVersions: true}),
  )

describe('multiplexFetch', () => {
  test('one socket carries all event streams of a tab, with the rights of its session', async () => {
    const lake = await openTestLake()
    const sockets = stubWebSocket(browserHeaders(lake))
    const client = studioClient(lake)
    const recordings = Array.from({length: 10}, (_, index) => listen(client, `*[_type == "page"][0...${index + 1}]`))
    const live = recordEvents<Event>(client.live.events({includeDrafts: true}))
    await Promise.all([...recordings, live].map((recording) => recording.count(1)))
    await clientOf(lake).create({_id: 'drafts.a', _type: 'page', title: '试验🚗'.repeat(2000)})
    for (const recording of recordings) {
      expect(await recording.first(({type}) => type === 'mutation')).toMatchObject({
        documentId: 'drafts.a',
        result: {title: '试验🚗'.repeat(2000)},
      })
    }
    await live.first(({type}) => type === 'message')
    expect(sockets).toHaveLength(1)
  })

  test('when the socket is lost, every listener reconnects over one new socket', async () => {
    const dir = await newFolder()
    const lake = await openTestLake({dir})
    const sockets = stubWebSocket(browserHeaders(lake))
    const client = studioClient(lake)
    const recordings = [listen(client, '*'), listen(client, '*[_type == "page"]')]
    await Promise.all(recordings.map((recording) => recording.count(1)))
    sockets[0]?.terminate()
    await Promise.all(recordings.map((recording) => recording.count(3)))
    for (const recording of recordings) {
      expect(recording.events.map(({type}) => type)).toEqual(['welcome', 'reconnect', 'welcome'])
    }
    expect(sockets).toHaveLength(2)
  })

  test('a lost connection is noticed, though the clock was set back meanwhile', async () => {
    const lake = await openTestLake()
    stubWebSocket(browserHeaders(lake))
    vi.useFakeTimers({toFake: ['setInterval', 'clearInterval', 'Date']})
    onTestFinished(() => void vi.useRealTimers())
    const response = await multiplexFetch(lake.url)(`${lake.url}${LISTEN}`)
    vi.setSystemTime(Date.now() - 24 * 60 * 60_000)
    vi.advanceTimersByTime(20_000)
    expect(await response.text()).toContain('event: welcome')
  })

  test('a stream that its reader leaves ends at the lake too, and the last one closes the socket', async () => {
    const lake = await openTestLake()
    const sockets = stubWebSocket(browserHeaders(lake))
    const lakeFetch = multiplexFetch(lake.url)
    const abort = new AbortController()
    const aborted = await lakeFetch(`${lake.url}${LISTEN}`, {signal: abort.signal})
    const cancelled = await lakeFetch(new Request(`${lake.url}${LISTEN}`))
    expect(aborted.headers.get('content-type')).toMatch('text/event-stream')
    const [socket] = sockets
    if (!socket) throw new Error('no socket was opened')
    const closed = once(socket, 'close')
    abort.abort()
    await expect(aborted.text()).rejects.toMatchObject({name: 'AbortError'})
    await cancelled.body?.cancel()
    await closed
    await expect(lakeFetch(`${lake.url}${LISTEN}`, {signal: abort.signal})).rejects.toMatchObject({name: 'AbortError'})
  })

  test('a refusal reaches the client as the status that plain HTTP would have given', async () => {
    const lake = await openTestLake()
    stubWebSocket(browserHeaders(lake))
    const response = await multiplexFetch(lake.url)(`${lake.url}/v1/data/listen/nowhere?query=*`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({message: expect.stringContaining('nowhere')})
  })

  test('without a session every stream is answered 401, as plain HTTP would', async () => {
    const lake = await openTestLake()
    stubWebSocket({origin: lake.url})
    const lakeFetch = multiplexFetch(lake.url)
    const responses = await Promise.all([lakeFetch(`${lake.url}${LISTEN}`), lakeFetch(`${lake.url}${LISTEN}`)])
    expect(responses.map((response) => response.status)).toEqual([401, 401])
  })

  test('fails like fetch when there is no lake, and works once there is one', async () => {
    const lake = await openTestLake()
    const relay = await openRelay(lake.url)
    stubWebSocket(browserHeaders({url: relay.url, sessions: lake.sessions}))
    const lakeFetch = multiplexFetch(relay.url)
    await lake.close()
    await expect(lakeFetch(`${relay.url}${LISTEN}`)).rejects.toBeInstanceOf(TypeError)
    relay.leadTo((await openTestLake({dir: lake.options.dir})).url)
    expect((await lakeFetch(`${relay.url}${LISTEN}`)).status).toBe(200)
  })

  test('leaves all other requests to fetch', async () => {
    const lake = await openTestLake()
    const sockets = stubWebSocket(browserHeaders(lake))
    const response = await multiplexFetch(lake.url)(`${lake.url}/v1/data/query/production?query=1`)
    expect(await response.json()).toMatchObject({result: 1})
    expect(sockets).toHaveLength(0)
  })
})
