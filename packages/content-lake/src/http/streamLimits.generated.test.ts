import {once} from 'node:events'
import {connect} from 'node:net'
import {expect, test} from 'vitest'
import {WebSocket} from 'ws'
import {STREAMS} from '../access/ConcurrencyLimits.ts'
import {ANONYMOUS} from '../access/identities.ts'
import type {StartedLake} from '../Lake.ts'
import fc from '../testing/fastCheck.ts'
import {openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'

const ROUNDS = 12 * Number(process.env.FUZZ_FACTOR || 1)
const LISTEN = '/v2025-02-19/data/listen/production?query=*'
const LIVE = '/v2025-02-19/data/live/events/production'
const WRITE = {authorization: `Bearer ${TEST_TOKENS.write}`}

/** Something that holds streams, how many, and a way for it to end. */
interface Held {
  streams: number
  end: () => void
}

type Opener = (lake: StartedLake, path: string, headers: Record<string, string>) => Promise<Held>

/** By `fetch`, which is aborted. */
const byFetch: Opener = async (lake, path, headers) => {
  const abort = new AbortController()
  const {body} = await fetch(lake.url + path, {headers, signal: abort.signal})
  const reader = body?.getReader()
  await reader?.read()
  return {streams: 1, end: () => abort.abort()}
}

/** By a plain socket, which breaks off, or only stops sending and is gone when it is written to. */
const bySocket =
  (breakOff: boolean): Opener =>
  async (lake, path, headers) => {
    const {port, hostname} = new URL(lake.url)
    const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname)
    socket.on('error', () => {})
    await once(socket, 'connect')
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`)
    await once(socket, 'data')
    return {streams: 1, end: () => (breakOff ? socket.resetAndDestroy() : socket.destroy())}
  }

/** By a socket of a tab, on which one stream is closed before all end with it. */
const byTab =
  (ending: 'close' | 'terminate' | 'wrong frame'): Opener =>
  async (lake, path) => {
    const socket = new WebSocket(`${lake.url.replace(/^http/, 'ws')}/v1/multiplex`, {headers: WRITE})
    socket.on('error', () => {})
    await once(socket, 'open')
    const open = (id: number) => socket.send(JSON.stringify({op: 'open', id, url: path, headers: {}}))
    const frames: {id: number; end?: boolean}[] = []
    socket.on('message', (data) => frames.push(JSON.parse(String(data))))
    for (const id of [1, 2, 3]) open(id)
    await expect.poll(() => [1, 2, 3].every((id) => frames.some((frame) => frame.id === id))).toBe(true)
    socket.send(JSON.stringify({op: 'close', id: 2}))
    const end = () => {
      if (ending === 'close') socket.close()
      else if (ending === 'terminate') socket.terminate()
      else socket.send('nonsense')
    }
    return {streams: 3, end}
  }

const byPresence: Opener = async (lake) => {
  const socket = new WebSocket(`${lake.url.replace(/^http/, 'ws')}/v1/socket/production`, {headers: WRITE})
  socket.on('error', () => {})
  await once(socket, 'open')
  return {streams: 1, end: () => socket.terminate()}
}

/** Short-lived requests, which are not counted. */
const atOnce =
  (method: string, suffix: string): Opener =>
  async (lake, path, headers) => {
    const response = await fetch(lake.url + path + suffix, {method, headers})
    await response.body?.cancel()
    return {streams: 0, end: () => {}}
  }

/** Without a session, which is closed by the lake; the other side never answers to that. */
const byStranger: Opener = async (lake) => {
  const socket = new WebSocket(`${lake.url.replace(/^http/, 'ws')}/v1/multiplex`)
  socket.on('error', () => {})
  await once(socket, 'close')
  return {streams: 0, end: () => {}}
}

const OPENERS: Opener[] = [
  byFetch,
  bySocket(true),
  bySocket(false),
  byTab('close'),
  byTab('terminate'),
  byTab('wrong frame'),
  byPresence,
  byStranger,
  atOnce('HEAD', ''),
  atOnce('GET', '&query=*[&$x=1'),
]

test('the count of open streams is exact, however they begin and end', async () => {
  const lake = await openTestLake()
  const step = fc.record({
    opener: fc.constantFrom(...OPENERS),
    path: fc.constantFrom(LISTEN, LIVE, `${LISTEN}&includeResult=true`),
    headers: fc.constantFrom<Record<string, string>>({}, WRITE),
    endsNow: fc.boolean(),
    commits: fc.boolean(),
  })
  const author = {id: 'test', name: 'Test', rights: 'write'} as const
  await fc.assert(
    fc.asyncProperty(fc.array(step, {minLength: 1, maxLength: 12}), async (steps) => {
      const held: Held[] = []
      const count = () => held.reduce((sum, {streams}) => sum + streams, 0)
      for (const {opener, path, headers, endsNow, commits} of steps) {
        // A wrong query is of listeners alone.
        const opened = await opener(lake, opener === OPENERS.at(-1) ? LISTEN : path, headers)
        if (commits) lake.commit({mutations: [{createOrReplace: {_id: 'a', _type: 'page'}}], author})
        if (endsNow) opened.end()
        else held.push(opened)
        await expect.poll(() => lake.streams.open - count()).toBe(0)
      }
      for (const {end} of held) end()
      await expect.poll(() => lake.streams.open).toBe(0)
      // The address has all of its room again.
      for (const identity of [author, ANONYMOUS]) {
        const {perAddress, anonymousPerAddress} = STREAMS
        lake.streams.take(identity, '127.0.0.1', identity === ANONYMOUS ? anonymousPerAddress : perAddress)()
      }
    }),
    {numRuns: ROUNDS, endOnFailure: true},
  )
})
