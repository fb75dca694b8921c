import {once} from 'node:events'
import {expect, onTestFinished, test, vi} from 'vitest'
import {WebSocket} from 'ws'
import {sessionCookie} from '../http/request.ts'
import fc from '../testing/fastCheck.ts'
import {openNamedLake} from '../testing/openNamedLake.ts'
import {openReceiver} from '../testing/openReceiver.ts'
import {movedCookie, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'

const RUNS = 10 * Number(process.env.FUZZ_FACTOR || 1)
const MINUTE = 60_000

type Event =
  /** From now on the disk refuses all writes, or takes them. */
  | {kind: 'refuse' | 'take'}
  | {kind: 'write' | 'signIn'}
  | {kind: 'signOut' | 'connect'; session: number}
  /** More than a day ends sessions. */
  | {kind: 'wait'; hours: number}

const session = fc.nat(3)
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({kind: fc.constantFrom('refuse', 'take')}),
  fc.record({kind: fc.constantFrom('write', 'signIn')}),
  fc.record({kind: fc.constantFrom('signOut', 'connect'), session}),
  fc.record({kind: fc.constant('wait'), hours: fc.constantFrom(1, 25)}),
)

/** Lives through the events with sessions, sockets, event streams, a webhook and all timers. */
async function live(events: readonly Event[]): Promise<void> {
  const {url, count} = await openReceiver()
  const {lake, file} = await openNamedLake(
    [{name: 'author', grants: [{filter: 'defined(_id)', permissions: ['read', 'create']}]}],
    ['author'],
    {webhooks: [{name: 'site', url, secret: 'secret', on: ['create']}]},
  )
  const ending = new AbortController()
  const taken: string[] = []
  const sessions: {cookie: string; isOver: boolean; isStored: boolean}[] = []
  let isRefusing = false

  const write = async (_id: string) => {
    const {status} = await fetch(`${lake.url}/v1/data/mutate/production`, {
      method: 'POST',
      headers: {authorization: `Bearer ${TEST_TOKENS.write}`, 'content-type': 'application/json'},
      body: JSON.stringify({mutations: [{create: {_id, _type: 'page'}}]}),
    })
    expect(status).toBe(isRefusing ? 507 : 200)
    if (status === 200) taken.push(_id)
  }
  const refuse = (isOn: boolean) => {
    isRefusing = isOn
    lake.database.exec(`PRAGMA query_only = ${isOn}`)
  }

  for (const [index, happened] of events.entries()) {
    const own = 'session' in happened ? sessions[happened.session] : undefined
    if (happened.kind === 'refuse' || happened.kind === 'take') refuse(happened.kind === 'refuse')
    else if (happened.kind === 'write') await write(`page-${index}`)
    else if (happened.kind === 'signIn') {
      const [cookie = ''] = sessionCookie(lake.sessions.create(lake.users.find('author')), lake).split(';')
      sessions.push({cookie, isOver: false, isStored: !isRefusing})
    } else if (happened.kind === 'wait') {
      if (happened.hours > 24) for (const one of sessions) one.isOver = true
      vi.setSystemTime(Date.now() + happened.hours * 60 * MINUTE)
      vi.advanceTimersByTime(MINUTE)
    } else if (own) {
      const headers = {cookie: own.cookie, origin: lake.url}
      if (happened.kind === 'signOut') {
        expect((await fetch(`${lake.url}/v1/auth/logout`, {method: 'POST', headers})).status).toBe(200)
        own.isOver = true
      } else {
        await fetch(`${lake.url}/v1/data/listen/production?query=*`, {headers, signal: ending.signal})
        const socket = new WebSocket(`${lake.url.replace('http', 'ws')}/v1/multiplex`, {headers})
        onTestFinished(() => socket.terminate())
        const outcome = await Promise.race([once(socket, 'close').then(([code]) => code), isOpen(socket)])
        expect(outcome).toBe(own.isOver ? 4401 : 'open')
      }
    }
  }

  refuse(false)
  await write('last')
  const calls = await count(taken.length)
  expect(calls.map(({headers}) => headers['sanity-document-id'])).toEqual(taken)
  ending.abort()
  await lake.close()
  const again = await openTestLake({dir: lake.options.dir, users: file})
  for (const {cookie, isOver, isStored} of sessions) {
    const {status} = await fetch(`${again.url}/v1/users/me`, {headers: {cookie: movedCookie(cookie, again)}})
    if (isOver || isStored) expect(status).toBe(isOver ? 401 : 200)
  }
  await again.close()
}

/** A socket that is closed at once is open before it hears of that: only then comes the answer to its ping. */
async function isOpen(socket: WebSocket): Promise<'open'> {
  await once(socket, 'open')
  socket.ping()
  await once(socket, 'pong')
  return 'open'
}

test('while the disk refuses writes nothing ends the lake, and afterwards nothing is missing or comes back', async () => {
  vi.useFakeTimers({toFake: ['Date', 'setInterval', 'clearInterval']})
  onTestFinished(() => void vi.useRealTimers())
  await fc.assert(fc.asyncProperty(fc.array(event, {minLength: 6, maxLength: 20}), live), {
    numRuns: RUNS,
    endOnFailure: true,
  })
})
