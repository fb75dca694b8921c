import {once} from 'node:events'
import {type RequestOptions, request} from 'node:http'
import {connect} from 'node:net'
import {createClient} from '@sanity/client'
import {describe, expect, onTestFinished, test, vi} from 'vitest'
import fc from '../testing/fastCheck.ts'
import {clientOf, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {readEventStream} from '../testing/readEventStream.ts'
import {recordEvents} from '../testing/recordEvents.ts'
import {rejection} from '../testing/rejection.ts'

const SITE = 'http://localhost:3000'
const PIXEL = 'R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs='
const writing = {authorization: `Bearer ${TEST_TOKENS.write}`}

test('an unknown dataset is a 404 that names it, for reading and writing', async () => {
  const client = clientOf(await openTestLake()).withConfig({dataset: 'staging'})
  const requests = [() => client.fetch('*'), () => client.create({_type: 'page'}), () => client.getDocument('a')]
  for (const send of requests) {
    expect(await rejection(send())).toMatchObject({
      status: 404,
      description: expect.stringContaining('Dataset "staging" not found for project ID "local"'),
    })
  }
})

test('an unknown path is a 404 that names it', async () => {
  const lake = await openTestLake()
  const response = await fetch(`${lake.url}/v1/nowhere`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({statusCode: 404, message: expect.stringContaining('GET /v1/nowhere')})
})

test.each([
  'data/live/events/production?includeDrafts=1',
  'data/history/production/transactions/a?reverse=1',
  'data/history/production/transactions/a?includeIdentifiedDocumentsOnly=yes',
  'data/history/production/transactions/a?excludeMutations=',
  'data/history/production/documents/a?lastRevision=1',
  'data/query/production?query=1&returnQuery=0',
  'data/query/production?query=1&resultSourceMap=yes',
])('an option for reading that is neither true nor false is refused, not off in silence: %s', async (path) => {
  const lake = await openTestLake()
  const response = await fetch(`${lake.url}/v2025-02-19/${path}`, {headers: writing})
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('has to be true or false')
})

test.each([
  'includeResult=1',
  'includePreviousRevision=yes',
  'includeMutations=no',
  'includeAllVersions=1',
  'enableResume=TRUE',
])('an option of a listener that is neither true nor false fails it with the reason: %s', async (option) => {
  const lake = await openTestLake()
  const stream = await readEventStream(`${lake.url}/v2025-02-19/data/listen/production?query=*&${option}`, writing)
  expect(await stream.next()).toMatchObject({
    event: 'channelError',
    data: {message: expect.stringContaining('has to be true or false')},
  })
})

test('a second slash before the version, as `sanity migration run` sends, changes nothing, guards included', async () => {
  const lake = await openTestLake()
  await clientOf(lake).create({_id: 'a', _type: 'page'})
  const ask = (path: string, headers?: Record<string, string>) => fetch(`${lake.url}/${path}`, {headers: headers ?? {}})
  const response = await ask('/v2024-01-29/data/export/production', writing)
  expect(await response.json()).toMatchObject({_id: 'a'})
  expect((await ask('/v1/data/export/staging', writing)).status).toBe(404)
  expect((await ask('/v1/users/me')).status).toBe(401)
  expect((await ask('/v1/users/me', {origin: 'http://evil.example'})).status).toBe(403)
})

test('changes need write rights: 401 without a token, 403 with one for reading', async () => {
  const lake = await openTestLake()
  const create = (token: string | null) => rejection(clientOf(lake, {token}).create({_type: 'page'}))
  expect((await create(null)).status).toBe(401)
  expect((await create(TEST_TOKENS.read)).status).toBe(403)
  expect((await create('wrong')).status).toBe(401)
  const publish = {actionType: 'sanity.action.document.publish', draftId: 'drafts.a', publishedId: 'a'} as const
  expect((await rejection(clientOf(lake, {token: null}).action(publish))).status).toBe(401)
})

test('a change is refused if it names another person than is signed in, whatever it would change', async () => {
  const lake = await openTestLake()
  const post = async (kind: string, person: string) => {
    const headers = {...writing, 'lake-person': person}
    const body = '{"mutations": [{"create": {"_type": "page"}}], "actions": []}'
    const response = await fetch(`${lake.url}/v1/data/${kind}/production`, {method: 'POST', headers, body})
    return [response.status, (await response.json()).error?.type]
  }
  expect(await post('mutate', 'li-wei')).toEqual([409, 'otherPersonError'])
  expect(await post('actions', 'li-wei')).toEqual([409, 'otherPersonError'])
  expect(lake.documents.size).toBe(0)
  expect(await post('mutate', 'write-token')).toEqual([200, undefined])
})

test('a body that is no JSON, or no object, is a 400 with the reason', async () => {
  const lake = await openTestLake()
  const post = async (path: string, body: string) => {
    const response = await fetch(`${lake.url}/v1/data/${path}/production`, {method: 'POST', headers: writing, body})
    return {status: response.status, body: await response.json()}
  }
  expect(await post('mutate', '{"mutations"')).toMatchObject({
    status: 400,
    body: {message: expect.stringContaining('not JSON')},
  })
  expect(await post('mutate', '[]')).toMatchObject({status: 400})
  expect(await post('mutate', '{}')).toMatchObject({
    status: 400,
    body: {message: expect.stringContaining('"mutations"')},
  })
  for (const body of ['{}', '{"actions": {}}', '{"actions": [{}]}', '{"actions": [null]}', '{"actions": ["publish"]}'])
    expect([body, await post('actions', body)]).toMatchObject([body, {status: 400}])
  expect(await post('query', '{}')).toMatchObject({status: 400})
})

test('a body that is not in UTF-8 is a 400 that says so, and nothing of it is stored', async () => {
  const lake = await openTestLake()
  const send = async (path: string, method: string, text: string) => {
    const body = Buffer.from(text, 'latin1')
    const response = await fetch(`${lake.url}/v1/${path}`, {method, headers: writing, body})
    return [response.status, await response.text()]
  }
  const bodies = [
    ['data/mutate/production', 'POST', '{"mutations": [{"create": {"_type": "page", "title": "Caf\xe9"}}]}'],
    ['data/actions/production', 'POST', '{"actions": [], "transactionId": "\xff"}'],
    ['data/query/production', 'POST', '{"query": "*[title == \'Caf\xe9\']"}'],
    ['users/me/keyvalue', 'PUT', '[{"key": "a", "value": "\xed\xa0\x80"}]'],
  ] as const
  for (const [path, method, text] of bodies)
    expect([path, ...(await send(path, method, text))]).toEqual([path, 400, expect.stringContaining('UTF-8')])
  expect(lake.documents.size).toBe(0)
  const marked = Buffer.from('\ufeff{"query": "\'Café 😀\'"}').toString('latin1')
  expect(await send('data/query/production', 'POST', marked)).toEqual([200, expect.stringContaining('Café 😀')])
})

test('a parameter that is no JSON is a 400 that names it', async () => {
  const lake = await openTestLake()
  const response = await fetch(`${lake.url}/v1/data/query/production?query=*&$id=abc`)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({message: expect.stringContaining('$id')})
})

test('a body that is too large is a 413', async () => {
  const lake = await openTestLake()
  const body = JSON.stringify({mutations: [{create: {_type: 'page', text: 'x'.repeat(17 * 1024 * 1024)}}]})
  const response = await fetch(`${lake.url}/v1/data/mutate/production`, {method: 'POST', headers: writing, body})
  expect(response.status).toBe(413)
})

test('more mutations or actions than a transaction may have are a 400 that says how many', async () => {
  const lake = await openTestLake()
  const post = async (kind: string, item: object, count: number) => {
    const list = Array(count).fill(item)
    const body = JSON.stringify({[kind === 'mutate' ? 'mutations' : 'actions']: list, dryRun: true})
    const response = await fetch(`${lake.url}/v1/data/${kind}/production`, {method: 'POST', headers: writing, body})
    return [response.status, JSON.stringify(await response.json()).includes('at most 10000')]
  }
  const mutation = {delete: {id: 'none'}}
  expect(await post('mutate', mutation, 10_000)).toEqual([200, false])
  expect(await post('mutate', mutation, 10_001)).toEqual([400, true])
  const action = {actionType: 'sanity.action.document.discard', draftId: 'drafts.none'}
  expect(await post('actions', action, 10_001)).toEqual([400, true])
})

/** The status of a query that is sent as `fetch` would not send it. */
const statusOf = ({url}: {url: string}, options: RequestOptions) =>
  new Promise<number | undefined>((resolve, reject) => {
    const {port} = new URL(url)
    request({host: '127.0.0.1', port, path: '/v1/data/query/production?query=*', ...options}, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })

test('an address with a user or a password is a 400', async () => {
  const lake = await openTestLake()
  for (const user of ['', 'someone', 'someone:secret', ':secret']) {
    const path = `${lake.url.replace('//', `//${user}@`)}/v1/ping`
    expect([user, await statusOf(lake, {path})]).toEqual([user, user ? 400 : 200])
  }
})

test('a client that offers HTTP/2 is answered in HTTP/1.1', async () => {
  const lake = await openTestLake()
  expect(await statusOf(lake, {headers: {connection: 'upgrade', upgrade: 'h2c'}})).toBe(200)
})

test('host names of this machine are answered, others refused', async () => {
  const lake = await openTestLake({allowedHosts: ['Lake.Example'], password: 'for the editors'})
  const {port} = new URL(lake.url)
  const statusFor = (host: string) => statusOf(lake, {headers: {host}})
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, `abc123.localhost:${port}`]) {
    expect(await statusFor(host)).toBe(200)
  }
  expect(await statusFor('lake.example')).toBe(200)
  for (const host of ['example.com', `localhost.example.com:${port}`]) expect(await statusFor(host)).toBe(403)
})

test('a request that names two hosts is a 400, as whatever stands before the lake may have gone by the other one', async () => {
  const lake = await openTestLake()
  const socket = ['Connection', 'Upgrade', 'Upgrade', 'websocket']
  for (const more of [[], socket])
    for (const second of ['localhost', 'evil.example', ''])
      expect(await statusOf(lake, {headers: ['Host', 'localhost', 'host', second, ...more]})).toBe(400)
})

/** The whole answer to a request of these lines, after which the connection ends. */
const answerTo = async ({url}: {url: string}, lines: string): Promise<string> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`${lines}Connection: close\r\n\r\n`)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

test('what Node, its adapter and the socket library refuse by themselves has the headers and the JSON of any refusal', async () => {
  const lake = await openTestLake()
  const websocket = 'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
  const version = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
  const refused = {
    'no host': ['GET /health HTTP/1.1\r\n', 400],
    'no host, as HTTP/1.0 allows': ['GET /health HTTP/1.0\r\n', 400],
    'an empty host': ['GET /health HTTP/1.1\r\nHost:\r\n', 400],
    'a host with a space': ['GET /health HTTP/1.1\r\nHost: a b\r\n', 400],
    'a host with a path': ['GET /health HTTP/1.1\r\nHost: localhost/x\r\n', 400],
    'no path': ['OPTIONS * HTTP/1.1\r\nHost: localhost\r\n', 400],
    'another scheme': ['GET ftp://localhost/ HTTP/1.1\r\nHost: localhost\r\n', 400],
    'a backslash': ['GET /\\evil HTTP/1.1\r\nHost: localhost\r\n', 400],
    'an unknown method': ['FOO / HTTP/1.1\r\nHost: localhost\r\n', 400],
    'a long header': [`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n`, 431],
    'a socket of another version': [`GET /v1/multiplex HTTP/1.1\r\n${websocket}`, 400],
    'a socket with odd protocols': [
      `GET /v1/multiplex HTTP/1.1\r\n${websocket}${version}Sec-WebSocket-Protocol: a,,b\r\n`,
      400,
    ],
    'a socket by POST': [`POST /v1/multiplex HTTP/1.1\r\n${websocket}${version}`, 400],
  } as const
  for (const [name, [head, status]] of Object.entries(refused)) {
    const [headers = '', body = ''] = (await answerTo(lake, head)).split('\r\n\r\n')
    expect(headers, name).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const header of [
      'Content-Type: application/json',
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
    ])
      expect(headers.toLowerCase(), name).toContain(header.toLowerCase())
    expect(body, name).toContain(`{"statusCode":${status},`)
  }
})

test.each(['', 'Expect: more\r\n'])(
  'what cannot be read behind a request (%j) whose answer has begun ends the connection, and is not answered into it',
  async (more) => {
    const lake = await openTestLake()
    const socket = connect(Number(new URL(lake.url).port), '127.0.0.1')
    socket.write(`GET /v1/data/listen/production?query=* HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`)
    const [welcome] = await once(socket, 'data')
    let rest = ''
    socket.on('data', (chunk) => {
      rest += String(chunk)
    })
    socket.write('no request\r\n\r\n')
    await once(socket, 'close')
    expect(`${welcome}${rest}`).toMatch(/^HTTP\/1\.1 200 /)
    expect(rest).not.toContain('HTTP/1.1')
  },
)

test('a request that expects what no server does is answered like any other', async () => {
  const lake = await openTestLake()
  const answer = await answerTo(lake, 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

test('allowed origins may read answers and errors with credentials, others get no such headers', async () => {
  // As a browser shows it.
  const lake = await openTestLake({allowedOrigins: [`${SITE}/`]})
  const headersFor = async (origin: string, query: string) => {
    const {headers} = await fetch(`${lake.url}/v1/data/query/production?query=${query}`, {headers: {origin}})
    return {
      origin: headers.get('access-control-allow-origin'),
      credentials: headers.get('access-control-allow-credentials'),
    }
  }
  for (const query of ['*', '*[']) {
    expect(await headersFor(SITE, query)).toEqual({origin: SITE, credentials: 'true'})
    expect(await headersFor('http://localhost:9999', query)).toEqual({origin: null, credentials: null})
  }
})

test('no cache gives a page of an allowed origin a picture, file or refusal that was sent to another one', async () => {
  const lake = await openTestLake({allowedOrigins: [SITE]})
  const client = clientOf(lake)
  const picture = await client.assets.upload('image', Buffer.from(PIXEL, 'base64'))
  const file = await client.assets.upload('file', Buffer.from('text'), {filename: 'a.txt'})
  const drawn = `${picture.url}?w=1&auto=format`
  for (const url of [picture.url, drawn, file.url, `${lake.url}/images/local/production/none-1x1.png`]) {
    const etag = (await fetch(url)).headers.get('etag') ?? ''
    for (const origin of [SITE, 'http://evil.example', undefined]) {
      for (const known of ['', etag]) {
        const {status, headers} = await fetch(url, {headers: {...(origin && {origin}), 'if-none-match': known}})
        const vary = (headers.get('vary') ?? '').split(', ').sort()
        const expected = url === drawn ? ['Accept', 'Origin'] : ['Origin']
        expect([url, origin, status, vary]).toEqual([url, origin, status, expected])
      }
    }
  }
})

test('a page of another site gets nothing done: no query, no sign-in; pictures and links to the lake work', async () => {
  const lake = await openTestLake({allowedOrigins: [SITE]})
  const evil = {origin: 'http://evil.example'}
  const embedded = {'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image'}
  const query = '/v1/data/query/production'
  const ask = async (path: string, headers: Record<string, string>, method = 'GET') => {
    const body = method === 'POST' ? '{"query": "*"}' : null
    const response = await fetch(`${lake.url}${path}`, {method, headers, body, redirect: 'manual'})
    return {status: response.status, text: await response.text()}
  }
  const refused = await ask(query, evil, 'POST')
  expect(refused).toEqual({status: 403, text: expect.stringMatching(/http:\/\/evil\.example.*--allow-origin/)})
  const asked = fc.record({
    origin: fc.constantFrom('http://evil.example', 'http://localhost:9999', 'null', undefined),
    'sec-fetch-site': fc.constantFrom('cross-site', 'same-site', 'none', 'same-origin', undefined),
    'sec-fetch-dest': fc.constantFrom('document', 'iframe', 'image', 'script', 'empty', undefined),
    'sec-fetch-mode': fc.constantFrom('navigate', 'no-cors', 'cors', undefined),
    'sec-purpose': fc.constantFrom('prefetch', 'prefetch;prerender', undefined),
  })
  await fc.assert(
    fc.asyncProperty(asked, async (given) => {
      const headers = Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])),
      )
      const isForeign = given.origin || ['cross-site', 'same-site'].includes(given['sec-fetch-site'] ?? 'none')
      expect([headers, (await ask(`${query}?query=1`, headers)).status]).toEqual([headers, isForeign ? 403 : 200])
    }),
    {endOnFailure: true},
  )
  expect((await ask('/v1/projects/local/datasets/production/query', evil, 'POST')).status).toBe(403)
  expect((await ask(query, {...evil, authorization: `Bearer ${TEST_TOKENS.read}`}, 'POST')).status).toBe(200)
  expect((await ask(query, {origin: SITE, 'sec-fetch-site': 'cross-site'}, 'POST')).status).toBe(200)
  expect((await ask('/images/local/production/none-1x1.png', {...evil, ...embedded})).status).toBe(404)
  const link = {'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document'}
  expect((await ask(`/v1/auth/login/local?origin=${lake.url}`, link)).status).toBe(302)
})

test('a preflight of an allowed origin echoes the headers that it asks for', async () => {
  const lake = await openTestLake({allowedOrigins: [SITE]})
  const preflight = (origin: string) =>
    fetch(`${lake.url}/v1/data/mutate/production`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-sanity-project-id',
      },
    })
  const allowed = await preflight(SITE)
  expect(allowed.status).toBe(204)
  expect(allowed.headers.get('access-control-allow-headers')).toBe('authorization,x-sanity-project-id')
  expect((await preflight('http://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
})

test.each(['data/query', 'data/mutate', 'assets/files'])(
  'a client that leaves in the middle of a request to %s is no problem for the log',
  async (area) => {
    const lines: string[] = []
    const lake = await openTestLake({logLevel: 'requests', logFormat: 'json', log: (line) => lines.push(line)})
    const headers = {...writing, 'content-length': 100, expect: '100-continue'}
    const sent = request(`${lake.url}/v1/${area}/production`, {method: 'POST', headers}).on('error', () => {})
    await once(sent, 'continue')
    sent.write('{"query":', () => sent.destroy())
    await expect.poll(() => lines.length).toBeGreaterThan(0)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{level: 'info', message: 'request', status: 400}])
  },
)

test('a fault of the lake is a 5xx without its details, which are logged', async () => {
  const lines: string[] = []
  const lake = await openTestLake({log: (line) => lines.push(line)})
  lake.beforeCommit(() => {
    throw new Error('disk on fire')
  })
  const response = await fetch(`${lake.url}/v1/data/mutate/production`, {
    method: 'POST',
    headers: writing,
    body: JSON.stringify({mutations: [{create: {_type: 'page'}}]}),
  })
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('disk on fire')
  expect(lines.join()).toContain('disk on fire')
})

describe('a client whose resource is the dataset', () => {
  const resourceClient = (lake: {url: string}, token?: string, id = 'local.production') =>
    createClient({
      resource: {type: 'dataset', id},
      apiHost: lake.url,
      useProjectHostname: false,
      useCdn: false,
      perspective: 'raw',
      apiVersion: '2025-02-19',
      ...(token && {token}),
    })

  test('reads, writes, acts and listens as any other', async () => {
    const lake = await openTestLake()
    const client = resourceClient(lake, TEST_TOKENS.write)
    const heard = recordEvents(client.listen('*', {}, {events: ['welcome', 'mutation']}))
    const live = recordEvents(client.live.events())
    await Promise.all([heard.count(1), live.count(1)])
    await client.create({_id: 'a', _type: 'page'})
    await client.action({
      actionType: 'sanity.action.document.create',
      publishedId: 'b',
      attributes: {_id: 'drafts.b', _type: 'page'},
      ifExists: 'fail',
    })
    await client.patch('a').set({title: 'A'}).commit()
    expect(await client.fetch('*[_id == "a"][0].title')).toBe('A')
    expect(await client.fetch('*[_id == $id][0].title', {id: 'a', long: 'x'.repeat(20_000)})).toBe('A')
    expect(await client.getDocument('a')).toMatchObject({title: 'A'})
    await Promise.all([heard.count(3), live.count(3)])
    const history = await client.request({url: client.getDataUrl('history', 'documents/a')})
    expect(history.documents).toMatchObject([{title: 'A'}])
  })

  test('is under the guards that the plain paths are under', async () => {
    const lake = await openTestLake()
    const ask = async (path: string, init: RequestInit = {}) => (await fetch(`${lake.url}/v1/${path}`, init)).status
    const base = 'projects/local/datasets/production'
    const large = {method: 'POST', body: `{"query": "*", "params": {"x": "${'x'.repeat(5_000_000)}"}}`}
    expect([await ask(`${base}/query`, large), await ask(`${base}/%71uery`, large)]).toEqual([413, 413])
    expect(await ask(`${base}/mutate`, {method: 'POST', body: '{"mutations": []}'})).toBe(401)
    expect(await ask(`${base}/assets/files`, {method: 'POST', body: 'x'})).toBe(401)
    expect(await ask(`${base}/history/documents/a`)).toBe(401)
    expect(await ask(`${base}/export`)).toBe(401)
    expect(await ask(`${base}/acl`)).toBe(401)
    expect(await ask('projects/local/datasets/staging/query?query=*', {headers: writing})).toBe(404)
    expect(await ask('projects/other/datasets/production/query?query=*', {headers: writing})).toBe(404)
    expect((await rejection(resourceClient(lake, undefined, 'local.staging').fetch('*'))).status).toBe(404)
  })
})

test('all versions of a document are found at once, by those who may see them', async () => {
  const lake = await openTestLake()
  const client = clientOf(lake)
  for (const _id of ['versions.r2.p', 'p', 'drafts.p', 'versions.r1.p', 'b', 'versions.r1.b', 'versions.r1.c.p']) {
    await client.createOrReplace({_id, _type: 'page'})
  }
  const ask = async (ids: string, flag: string, token?: string) => {
    const headers = new Headers(token ? {authorization: `Bearer ${token}`} : {})
    const url = `${lake.url}/v2025-02-19/data/doc/production/${ids}?includeAllVersions=${flag}`
    const response = await fetch(url, {headers})
    const {documents, omitted} = await response.json()
    return [response.status, documents?.map(({_id}: {_id: string}) => _id), omitted?.map(({id}: {id: string}) => id)]
  }
  expect(await ask('p', 'true', TEST_TOKENS.read)).toEqual([
    200,
    ['p', 'drafts.p', 'versions.r1.p', 'versions.r2.p'],
    [],
  ])
  expect(await ask('drafts.b,,none', 'true', TEST_TOKENS.read)).toEqual([200, ['b', 'versions.r1.b'], ['none']])
  expect(await ask('p', 'true')).toEqual([200, ['p'], []])
  expect(await ask('p,drafts.p', 'false', TEST_TOKENS.read)).toEqual([200, ['p', 'drafts.p'], []])
  expect(await ask('p', 'yes', TEST_TOKENS.read)).toEqual([400, undefined, undefined])
})

test('whether documents exist is answered without sending them', async () => {
  const lake = await openTestLake()
  await clientOf(lake).create({_id: 'here', _type: 'page'})
  const response = await fetch(`${lake.url}/v2025-02-19/data/doc/production/here,gone?excludeContent=true`)
  expect(await response.json()).toEqual({omitted: [{id: 'gone', reason: 'existence'}]})
})

test('documents that are too long together are a 400, and may still be asked for one by one', async () => {
  const lake = await openTestLake()
  const times = {_createdAt: '2020-01-02T03:04:05.000Z', _updatedAt: '2020-01-02T03:04:05.000Z'}
  const text = 'x'.repeat(24 * 1024 * 1024)
  lake.documents.apply(['a', 'b', 'c'].map((_id) => [_id, {_id, _type: 'page', _rev: 'r', ...times, text}]))
  const statusOf = async (ids: string) => {
    const response = await fetch(`${lake.url}/v2025-02-19/data/doc/production/${ids}`)
    await response.body?.cancel()
    return response.status
  }
  expect([await statusOf('a,b,c'), await statusOf('a')]).toEqual([400, 200])
})

test('a request that is too long is told to come by POST', async () => {
  const lake = await openTestLake()
  const response = await fetch(`${lake.url}/v1/data/query/production?query=*&x=${'x'.repeat(20_000)}`)
  expect(response.status).toBe(431)
  expect(await response.json()).toMatchObject({statusCode: 431, message: expect.stringContaining('by POST')})
})

test('no cache keeps an answer of the API, and no browser guesses what it is', async () => {
  const lake = await openTestLake()
  const base = `${lake.url}/v1`
  const answers = await Promise.all([
    fetch(`${base}/data/query/production?query=*`),
    fetch(`${base}/data/query/production?query=*[`),
    fetch(`${base}/data/doc/production/a`),
    fetch(`${base}/users/me`),
    fetch(`${base}/nowhere`),
    fetch(`${base}/data/mutate/production`, {method: 'POST', headers: writing, body: '{"mutations": []}'}),
    fetch(`${lake.url}/images/local/production/none.png`),
    fetch(`${lake.url}/health`),
  ])
  for (const {url, headers} of answers) {
    const told = [headers.get('cache-control'), headers.get('x-content-type-options')]
    expect([url, ...told]).toEqual([url, 'no-store', 'nosniff'])
  }
})

test('others are answered between two long documents that are asked for by id', async () => {
  const lake = await openTestLake()
  const text = 'x'.repeat(2 * 1024 * 1024)
  const ids = ['long1', 'long2', 'long3']
  await clientOf(lake).mutate(ids.map((_id) => ({create: {_id, _type: 'page', text}})))
  const {stringify} = JSON
  const order: string[] = []
  const write = vi.spyOn(JSON, 'stringify').mockImplementation((value, ...rest: []) => {
    if (ids.includes(value?._id)) {
      order.push(value._id)
      setImmediate(() => order.push('others'))
    }
    return stringify(value, ...rest)
  })
  onTestFinished(() => write.mockRestore())
  const response = await fetch(`${lake.url}/v1/data/doc/production/${ids},none`)
  const {documents, omitted} = await response.json()
  expect(documents).toEqual(ids.map((_id) => expect.objectContaining({_id, text})))
  expect(omitted).toEqual([{id: 'none', reason: 'existence'}])
  expect(order).toEqual(ids.flatMap((id) => [id, 'others']))
})
