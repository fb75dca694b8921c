import {once} from 'node:events'
import {describe, expect, onTestFinished, test} from 'vitest'
import {WebSocket} from 'ws'
import {EDITOR} from '../access/identities.ts'
import type {StartedLake} from '../Lake.ts'
import {clientOf, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {browserHeaders} from '../testing/stubWebSocket.ts'

function connect(lake: StartedLake, path: string, headers: Record<string, string>): WebSocket {
  const socket = new WebSocket(lake.url.replace(/^http/, 'ws') + path, {headers})
  onTestFinished(() => socket.terminate())
  return socket
}

/** `open`, the status of a refused upgrade, or the code with which the socket was closed at once. */
async function outcome(socket: WebSocket): Promise<string | number> {
  socket.on('error', () => {})
  const {promise, resolve} = Promise.withResolvers<string | number>()
  socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
  socket.on('close', (code) => resolve(code))
  socket.on('open', () => socket.ping())
  socket.on('pong', () => resolve('open'))
  return promise
}

describe('attachSockets', () => {
  test('lets in a session from the lake’s own pages, and tokens', async () => {
    const lake = await openTestLake({allowedOrigins: ['http://localhost:3000']})
    for (const path of ['/v1/multiplex', '/v2022-06-30/socket/production?tag=x']) {
      const {cookie = ''} = browserHeaders(lake)
      expect(await outcome(connect(lake, path, browserHeaders(lake)))).toBe('open')
      expect(await outcome(connect(lake, path, {cookie, origin: 'http://localhost:3000'}))).toBe('open')
      expect(await outcome(connect(lake, path, {authorization: `Bearer ${TEST_TOKENS.read}`}))).toBe('open')
    }
  })

  test('closes at once without a session or with a wrong token', async () => {
    const lake = await openTestLake()
    expect(await outcome(connect(lake, '/v1/multiplex', {}))).toBe(4401)
    expect(await outcome(connect(lake, '/v1/socket/production', {origin: lake.url}))).toBe(4401)
    expect(await outcome(connect(lake, '/v1/multiplex', {authorization: 'Bearer wrong'}))).toBe(4401)
  })

  test('refuses pages of other origins, even with the session', async () => {
    const lake = await openTestLake()
    const {cookie = ''} = browserHeaders(lake)
    for (const origin of ['http://localhost:3001', 'https://example.com', 'null']) {
      expect(await outcome(connect(lake, '/v1/multiplex', {cookie, origin}))).toBe(403)
      expect(await outcome(connect(lake, '/v1/socket/production', {cookie, origin}))).toBe(403)
    }
  })

  test('refuses foreign host names, other paths and other datasets', async () => {
    const lake = await openTestLake()
    expect(await outcome(connect(lake, '/v1/multiplex', {...browserHeaders(lake), host: 'lake.example.com'}))).toBe(403)
    const {host} = new URL(lake.url)
    for (const user of ['someone', 'someone:secret', ':secret'])
      expect(await outcome(connect(lake, '/v1/multiplex', {...browserHeaders(lake), host: `${user}@${host}`}))).toBe(
        400,
      )
    expect(await outcome(connect(lake, '/v1/elsewhere', browserHeaders(lake)))).toBe(404)
    expect(await outcome(connect(lake, '/v1/socket/staging', browserHeaders(lake)))).toBe(404)
  })

  test('closes a multiplex socket that does not speak the protocol', async () => {
    const lake = await openTestLake()
    const open = {op: 'open', id: 1, url: '/v1/data/listen/production?query=*', headers: {}}
    const wrong = [
      'hello',
      '{"op":"open","id":1,"url":"/v1/data/mutate/production"}',
      JSON.stringify({...open, id: 'a'}),
    ]
    for (const message of wrong) {
      const socket = connect(lake, '/v1/multiplex', browserHeaders(lake))
      await once(socket, 'open')
      socket.send(message)
      expect((await once(socket, 'close'))[0]).toBe(1008)
    }
    const socket = connect(lake, '/v1/multiplex', browserHeaders(lake))
    await once(socket, 'open')
    socket.send(JSON.stringify(open))
    socket.send(JSON.stringify(open))
    expect((await once(socket, 'close'))[0]).toBe(1008)
  })

  test('opens nothing but event streams, however their address is written', async () => {
    const lake = await openTestLake()
    const {host} = new URL(lake.url)
    const addresses = [
      '/v1/data/listen/../query/production?query=*',
      '/v1/data/live/events/../../query/production?query=*',
      '/v1/data/listen/%2e%2E/export/production',
      '/v1/data/listen/..\\export\\production',
      '/v1\\data\\query\\production?query=*&x=/data/listen/',
      '/v1?x=/data/listen/',
      `/v1/../../../\\${host}/v1/data/listen/production`,
    ]
    for (const url of addresses) {
      const socket = connect(lake, '/v1/multiplex', browserHeaders(lake))
      const answered = Promise.race([
        once(socket, 'close').then(([code]) => code),
        once(socket, 'message').then(([data]) => String(data)),
      ])
      socket.once('open', () => socket.send(JSON.stringify({op: 'open', id: 1, url, headers: {}})))
      expect([url, await answered]).toEqual([url, 1008])
    }
  })

  test('a header that is not one is left out', async () => {
    const lake = await openTestLake()
    const socket = connect(lake, '/v1/multiplex', browserHeaders(lake))
    await once(socket, 'open')
    const headers = {'last-event-id': 'one\r\ntwo', cookie: 'none', origin: 'https://example.com', accept: '*/*'}
    socket.send(JSON.stringify({op: 'open', id: 1, url: '/v1/data/live/events/production?includeDrafts=true', headers}))
    const [frame] = await once(socket, 'message')
    expect(JSON.parse(String(frame))).toMatchObject({id: 1, status: 200})
  })

  test('a tab that stops reading loses its socket, whatever number of streams it has, and others hear all', async () => {
    const lake = await openTestLake()
    const client = clientOf(lake)
    const [stuck, other] = [0, 1].map(() => connect(lake, '/v1/multiplex', browserHeaders(lake)))
    if (!stuck || !other) throw new Error('no sockets')
    await Promise.all([once(stuck, 'open'), once(other, 'open')])
    const open = {op: 'open', url: '/v1/data/listen/production?query=*&includeResult=true', headers: {}}
    let received = 0
    stuck.on('message', (data) => {
      received += String(data).length
    })
    for (const id of [1, 2, 3, 4]) {
      stuck.send(JSON.stringify({...open, id}))
      await once(stuck, 'message')
    }
    const heard = Promise.withResolvers<void>()
    const ids: unknown[] = []
    other.on('message', (data) => {
      const {c = ''} = JSON.parse(String(data))
      const [, id] = /"documentId":"([^"]+)"/.exec(c) ?? []
      if (id && ids.push(id) === 20) heard.resolve()
    })
    other.send(JSON.stringify({...open, id: 1}))
    await once(other, 'message')

    stuck.pause()
    const text = 'x'.repeat(1024 * 1024)
    for (let index = 0; index < 20; index += 1) await client.create({_id: `a${index}`, _type: 'page', text})
    await heard.promise
    expect(ids).toEqual(Array.from({length: 20}, (_, index) => `a${index}`))
    const closed = once(stuck, 'close')
    stuck.resume()
    await closed
    // Each of its four streams would have carried twice 20 MiB. Beyond the 16 MiB there are the system's own buffers.
    expect(received).toBeLessThan(40 * 1024 * 1024)
  })

  test('a stream that falls behind ends alone: the others of its tab go on', async () => {
    const lake = await openTestLake()
    const socket = connect(lake, '/v1/multiplex', browserHeaders(lake))
    await once(socket, 'open')
    const ended: number[] = []
    const heard = Promise.withResolvers<void>()
    socket.on('close', () => heard.reject(new Error('The tab has lost its socket')))
    socket.on('message', (data) => {
      const {id, c = '', end} = JSON.parse(String(data))
      if (end) ended.push(id)
      if (id === 2 && c.includes('"documentId":"small"')) heard.resolve()
    })
    const open = {op: 'open', headers: {}}
    for (const [id, type] of [
      [1, 'large'],
      [2, 'small'],
    ] as const) {
      const query = `query=*[_type=="${type}"]&includeResult=true&includePreviousRevision=true`
      socket.send(JSON.stringify({...open, id, url: `/v1/data/listen/production?${query}`}))
      await once(socket, 'message')
    }
    const commit = (_id: string, _type: string, text: string) =>
      lake.commit({author: EDITOR, mutations: [{createOrReplace: {_id, _type, text}}]})
    const text = 'x'.repeat(1.5 * 1024 * 1024)
    // One after the other in the same turn, so that nothing is read between them. Each event has the text three times.
    for (let index = 0; index < 6; index += 1) commit('large', 'large', `${text}${index}`)
    commit('small', 'small', '')
    await heard.promise
    expect(ended).toEqual([1])
  })

  test('ends its sockets when the lake closes', async () => {
    const lake = await openTestLake()
    const socket = connect(lake, '/v1/multiplex', browserHeaders(lake))
    await once(socket, 'open')
    const closed = once(socket, 'close')
    await lake.close()
    await closed
  })
})
