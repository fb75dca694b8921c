import {mkdtemp, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {createApp} from '../createApp.ts'
import {type OpenedLake, openLake} from '../openLake.ts'
import {TEST_TOKENS} from '../testing/openTestLake.ts'

type Needs = 'nothing' | 'read' | 'write' | 'admin' | 'session'

/** Every route, and what it takes to be let in. What those who are let in may see is another matter. */
const ROUTES: Record<string, Needs> = {
  'GET /v/data/query/:dataset': 'nothing',
  'POST /v/data/query/:dataset': 'nothing',
  'GET /v/data/doc/:dataset/:ids': 'nothing',
  'POST /v/data/mutate/:dataset': 'write',
  'POST /v/data/actions/:dataset': 'write',
  'GET /v/data/listen/:dataset': 'nothing',
  'GET /v/data/live/events/:dataset': 'nothing',
  'GET /v/data/history/:dataset/transactions/:ids': 'read',
  'GET /v/data/history/:dataset/publications': 'read',
  'GET /v/data/history/:dataset/documents/:ids': 'read',
  'GET /v/data/history/:dataset/events/documents/:id': 'read',
  'GET /v/data/history/:dataset/events/releases/:name': 'read',
  'POST /v/assets/images/:dataset': 'write',
  'POST /v/assets/files/:dataset': 'write',
  'GET /v/data/export/:dataset': 'read',
  'GET /v/lake/backup': 'admin',
  'GET /v/lake/sessions': 'admin',
  'DELETE /v/lake/sessions': 'admin',
  'DELETE /v/lake/sessions/:id': 'admin',
  'POST /v/lake/reset': 'admin',
  'POST /v/comments/:dataset/setup': 'nothing',
  'GET /v/lake/people': 'admin',
  'POST /v/lake/people': 'admin',
  'POST /v/lake/people-confirmation': 'admin',
  'PATCH /v/lake/people/:id': 'admin',
  'POST /v/lake/people/:id/link': 'admin',
  'DELETE /v/lake/people/:id/sessions': 'admin',
  'DELETE /v/lake/people/:id': 'admin',
  'GET /v/users/me': 'read',
  'GET /v/users/me/keyvalue/:keys?': 'read',
  'PUT /v/users/me/keyvalue': 'write',
  'GET /v/users/:ids': 'read',
  'GET /v/projects': 'read',
  'GET /v/projects/:project': 'read',
  'GET /v/projects/:project/datasets': 'read',
  'GET /v/datasets': 'read',
  'GET /v/projects/:project/datasets/:dataset/acl': 'read',
  'GET /v/projects/:project/grants': 'read',
  'GET /v/projects/:project/features': 'read',
  'GET /v/projects/:project/new-content-release-allowed': 'read',
  'GET /v/projects/:project/roles': 'read',
  'GET /v/projects/:project/user-applications': 'read',
  'GET /v/auth/providers': 'nothing',
  'GET /v/auth/login/local': 'nothing',
  'GET /v/auth/fetch': 'nothing',
  'POST /v/auth/tickets': 'read',
  // Redeems a ticket.
  'GET /v/auth/tickets/owner': 'nothing',
  'GET /v/auth/id': 'read',
  'POST /v/auth/logout': 'nothing',
  'GET /v/ping': 'nothing',
  'GET /v/data/ping/:dataset': 'nothing',
  'GET /v/check/cors': 'nothing',
  'GET /v/features': 'nothing',
  'GET /v/journey/announcements': 'nothing',
  'GET /v/journey/:offer': 'nothing',
  'GET /v/help': 'nothing',
  'GET /v/intake/telemetry-status': 'nothing',
  'POST /v/intake/batch': 'nothing',
  'POST /v/intake/feedback': 'nothing',
  'POST /v/intake/tracing': 'nothing',
  'GET /v/data/references/:dataset/documents/:id/to': 'nothing',
  'GET /images/:project/:dataset/:name': 'nothing',
  'GET /images/:project/:dataset/:name/:vanity': 'nothing',
  'GET /files/:project/:dataset/:name': 'nothing',
  'GET /files/:project/:dataset/:name/:vanity': 'nothing',
  'GET /health': 'nothing',
  'GET /health/live': 'nothing',
  'GET /lake/login': 'nothing',
  'POST /lake/login': 'nothing',
  'POST /lake/logout': 'nothing',
  'GET /lake/account': 'session',
  'POST /lake/account/password': 'session',
  'POST /lake/account/sessions': 'session',
  'GET *': 'read',
}

const OWN = 'http://localhost:3333'
const ALLOWED = 'http://localhost:3000'
const FOREIGN = [
  'http://localhost:4000',
  'https://localhost:3333',
  'http://evil.example',
  'http://evil.example:3333',
  'null',
]
const VALUES: Record<string, string> = {dataset: 'production', project: 'local'}

let opened: OpenedLake
let app: ReturnType<typeof createApp>
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lake-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Studio</title>')
  opened = openLake({
    dir: join(folder, 'lake'),
    writeToken: TEST_TOKENS.write,
    readToken: TEST_TOKENS.read,
    adminToken: TEST_TOKENS.admin,
    password: 'a long password',
    studioDir: folder,
    allowedOrigins: [ALLOWED],
    log: () => {},
  })
  app = createApp(opened.lake)
})

afterAll(async () => {
  opened.endStreams()
  opened.close()
  await rm(folder, {recursive: true})
})

const plain = (path: string) => path.replace('/:version{v(?:\\d[\\d-]*|X)}', '/v').replace('/*', '*')

async function ask(route: string, headers: Record<string, string>, origin = OWN) {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern
    .replace(/^\/v\//, '/v1/')
    .replace(/\?$/, '')
    .replace(/:(\w+)/g, (_, name: string) => VALUES[name] ?? 'x')
    .replace(/^\*$/, '/structure')
  const response = await app.request(new Request(`${origin}${path}`, {method, headers}))
  await response.body?.cancel()
  return response
}

/** The rights of a session: foreign pages, and unknown ones that change something, cannot use it. */
function rightsOf(credential: string, method: string, origin: string | undefined): 'none' | 'write' {
  if (credential === 'token') return 'write'
  if (credential === 'nothing') return 'none'
  if (origin === undefined) return method === 'GET' ? 'write' : 'none'
  return origin === OWN || origin === ALLOWED ? 'write' : 'none'
}

function headersOf(credential: string, origin: string | undefined): Record<string, string> {
  return {
    ...(origin !== undefined && {origin}),
    ...(credential === 'token' && {authorization: `Bearer ${TEST_TOKENS.write}`}),
    ...(credential === 'cookie' && {cookie: `lakeSession=${opened.lake.sessions.create()}`}),
  }
}

it('every route is in this table', () => {
  const known = app.routes.filter(({method}) => method !== 'ALL').map(({method, path}) => `${method} ${plain(path)}`)
  expect([...new Set(known)].sort()).toEqual(Object.keys(ROUTES).sort())
})

describe.each(Object.entries(ROUTES))('%s needs %s', (route, needs) => {
  const [method = ''] = route.split(' ')
  const origins = [undefined, OWN, ALLOWED, ...FOREIGN]

  it.each(['cookie', 'token', 'nothing'])('whatever page sends it, with %s', async (credential) => {
    for (const origin of origins) {
      const {status, headers} = await ask(route, headersOf(credential, origin))
      const rights = rightsOf(credential, method, origin)
      const isForeignForm = route.startsWith('POST /lake/') && origin !== undefined && origin !== OWN
      const isEnough = needs === 'session' ? credential === 'cookie' : needs !== 'admin'
      const isLetIn = needs === 'nothing' || (rights === 'write' && isEnough)
      const expected = isForeignForm ? 'refused' : isLetIn ? 'let in' : rights === 'none' ? 'unknown' : 'refused'
      // Signing in with no password is wrong like any other.
      const isLogin = route === 'POST /lake/login' || route === 'GET /v/auth/fetch' || status === 429
      const outcome = status === 403 ? 'refused' : status === 401 && !isLogin ? 'unknown' : 'let in'
      expect([origin, credential, outcome, status < 500]).toEqual([origin, credential, expected, true])
      const isTrusted = origin === OWN || origin === ALLOWED
      expect(headers.get('access-control-allow-origin')).toBe(isTrusted ? origin : null)
      expect(headers.get('access-control-allow-credentials')).toBe(isTrusted ? 'true' : null)
    }
  })

  it('is refused under a foreign name, whoever asks', async () => {
    for (const host of [
      'http://evil.example',
      'http://evil.example:3333',
      'http://192.168.1.2',
      'http://localhost.evil.example',
    ]) {
      for (const credential of ['cookie', 'token', 'nothing'])
        expect([host, (await ask(route, headersOf(credential, undefined), host)).status]).toEqual([host, 403])
    }
  })
})

it('a session that another page of this machine uses, as the browser says, counts for nothing', async () => {
  const cookie = `lakeSession=${'a'.repeat(43)}`
  expect((await ask('GET /v/users/me', {cookie})).status).toBe(401)
  for (const site of ['same-site', 'cross-site']) {
    const headers = {...headersOf('cookie', undefined), 'sec-fetch-site': site}
    expect((await ask('GET /v/users/me', headers)).status).toBe(401)
  }
})

it('rights go up from the read token to the write token and the admin token', async () => {
  const statuses = async (token: string) => {
    const routes = ['GET /v/users/me', 'POST /v/data/mutate/:dataset', 'DELETE /v/lake/sessions']
    return Promise.all(routes.map(async (route) => (await ask(route, {authorization: `Bearer ${token}`})).status))
  }
  expect(await statuses(TEST_TOKENS.read)).toEqual([200, 403, 403])
  expect(await statuses(TEST_TOKENS.write)).toEqual([200, 400, 403])
  expect(await statuses(TEST_TOKENS.admin)).toEqual([200, 400, 200])
  expect(await statuses('wrong')).toEqual([401, 401, 401])
})
