import {request} from 'node:http'
import {expect, test} from 'vitest'
import {clientOf, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {rejection} from '../testing/rejection.ts'

const SITE = 'http://localhost:3000'
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

test('changes need write rights: 401 without a token, 403 with one for reading', async () => {
  const lake = await openTestLake()
  const create = (token: string | null) => rejection(clientOf(lake, {token}).create({_type: 'page'}))
  expect((await create(null)).status).toBe(401)
  expect((await create(TEST_TOKENS.read)).status).toBe(403)
  expect((await create('wrong')).status).toBe(401)
  const publish = {actionType: 'sanity.action.document.publish', draftId: 'drafts.a', publishedId: 'a'} as const
  expect((await rejection(clientOf(lake, {token: null}).action(publish))).status).toBe(401)
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
  expect(await post('actions', '{"actions": [{}]}')).toMatchObject({status: 400})
  expect(await post('query', '{}')).toMatchObject({status: 400})
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

test('host names of this machine are answered, others refused', async () => {
  const lake = await openTestLake()
  const {port} = new URL(lake.url)
  const statusFor = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({host: '127.0.0.1', port, path: '/v1/data/query/production?query=*', headers: {host}}, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, `abc123.localhost:${port}`]) {
    expect(await statusFor(host)).toBe(200)
  }
  for (const host of ['example.com', `localhost.example.com:${port}`]) expect(await statusFor(host)).toBe(403)
})

test('allowed origins may read answers and errors with credentials, others get no such headers', async () => {
  const lake = await openTestLake({allowedOrigins: [SITE]})
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
