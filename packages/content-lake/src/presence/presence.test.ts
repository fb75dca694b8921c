import {once} from 'node:events'
import {describe, expect, onTestFinished, test} from 'vitest'
import {WebSocket} from 'ws'
import {SYSTEM} from '../access/identities.ts'
import {sessionCookie} from '../http/request.ts'
import type {StartedLake} from '../Lake.ts'
import {openNamedLake} from '../testing/openNamedLake.ts'
import {openTestLake} from '../testing/openTestLake.ts'
import {recordEvents} from '../testing/recordEvents.ts'
import {browserHeaders} from '../testing/stubWebSocket.ts'

interface Message {
  id?: string
  method?: string
  params?: {subscription: string; result: unknown}
  result?: unknown
  error?: {code: number}
}

/** A Studio's presence connection. */
async function join(lake: StartedLake, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${lake.url.replace(/^http/, 'ws')}/v2022-06-30/socket/production`, {
    headers: {...browserHeaders(lake), ...headers},
  })
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  const messages = recordEvents<Message>({
    subscribe({next}) {
      socket.on('message', (data) => {
        if (String(data) !== '♥') next(JSON.parse(String(data)))
      })
      return {unsubscribe: () => socket.removeAllListeners('message')}
    },
  })
  let calls = 0
  const call = async (method: string, params: object = {}) => {
    calls += 1
    const id = `call-${calls}`
    socket.send(JSON.stringify({jsonrpc: '2.0', id, method, params}))
    return messages.first((message) => message.id === id)
  }
  const heard = (type: string) =>
    messages.first(
      ({params}) => typeof params?.result === 'object' && JSON.stringify(params.result).includes(`"${type}"`),
    )
  return {socket, call, heard, messages}
}

describe('presence', () => {
  test('a Studio hears who asks, where others are, and when they leave', async () => {
    const lake = await openTestLake()
    const [first, second] = await Promise.all([join(lake), join(lake)])
    const {result: subscription} = await first.call('presence_subscribe')
    expect(await second.call('presence_rollcall', {session: 's2'})).toMatchObject({result: true})
    expect(await first.heard('rollCall')).toEqual({
      jsonrpc: '2.0',
      method: 'presence_subscription',
      params: {subscription, result: {type: 'rollCall', i: 'local-editor', session: 's2'}},
    })
    const data = {sessionId: 's2', locations: [{type: 'document', documentId: 'a', path: ['title']}]}
    await second.call('presence_announce', {data})
    expect((await first.heard('state')).params?.result).toEqual({type: 'state', i: 'local-editor', m: data})
    second.socket.close()
    expect((await first.heard('disconnect')).params?.result).toEqual({
      type: 'disconnect',
      i: 'local-editor',
      m: {session: 's2'},
    })
  })

  test('a subscription ends when its owner says so', async () => {
    const lake = await openTestLake()
    const [first, second] = await Promise.all([join(lake), join(lake)])
    const {result: subscriptionId} = await first.call('presence_subscribe')
    expect((await second.call('presence_unsubscribe', {subscriptionId})).result).toBe(false)
    expect((await first.call('presence_unsubscribe', {subscriptionId})).result).toBe(true)
    await second.call('presence_disconnect', {session: 's2'})
    await first.call('presence_rollcall', {session: 's1'})
    expect(first.messages.events.some((message) => message.method === 'presence_subscription')).toBe(false)
  })

  test('calls that make no sense are answered with the error that JSON-RPC has for them', async () => {
    const lake = await openTestLake()
    const {call, socket, messages} = await join(lake)
    expect((await call('presence_levitate')).error?.code).toBe(-32601)
    expect((await call('presence_announce', {data: 'here'})).error?.code).toBe(-32602)
    socket.send('not JSON')
    socket.send('{"id": 7}')
    await messages.first(({error}) => error?.code === -32700)
    await messages.first(({error}) => error?.code === -32600)
  })
})

describe('somebody with little right', () => {
  const announce = (sessionId: string) => ({data: {sessionId, status: 'online', locations: []}})

  test('cannot take another person out of what Studios show, nor speak for their tab', async () => {
    const {lake} = await openNamedLake([], ['viewer', 'editor'])
    const as = (name: string) => {
      const session = lake.sessions.create(lake.users.find(name))
      return join(lake, {cookie: sessionCookie(session, lake)})
    }
    const [viewer, editor, onlooker] = await Promise.all([as('viewer'), as('editor'), as('editor')])
    await onlooker.call('presence_subscribe')
    await editor.call('presence_announce', announce('tab of the editor'))
    expect((await viewer.call('presence_disconnect', {session: 'tab of the editor'})).result).toBe(false)
    expect((await viewer.call('presence_announce', announce('tab of the editor'))).error?.code).toBe(-32602)
    viewer.socket.close()
    await once(viewer.socket, 'close')
    // The tab itself may come back on another socket, and the end of its first one is not its own.
    const again = await as('editor')
    expect((await again.call('presence_announce', announce('tab of the editor'))).result).toBe(true)
    editor.socket.close()
    await once(editor.socket, 'close')
    await again.call('presence_rollcall', {session: 'the last thing heard'})
    await onlooker.heard('rollCall')
    const heard = onlooker.messages.events.flatMap(({params}) => (params ? JSON.stringify(params.result) : []))
    expect(heard.filter((event) => event.includes('disconnect'))).toEqual([])
    expect(heard.filter((event) => event.includes('"i":"viewer"'))).toEqual([])
  })

  test('holds no more subscriptions and sessions than Studios do', async () => {
    const {call} = await join(await openTestLake())
    const ids = Array.from({length: 11}, (_, index) => `s${index}`)
    const outcomes = async (ask: (id: string) => Promise<Message>) =>
      (await Promise.all(ids.map(ask))).filter(({error}) => error).length
    expect(await outcomes(() => call('presence_subscribe'))).toBe(9)
    expect(await outcomes((id) => call('presence_announce', announce(id)))).toBe(1)
    expect((await call('presence_announce', announce('s0'))).result).toBe(true)
    expect((await call('presence_disconnect', {session: 's0'})).result).toBe(true)
    expect((await call('presence_announce', announce('s'.repeat(129)))).error?.code).toBe(-32602)
    for (const method of ['presence_rollcall', 'presence_disconnect']) {
      expect((await call(method, {session: 's'.repeat(129)})).error?.code).toBe(-32602)
      expect((await call(method, {session: 's'.repeat(128)})).error).toBeUndefined()
    }
    expect((await call('presence_announce', announce('s11'))).result).toBe(true)
  })

  test('takes no more places of one tab than a Studio can show: each is looked up for everybody with roles', async () => {
    const {call} = await join(await openTestLake())
    const at = (count: number) => ({
      sessionId: 's',
      locations: Array.from({length: count}, () => ({type: 'document', documentId: 'a', path: []})),
    })
    expect((await call('presence_announce', {data: at(50)})).result).toBe(true)
    expect((await call('presence_announce', {data: at(51)})).error?.code).toBe(-32602)
  })

  test('loses the socket from which it reads nothing, rather than fill the memory', async () => {
    const lake = await openTestLake()
    const [stuck, other] = await Promise.all([join(lake), join(lake)])
    let received = 0
    stuck.socket.on('message', (data) => {
      received += String(data).length
    })
    await stuck.call('presence_subscribe')
    stuck.socket.pause()
    const data = {sessionId: 's', status: 'online', locations: [], text: 'x'.repeat(60_000)}
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(Array.from({length: 50}, () => other.call('presence_announce', {data})))
    }
    const closed = once(stuck.socket, 'close')
    stuck.socket.resume()
    await closed
    // 60 MB were sent. Beyond the 1 MiB there are the system's own buffers.
    expect(received).toBeLessThan(14 * 1024 * 1024)
  })
})

test('nothing more is heard of somebody whose session has ended, though their tab goes on', async () => {
  const lake = await openTestLake()
  const session = lake.sessions.create()
  const [ended, other] = await Promise.all([join(lake, {cookie: sessionCookie(session, lake)}), join(lake)])
  await other.call('presence_subscribe')
  const closed = once(ended.socket, 'close')
  lake.sessions.end(session)
  // Sent before the tab has heard that it is to close, and so read by the lake before its answer to that.
  const params = {data: {sessionId: 's', locations: []}}
  ended.socket.send(JSON.stringify({jsonrpc: '2.0', id: 'late', method: 'presence_announce', params}))
  await closed
  await other.call('presence_rollcall', {session: 'other'})
  await other.heard('rollCall')
  expect(other.messages.events.filter(({params}) => JSON.stringify(params)?.includes('"state"'))).toEqual([])
})

test('whoever may not see a document does not hear who is in it', async () => {
  const role = {name: 'pages', grants: [{filter: '_type == "page"', permissions: ['read' as const]}]}
  const own = {
    name: 'own',
    grants: [{filter: '_id == "drafts.note" && identity() == "own"', permissions: ['read' as const]}],
  }
  const {lake} = await openNamedLake([role, own], ['pages', 'own', 'viewer'])
  const ids = ['drafts.page', 'drafts.note', 'drafts.news', 'news']
  const mutations = ids.map((_id) => ({create: {_id, _type: _id.replace('drafts.', '')}}))
  lake.commit({mutations, author: SYSTEM})
  const sessionOf = (name: string) => lake.sessions.create(lake.users.find(name))
  const as = (name: string) => join(lake, {cookie: sessionCookie(sessionOf(name), lake)})
  const [restricted, owner, other] = await Promise.all([as('pages'), as('own'), as('viewer')])
  for (const tab of [restricted, owner, other]) await tab.call('presence_subscribe')
  const at = (documentId: string) => ({type: 'document', documentId, path: ['title']})
  const locations = ['page', 'drafts.page', 'note', 'drafts.note', 'drafts.news', 'absent'].map(at)
  await other.call('presence_announce', {data: {sessionId: 's', status: 'online', locations}})
  const heard = async ({heard}: typeof other) => (await heard('state')).params?.result
  const state = (locations: object[]) => ({
    type: 'state',
    i: 'viewer',
    m: {sessionId: 's', status: 'online', locations},
  })
  // What is published may be read by everybody, and so may be known who is in its draft.
  const everybodys = at('drafts.news')
  expect(await heard(restricted)).toEqual(state([at('page'), at('drafts.page'), everybodys]))
  expect(await heard(owner)).toEqual(state([at('note'), at('drafts.note'), everybodys]))
  expect(await heard(other)).toEqual(state(locations))
})
