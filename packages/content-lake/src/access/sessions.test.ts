import {describe, expect, it, vi} from 'vitest'
import {WebSocket} from 'ws'
import {sessionCookie} from '../http/request.ts'
import {openDatabase, openMemoryDatabase} from '../store/openDatabase.ts'
import {beginRequest} from '../testing/beginRequest.ts'
import {openNamedLake, USER_PASSWORD} from '../testing/openNamedLake.ts'
import {newFolder, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import type {Identity} from '../types.ts'
import {SYSTEM} from './identities.ts'
import {hashPassword} from './password.ts'
import {createSessions} from './Sessions.ts'

const HOUR = 60 * 60 * 1000
const ANN: Identity = {id: 'ann', name: 'Ann', rights: 'write', roles: ['editor']}
const ROLES = [
  {name: 'pages', grants: [{filter: '_type == "page"', permissions: ['read', 'update']}]},
] satisfies Parameters<typeof openNamedLake>[0]

/** Sessions of Ann on a clock that stands still until it is set. */
function openSessions({
  dir = undefined as string | undefined,
  writeToken = 'token',
  password = hashPassword('the first one'),
  ann = ANN,
} = {}) {
  const database = dir === undefined ? openMemoryDatabase() : openDatabase(dir)
  const clock = {now: 1_000_000}
  const ended = vi.fn()
  const logins = {
    ownerOf: (id: string) => (id === ann.id ? ann : undefined),
    passwordOf: (id: string) => (id === ann.id ? password : undefined),
  }
  const sessions = createSessions({writeToken, logins, onEnd: ended, now: () => clock.now}, database)
  return {sessions, clock, ended, database}
}

describe('a session', () => {
  it('is 256 random bits, of which the lake keeps a hash', () => {
    const {sessions, database} = openSessions()
    const values = Array.from({length: 50}, () => sessions.create(ANN))
    expect(new Set(values).size).toBe(50)
    for (const value of values) expect(Buffer.from(value, 'base64url')).toHaveLength(32)
    const rows = JSON.stringify(database.prepare('SELECT * FROM sessions').all())
    for (const value of values) expect(rows).not.toContain(value)
    for (const {id} of sessions.list()) expect(sessions.find(id)).toBeUndefined()
  })

  it('ends after a day without use, and after thirty days of use', () => {
    const {sessions, clock, ended} = openSessions()
    const [idle, used] = [sessions.create(ANN), sessions.create(ANN)]
    for (let hours = 0; hours < 30 * 24; hours += 23) {
      expect([hours, sessions.find(used)]).toEqual([hours, ANN])
      sessions.sweep()
      clock.now += 23 * HOUR
    }
    expect(sessions.find(idle)).toBeUndefined()
    expect(sessions.find(used)).toBeUndefined()
    expect(ended.mock.calls.map(([, reason]) => reason).sort()).toEqual(['age', 'inactivity'])
    expect(sessions.list()).toEqual([])
  })

  it('of a clock that was a year ahead ends as any other once it is set right', async () => {
    const YEAR = 365 * 24 * HOUR
    const [dir, password] = [await newFolder(), hashPassword('the first one')]
    const first = openSessions({dir, password})
    first.clock.now += YEAR
    const [idle, used] = [first.sessions.create(ANN), first.sessions.create(ANN)]
    first.clock.now -= YEAR
    first.sessions.sweep()
    first.database.close()
    const {sessions, clock, database} = openSessions({dir, password})
    clock.now += 23 * HOUR
    expect(sessions.find(used)).toEqual(ANN)
    clock.now += 2 * HOUR
    expect(sessions.find(idle)).toBeUndefined()
    for (let hours = 25; hours < 30 * 24; hours += 23, clock.now += 23 * HOUR) sessions.find(used)
    expect(sessions.find(used)).toBeUndefined()
    database.close()
  })

  it.each([
    ['another password', {password: hashPassword('the second one')}],
    ['other roles', {ann: {...ANN, roles: ['administrator']}}],
    ['another write token', {writeToken: 'another'}],
    ['nobody of that name', {ann: {...ANN, id: 'ben'}}],
  ])('does not outlive a restart with %s', async (_, changed) => {
    const dir = await newFolder()
    const password = hashPassword('the first one')
    const first = openSessions({dir, password})
    const value = first.sessions.create(ANN)
    first.database.close()
    const same = openSessions({dir, password})
    expect(same.sessions.find(value)).toEqual(ANN)
    same.database.close()
    const other = openSessions({dir, password, ...changed})
    expect([other.sessions.find(value), other.sessions.list()]).toEqual([undefined, []])
    other.database.close()
    // And does not come back with what it was made with.
    const again = openSessions({dir, password})
    expect(again.sessions.find(value)).toBeUndefined()
    again.database.close()
  })

  it('in use is not pushed out by hundreds that nobody uses', () => {
    const {sessions, clock} = openSessions()
    const own = sessions.create(ANN)
    clock.now += 1
    sessions.find(own)
    for (let count = 0; count < 700; count += 1) sessions.create(ANN)
    expect(sessions.find(own)).toEqual(ANN)
    expect(sessions.list()).toHaveLength(500)
  })

  it('is good on a full disk, until the lake ends', () => {
    const {sessions, database} = openSessions()
    database.exec('PRAGMA query_only = ON')
    expect(sessions.find(sessions.create(ANN))).toEqual(ANN)
  })
})

describe('signing out', () => {
  async function open() {
    const opened = await openNamedLake(ROLES, ['pages', 'editor'])
    const {url, sessions, users} = opened.lake
    const newSession = (id: string) => sessions.create(users.find(id))
    const isGood = async (headers: Record<string, string>) =>
      (await fetch(`${url}/v1/users/me`, {headers})).status === 200
    return {...opened, url, newSession, isGood}
  }

  it.each(['/lake/logout', '/v1/auth/logout'])('at %s ends a session, however it was sent', async (path) => {
    const {url, newSession, isGood} = await open()
    const leave = (headers: Record<string, string>) =>
      fetch(`${url}${path}`, {method: 'POST', redirect: 'manual', headers: {origin: url, ...headers}})
    const spellings = ['Bearer ', 'bearer ', 'BEARER  ', 'Bearer \t']
    for (const spelling of spellings) {
      const session = newSession('pages')
      const left = await leave({authorization: `${spelling}${session}`})
      expect(left.headers.get('clear-site-data')).toBe('"cache"')
      expect([spelling, await isGood({authorization: `Bearer ${session}`})]).toEqual([spelling, false])
      expect(await isGood({cookie: sessionCookie(session, {url})})).toBe(false)
    }
    const session = newSession('pages')
    await leave({cookie: `a=b; ${sessionCookie(session, {url})}`})
    expect(await isGood({authorization: `Bearer ${session}`})).toBe(false)
    const [sent, kept] = [newSession('pages'), newSession('pages')]
    await leave({authorization: `Bearer ${sent}`, cookie: sessionCookie(kept, {url})})
    expect(await isGood({cookie: sessionCookie(kept, {url})})).toBe(false)
  })

  it('ends what was derived from the session: tickets, codes, streams and sockets', async () => {
    const {lake, url, newSession} = await open()
    const session = newSession('pages')
    const other = newSession('pages')
    const asSession = {authorization: `Bearer ${session}`}
    const ticketOf = async (headers: Record<string, string>) =>
      (await (await fetch(`${url}/v1/auth/tickets`, {method: 'POST', headers})).json()).ticket
    const ticket = await ticketOf(asSession)
    const kept = await ticketOf({authorization: `Bearer ${other}`})
    const login = `${url}/v1/auth/login/local?origin=${encodeURIComponent(url)}`
    const back = await fetch(login, {redirect: 'manual', headers: asSession})
    const code = new URL(back.headers.get('location') ?? '').hash.slice(1)
    const stream = await fetch(`${url}/v1/data/listen/production?query=*`, {headers: asSession})
    const live = await fetch(`${url}/vX/data/live/events/production`, {headers: asSession})
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/socket/production`, {
      headers: {...asSession, origin: url},
    })
    await new Promise((resolve) => socket.on('open', resolve))
    const closed = new Promise((resolve) => socket.on('close', resolve))

    await fetch(`${url}/v1/auth/logout`, {method: 'POST', headers: asSession})
    expect(await stream.text()).toContain('welcome')
    expect(await live.text()).toContain('welcome')
    expect(await closed).toEqual(expect.any(Number))
    expect((await fetch(`${url}/v1/auth/fetch?${code}`)).status).toBe(401)
    const ownerOf = async (value: string) =>
      (await fetch(`${url}/v1/auth/tickets/owner`, {headers: {'lake-ticket': value}})).status
    expect([await ownerOf(ticket), await ownerOf(kept)]).toEqual([404, 200])
    expect(lake.sessions.list('pages')).toHaveLength(1)
  })
})

describe('the administrator', () => {
  it('sees all sessions, and ends one, those of one user, or all', async () => {
    const {lake} = await openNamedLake(ROLES, ['pages', 'editor'])
    const {url, sessions, users} = lake
    const [first, second, third] = ['pages', 'pages', 'editor'].map((id) => sessions.create(users.find(id)))
    const ask = async (method: string, path = '', token = TEST_TOKENS.admin) => {
      const answer = await fetch(`${url}/v1/lake/sessions${path}`, {
        method,
        headers: {authorization: `Bearer ${token}`},
      })
      return {status: answer.status, body: await answer.text()}
    }
    const {body} = await ask('GET')
    expect(JSON.parse(body).sessions).toHaveLength(3)
    for (const value of [first, second, third]) expect(body).not.toContain(value)
    const id = sessions.factsOf(first ?? '')?.id ?? ''
    expect((await ask('DELETE', `/${id}`, TEST_TOKENS.write)).status).toBe(403)
    expect((await ask('DELETE', `/${id}`)).status).toBe(200)
    expect((await ask('DELETE', `/${id}`)).status).toBe(404)
    expect([sessions.find(first ?? ''), sessions.find(second ?? '')?.id]).toEqual([undefined, 'pages'])
    expect(JSON.parse((await ask('DELETE', '?user=pages')).body)).toEqual({ended: 1})
    expect(sessions.find(third ?? '')?.id).toBe('editor')
    expect(JSON.parse((await ask('DELETE')).body)).toEqual({ended: 1})
    expect(sessions.list()).toEqual([])
  })
})

it('signing in begins a new session and ends the one that the browser had', async () => {
  const {lake} = await openNamedLake(ROLES, ['pages'])
  const signIn = (cookie: string) =>
    fetch(`${lake.url}/lake/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: {origin: lake.url, cookie},
      body: new URLSearchParams({name: 'pages', password: USER_PASSWORD}),
    })
  const planted = sessionCookie('a'.repeat(43), lake)
  const [first = ''] = (await signIn(planted)).headers.getSetCookie()
  const [second = ''] = (await signIn(first.split(';')[0] ?? '')).headers.getSetCookie()
  const values = [planted, first, second].map((cookie) => /=([^;]+)/.exec(cookie)?.[1] ?? '')
  expect(values.map((value) => lake.sessions.find(value)?.id)).toEqual([undefined, undefined, 'pages'])
})

it('a backup holds no session, so that none comes back with it', async () => {
  const dir = await newFolder()
  const {lake} = {lake: await openTestLake()}
  const session = lake.sessions.create()
  await lake.backup(dir)
  const restored = await openTestLake({dir})
  expect([lake.sessions.find(session)?.id, restored.sessions.find(session)]).toEqual(['local-editor', undefined])
})

describe('a request whose session ends before the request has arrived in full', () => {
  const draft = {_id: 'drafts.late', _type: 'page'}
  const create = {actionType: 'sanity.action.document.create', publishedId: 'late', attributes: draft}
  const requests = [
    ['data/mutate', {mutations: [{create: draft}]}],
    ['data/actions', {actions: [create]}],
    ['data/query', {query: '*'}],
    ['assets/files', 'a file'],
  ] as const

  it.each(requests)('is refused, and changes nothing: %s', async (path, body) => {
    const {lake} = await openNamedLake([], ['administrator', 'editor'])
    const token = lake.sessions.create(lake.users.find('editor'))
    const headers = {authorization: `Bearer ${token}`, 'content-type': 'application/json'}
    const sent = {method: 'POST', path: `/v1/${path}/production`, headers, body: JSON.stringify(body)}
    expect(await (await beginRequest(lake, sent))()).toBe(200)
    const before = Array.from(lake.documents.all())
    const late = {...sent, body: sent.body.replaceAll('late', 'later').replaceAll('file', 'other')}
    const end = await beginRequest(lake, late)
    lake.people.remove('editor')
    expect([await end(), Array.from(lake.documents.all())]).toEqual([401, before])
  })

  it.each([
    ['PUT', '/v1/users/me/keyvalue', 'application/json', '[{"key":"late","value":1}]'],
    ['POST', '/lake/account/password', 'application/x-www-form-urlencoded', 'next=one&again=another'],
    ['POST', '/lake/account/sessions', 'application/x-www-form-urlencoded', 'current=mine'],
  ])('saves no settings and shows no account: %s %s', async (method, path, type, body) => {
    const {lake} = await openNamedLake([], ['administrator'])
    const session = lake.sessions.create(lake.users.find('administrator'))
    const headers = {cookie: sessionCookie(session, lake), origin: lake.url, 'content-type': type}
    const end = await beginRequest(lake, {method, path, headers, body})
    lake.sessions.end(session)
    const settings = lake.database.prepare('SELECT count(*) AS count FROM key_values')
    expect([await end(), settings.get()]).toEqual([401, {count: 0}])
  })

  it('gets no more of an export, however slowly it reads', async () => {
    const {lake} = await openNamedLake([], ['administrator', 'editor'])
    const text = 'x'.repeat(1_000_000)
    const mutations = Array.from({length: 64}, (_, n) => ({create: {_id: `page-${n}`, _type: 'page', text}}))
    lake.commit({mutations, author: SYSTEM})
    const headers = {authorization: `Bearer ${lake.sessions.create(lake.users.find('editor'))}`}
    const answer = await fetch(`${lake.url}/v1/data/export/production`, {headers})
    lake.people.remove('editor')
    await expect(answer.text()).rejects.toThrow()
  })
})
