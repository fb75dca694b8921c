import {mkdtemp, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {createApp} from '../createApp.ts'
import {sessionCookie} from '../http/request.ts'
import {type OpenedLake, openLake} from '../openLake.ts'
import {openNamedLake} from '../testing/openNamedLake.ts'
import {TEST_TOKENS} from '../testing/openTestLake.ts'
import {SYSTEM} from './identities.ts'

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
  'GET /v/access/project/:project/users': 'read',
  'GET /v/access/project/:project/users/:id': 'read',
  'GET /v/projects': 'read',
  'GET /v/projects/:project': 'read',
  'GET /v/projects/:project/datasets': 'read',
  'GET /v/datasets': 'read',
  'GET /v/aliases': 'read',
  'GET /v/projects/:project/datasets/:dataset/settings/embeddings': 'read',
  'GET /v/datasets/:dataset/settings/embeddings': 'read',
  'GET /v/projects/:project/datasets/:dataset/acl': 'read',
  'GET /v/projects/:project/grants': 'read',
  'GET /v/projects/:project/features': 'read',
  'GET /v/projects/:project/new-content-release-allowed': 'read',
  'GET /v/projects/:project/roles': 'read',
  'GET /v/projects/:project/user-applications': 'read',
  'POST /v/comments/:dataset/setup': 'write',
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
  'GET /v/modules/:package/default/:range/:time': 'nothing',
  'GET /v/modules/by-app/:app/:time/:range/:package': 'nothing',
  'GET /v/addons/dashboard': 'nothing',
  'GET /v/access/requests/me': 'nothing',
  'GET /v/invitations/project/:project': 'nothing',
  'GET /v/schedules/:project/:dataset': 'nothing',
  'GET /v/user-applications': 'nothing',
  'GET /v/journey/announcements': 'nothing',
  'GET /v/journey/content-releases': 'nothing',
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
    ...(credential === 'cookie' && {cookie: sessionCookie(opened.lake.sessions.create(), opened.lake)}),
  }
}

it('every route is in this table', () => {
  const known = app.routes.filter(({method}) => method !== 'ALL').map(({method, path}) => `${method} ${plain(path)}`)
  expect([...new Set(known)].sort(), 'Say in `ROUTES` above whom it lets in.').toEqual(Object.keys(ROUTES).sort())
})

describe.each(Object.entries(ROUTES))('%s needs %s', (route, needs) => {
  const [method = ''] = route.split(' ')
  const origins = [undefined, OWN, ALLOWED, ...FOREIGN]

  it.each(['cookie', 'token', 'nothing'])('whatever page sends it, with %s', async (credential) => {
    for (const origin of origins) {
      const {status, headers} = await ask(route, headersOf(credential, origin))
      const rights = rightsOf(credential, method, origin)
      const isTrusted = origin === OWN || origin === ALLOWED
      const isForeignForm = route.startsWith('POST /lake/') && origin !== undefined && origin !== OWN
      const isForeignPage = / \/v\/(?!check\/cors)/.test(route) && origin !== undefined && !isTrusted
      const isEnough = needs === 'session' ? credential === 'cookie' : needs !== 'admin'
      const isLetIn = needs === 'nothing' || (rights === 'write' && isEnough)
      const isOther = isForeignForm || (isForeignPage && credential !== 'token')
      const expected = isOther ? 'refused' : isLetIn ? 'let in' : rights === 'none' ? 'unknown' : 'refused'
      // Signing in with no password is wrong like any other.
      const isLogin = route === 'POST /lake/login' || route === 'GET /v/auth/fetch' || status === 429
      const outcome = status === 403 ? 'refused' : status === 401 && !isLogin ? 'unknown' : 'let in'
      expect([origin, credential, outcome, status < 500]).toEqual([origin, credential, expected, true])
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
  const cookie = sessionCookie('a'.repeat(43), opened.lake)
  expect((await ask('GET /v/users/me', {cookie})).status).toBe(401)
  for (const site of ['same-site', 'cross-site']) {
    const headers = {...headersOf('cookie', undefined), 'sec-fetch-site': site}
    expect((await ask('GET /v/users/me', headers)).status).toBe(403)
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

/** Routes that take other rights of people than of tokens: everybody has settings, and the people are administrators' to see. */
const OF_PEOPLE: Record<string, Needs | 'manage'> = {
  'PUT /v/users/me/keyvalue': 'read',
  'GET /v/lake/people': 'manage',
  'POST /v/lake/people-confirmation': 'manage',
}
const RANK = ['nothing', 'read', 'write', 'manage', 'admin'] as const
const PEOPLE = {viewer: 'read', contributor: 'write', editor: 'write', administrator: 'manage'} as const
const SECRET = 'what nobody else is to read'

/** A lake with one person of each kind, a note that only those read who read everything, and those who were somebody once. */
async function openPeople() {
  const grants = [
    {filter: '_type == "page"', permissions: ['read' as const]},
    {filter: '_type == "page" && _id in path("drafts.**")', permissions: ['create' as const, 'update' as const]},
    {filter: '_type in ["sanity.imageAsset", "sanity.fileAsset"]', permissions: ['create' as const]},
  ]
  const names = [...Object.keys(PEOPLE), 'removed', 'demoted', 'reset', 'left']
  const {lake} = await openNamedLake([{name: 'contributor', grants}, ...OTHERS], names, {studioDir: folder})
  const sessions = new Map(names.map((name) => [name, lake.sessions.create(lake.users.find(name))]))
  lake.people.remove('removed')
  lake.people.change('demoted', {roles: ['viewer']})
  lake.people.renewLink('reset')
  lake.sessions.end(sessions.get('left') ?? '')
  const note = {_type: 'note', text: SECRET}
  const ids = ['drafts.note', 'versions.r.note', '_.note', 'review.note']
  lake.commit({mutations: ids.map((_id) => ({create: {...note, _id}})), author: SYSTEM})
  lake.commit({mutations: [{delete: {id: 'review.note'}}], author: SYSTEM})
  return {lake, sessions, app: createApp(lake)}
}
const OTHERS = ['removed', 'demoted', 'reset', 'left'].map((name) => ({
  name,
  grants: [{filter: 'defined(_id)', permissions: ['read' as const, 'update' as const]}],
}))

describe('with people, on every route', () => {
  type People = Awaited<ReturnType<typeof openPeople>>
  const askAs = ({app: named, sessions, lake}: People, route: string, name: string, how: 'cookie' | 'token') => {
    const value = sessions.get(name) ?? ''
    const headers: Record<string, string> =
      how === 'token' ? {authorization: `Bearer ${value}`} : {cookie: sessionCookie(value, lake)}
    return askOf(named, route, {headers: {...headers, origin: lake.url}, origin: lake.url})
  }

  it('each gets in where their role lets them, and nowhere else', async () => {
    const people = await openPeople()
    for (const [route, usual] of Object.entries(ROUTES)) {
      const needs = OF_PEOPLE[route] ?? usual
      for (const [name, rights] of Object.entries(PEOPLE)) {
        for (const how of ['cookie', 'token'] as const) {
          const {status} = await askAs(people, route, name, how)
          const isLetIn = needs === 'session' || RANK.indexOf(rights) >= RANK.indexOf(needs)
          if (ENDS_SESSION.has(route)) people.sessions.set(name, renewed(people, name))
          // Their history is judged by the document, and comments are for those who read everything.
          const isHidden = name === 'contributor' && /\/(history|comments)\//.test(route)
          if (!isHidden && !IS_LOGIN.has(route))
            expect([route, name, how, status !== 401 && status !== 403]).toEqual([route, name, how, isLetIn])
          expect(status).toBeLessThan(500)
        }
      }
    }
  })

  it.each(['removed', 'demoted', 'reset', 'left'])('who was %s is a stranger', async (name) => {
    const people = await openPeople()
    for (const [route, needs] of Object.entries(ROUTES)) {
      const {status} = await askAs(people, route, name, 'cookie')
      if (needs !== 'nothing') expect([route, status]).toEqual([route, 401])
      else if (!IS_LOGIN.has(route)) expect([route, status]).not.toEqual([route, 401])
      expect([route, (await askAs(people, route, name, 'token')).status]).toEqual([route, 401])
    }
  })

  it('nobody is told of a document that they may not read', async () => {
    const people = await openPeople()
    const isNamed = (text: string) => text.includes(SECRET) || text.includes('"_type":"note"')
    const toldTo = async (name: string) => {
      const told: string[] = []
      for (const route of Object.keys(ROUTES)) {
        const response = await askAs(people, route, name, 'token')
        if (ENDS_SESSION.has(route)) people.sessions.set(name, renewed(people, name))
        if (isNamed(await textOf(response))) told.push(route)
      }
      return told
    }
    expect(await toldTo('contributor')).toEqual([])
    expect((await toldTo('viewer')).length).toBeGreaterThan(3)
  })

  const renewed = ({lake}: People, name: string) => lake.sessions.create(lake.users.find(name))
})

/** A wrong password or code is a 401, too. */
const IS_LOGIN: ReadonlySet<string> = new Set(['POST /lake/login', 'GET /v/auth/fetch'])
const ENDS_SESSION: ReadonlySet<string> = new Set(['POST /v/auth/logout', 'POST /lake/logout'])
const IDS = 'note,drafts.note,versions.r.note,_.note,review.note'

/** Asks for the secret notes, wherever a route takes ids or a query. */
function askOf(
  asked: ReturnType<typeof createApp>,
  route: string,
  {headers, origin}: {headers: Record<string, string>; origin: string},
) {
  const [method = '', pattern = ''] = route.split(' ')
  const values: Record<string, string> = {...VALUES, ids: IDS, id: 'drafts.note', name: 'r'}
  const path = pattern
    .replace(/^\/v\//, '/v1/')
    .replace(/\?$/, '')
    .replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'x')
    .replace(/^\*$/, '/structure')
  const query = encodeURIComponent('*[_type == "note"]')
  const body = JSON.stringify({query: '*[_type == "note"]', mutations: [{patch: {query: '*[_type == "note"]'}}]})
  const isJson = method !== 'GET' && pattern.startsWith('/v/')
  const request = new Request(
    `${origin}${path}?query=${query}&perspective=raw&includeAllVersions=true&returnDocuments=true`,
    {
      method,
      headers: {...headers, ...(isJson && {'content-type': 'application/json'})},
      ...(isJson && {body}),
    },
  )
  return asked.request(request)
}

/** The body, or the first piece of one that does not end. */
async function textOf({headers, body}: Response): Promise<string> {
  const reader = body?.getReader()
  const isEndless = headers.get('content-type')?.startsWith('text/event-stream') ?? false
  let text = ''
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    text += new TextDecoder().decode(piece.value)
    if (isEndless) break
  }
  await reader?.cancel()
  return text
}
