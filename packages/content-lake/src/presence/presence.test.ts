import {once} from 'node:events'
import {describe, expect, onTestFinished, test} from 'vitest'
import {WebSocket} from 'ws'
import {SYSTEM} from '../access/identities.ts'
import {sessionCookie} from '../http/cookies.ts'
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
      socket.on('message', (data) => next(JSON.parse(String(data))))
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

test('whoever may not see a document does not hear who is in it', async () => {
  const role = {name: 'pages', grants: [{filter: '_type == "page"', permissions: ['read' as const]}]}
  const {lake} = await openNamedLake([role], ['pages', 'viewer'])
  const mutations = ['page', 'note'].map((_type) => ({create: {_id: `drafts.${_type}`, _type}}))
  lake.commit({mutations, author: SYSTEM})
  const sessionOf = (name: string) => lake.sessions.create(lake.users.find(name))
  const as = (name: string) => join(lake, {cookie: sessionCookie(sessionOf(name), {isSecure: false})})
  const [restricted, other] = await Promise.all([as('pages'), as('viewer')])
  await restricted.call('presence_subscribe')
  const at = (documentId: string) => ({type: 'document', documentId, path: ['title']})
  const locations = ['page', 'drafts.page', 'note', 'drafts.note', 'absent'].map(at)
  await other.call('presence_announce', {data: {sessionId: 's', status: 'online', locations}})
  expect((await restricted.heard('state')).params?.result).toEqual({
    ...{type: 'state', i: 'viewer'},
    m: {sessionId: 's', status: 'online', locations: [at('page'), at('drafts.page')]},
  })
})
