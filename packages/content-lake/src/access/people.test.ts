import {mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {sessionCookie} from '../http/request.ts'
import type {Grant} from '../roles/definitions.ts'
import {barrier} from '../testing/barrier.ts'
import {beginRequest} from '../testing/beginRequest.ts'
import {openNamedLake, USER_PASSWORD} from '../testing/openNamedLake.ts'
import {openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import type {LakeOptions} from '../types.ts'
import {saveUserPassword} from './Users.ts'

const NEXT = 'seventeen quiet otters'
const SITE = 'http://site.example'
const everything: Grant = {filter: 'defined(_id)', permissions: ['read', 'history', 'create', 'update']}

type Headers = Record<string, string>

function callsOf(url: string) {
  const ask = async (method: string, path: string, headers: Headers, body?: unknown) => {
    const response = await fetch(`${url}/v1/lake/${path}`, {
      method,
      headers: {origin: url, 'content-type': 'application/json', ...headers},
      ...(body !== undefined && {body: JSON.stringify(body)}),
    })
    const answer = await response.json()
    return {status: response.status, answer}
  }
  const form = (path: string, fields: Record<string, string>, headers: Headers = {}) =>
    fetch(`${url}/lake/${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {origin: url, 'accept-language': 'en', ...headers},
      body: new URLSearchParams(fields),
    })
  const signIn = async (name: string, password: string) => {
    const {status, headers} = await form('login', {name, password})
    const pairs = headers.getSetCookie().map((line) => line.split(';')[0])
    return {status, cookie: pairs.join('; ')}
  }
  const confirm = (headers: Headers, password = USER_PASSWORD) =>
    ask('POST', 'people-confirmation', headers, {password})
  const usePassword = (link: {url: string}, password: string, again = password) =>
    form('password', {code: new URL(link.url).hash.slice(1), next: password, again})
  const isGood = async (headers: Headers) => (await fetch(`${url}/v1/users/me`, {headers})).status === 200
  return {ask, form, signIn, confirm, usePassword, isGood}
}

const ANN = {id: 'ann', name: 'Ann 安', email: 'ann@example.com', roles: ['author']}

async function open(options: Partial<LakeOptions> = {}, names = ['administrator', 'author']) {
  const lines: string[] = []
  const roles = [{name: 'author', grants: [everything]}]
  const named = await openNamedLake(roles, names, {log: (line) => lines.push(line), ...options})
  const {lake} = named
  const calls = callsOf(lake.url)
  const session = (id: string): Headers => {
    const value = lake.sessions.create(lake.users.find(id))
    return {cookie: sessionCookie(value, lake)}
  }
  const admin = session('administrator')
  await calls.confirm(admin)
  return {...named, ...calls, lines, session, admin}
}

const errorOf = ({answer}: {answer: {error?: {type?: string}}}) => answer.error?.type

describe('an administrator', () => {
  it('adds somebody, who sets a password by a link that works once and signs in, without a restart', async () => {
    const {ask, admin, usePassword, signIn, lake, as} = await open()
    const {status, answer} = await ask('POST', 'people', admin, ANN)
    expect([status, answer.person]).toMatchObject([201, {...ANN, hasPassword: false, sessions: 0}])
    expect(answer.link.url).toMatch(new RegExp(`^${lake.url}/lake/password#[\\w-]{43}$`))
    expect((await signIn('ann', '')).status).toBe(401)
    expect((await usePassword(answer.link, NEXT)).status).toBe(200)
    expect((await signIn('ANN@example.com', NEXT)).status).toBe(303)
    expect([(await usePassword(answer.link, `${NEXT}!`)).status, (await signIn('ann', NEXT)).status]).toEqual([
      400, 303,
    ])
    const project = await as('author').request<{members: {id: string}[]}>({url: '/projects/local'})
    expect(project.members.map(({id}) => id)).toContain('ann')
    const [listed] = (await ask('GET', 'people', admin)).answer.people.filter(({id}: {id: string}) => id === 'ann')
    expect(listed).toMatchObject({hasPassword: true, linkExpires: null, sessions: 2})
  })

  it('changes a name at once and leaves the session, changes roles and ends it', async () => {
    const {ask, admin, session, isGood, as} = await open()
    const author = session('author')
    expect((await ask('PATCH', 'people/author', admin, {name: '李伟', email: null})).status).toBe(200)
    const me = await as('author').request<{name: string; email: string}>({url: '/users/me'})
    expect([me.name, me.email, await isGood(author)]).toEqual(['李伟', 'author@localhost', true])
    expect((await ask('PATCH', 'people/author', admin, {roles: ['viewer']})).answer.person.roles).toEqual(['viewer'])
    expect(await isGood(author)).toBe(false)
  })

  it('ends somebody’s sessions, and only theirs', async () => {
    const {ask, admin, session, isGood} = await open()
    const author = session('author')
    expect((await ask('DELETE', 'people/author/sessions', admin)).answer).toEqual({ended: 1})
    expect([await isGood(author), await isGood(admin)]).toEqual([false, true])
  })

  it('resets a password: the old one, its sessions and an earlier link end with it', async () => {
    const {ask, admin, session, isGood, signIn, usePassword} = await open()
    const author = session('author')
    const first = (await ask('POST', 'people/author/link', admin)).answer.link
    expect([await isGood(author), (await signIn('author', USER_PASSWORD)).status]).toEqual([false, 401])
    const second = (await ask('POST', 'people/author/link', admin)).answer.link
    expect((await usePassword(first, NEXT)).status).toBe(400)
    expect((await usePassword(second, NEXT)).status).toBe(200)
    expect((await signIn('author', NEXT)).status).toBe(303)
  })

  it('resets no password that cannot be removed from the disk: it is in force as before, and so is the session', async () => {
    const {ask, admin, session, isGood, signIn, usePassword, lake} = await open()
    const author = session('author')
    // The first change puts the passwords of the users file there.
    await ask('POST', 'people', admin, ANN)
    const saved = join(lake.options.dir, 'user-passwords.json')
    renameSync(saved, `${saved}.aside`)
    mkdirSync(saved)
    expect((await ask('POST', 'people/author/link', admin)).status).toBe(500)
    rmdirSync(saved)
    renameSync(`${saved}.aside`, saved)
    expect([await isGood(author), (await signIn('author', USER_PASSWORD)).status]).toEqual([true, 303])
    const {link} = (await ask('POST', 'people/author/link', admin)).answer
    expect([(await usePassword(link, NEXT)).status, (await signIn('author', NEXT)).status]).toEqual([200, 303])
  })

  it('removes somebody, who is signed out at once, and whose id and name stay theirs in the history', async () => {
    const {ask, admin, session, isGood, signIn, as} = await open({}, ['administrator', 'author', 'viewer'])
    const author = session('author')
    const link = (await ask('POST', 'people', admin, ANN)).answer.link
    expect((await ask('DELETE', 'people/author', admin)).status).toBe(200)
    expect([await isGood(author), (await signIn('author', USER_PASSWORD)).status]).toEqual([false, 401])
    const again = await ask('POST', 'people', admin, {id: 'AUTHOR', name: 'Somebody', roles: ['author']})
    expect([again.status, JSON.stringify(again.answer)]).toEqual([409, expect.stringContaining('take another name')])
    expect(await as('viewer').request({url: '/users/author'})).toMatchObject({displayName: 'User author'})
    await ask('DELETE', 'people/ann', admin)
    const {usePassword} = callsOf(new URL(link.url).origin)
    expect((await usePassword(link, NEXT)).status).toBe(400)
  })

  it.each([
    ['an id that another has', {...ANN, id: 'Author'}],
    ['an address that another has', {...ANN, email: 'AUTHOR@example.com'}],
    ['an id of the lake itself', {...ANN, id: 'system'}],
    ['the id of whoever asks', {...ANN, id: 'me'}],
    ['an id that is a path', {...ANN, id: '../ann'}],
    ['a role that is not there', {...ANN, roles: ['owner']}],
    ['no role', {...ANN, roles: []}],
    ['a password, which is theirs to set', {...ANN, password: 'x'}],
    ['a name of two lines', {...ANN, name: 'Ann\nsecurity: sign-in'}],
    ['a name without end', {...ANN, name: 'A'.repeat(10_000)}],
    ['nothing', null],
  ])('is told what is wrong with %s, and nothing changes', async (_, person) => {
    const {ask, admin} = await open()
    const {status} = await ask('POST', 'people', admin, person)
    expect(status).toBe(400)
    expect((await ask('GET', 'people', admin)).answer.people).toHaveLength(2)
  })
})

describe('who would manage people', () => {
  const attempts: [string, string, unknown?][] = [
    ['GET', 'people'],
    ['POST', 'people', {...ANN, roles: ['administrator']}],
    ['POST', 'people-confirmation', {password: USER_PASSWORD}],
    ['PATCH', 'people/author', {roles: ['administrator']}],
    ['POST', 'people/administrator/link'],
    ['DELETE', 'people/administrator/sessions'],
    ['DELETE', 'people/administrator'],
  ]

  it('is no administrator: refused, and nobody learns of it or changes', async () => {
    const {ask, session, lake} = await open({}, ['administrator', 'author', 'editor'])
    const before = JSON.stringify(lake.users.definitions)
    const tokens = [TEST_TOKENS.write, TEST_TOKENS.read].map((token) => ({authorization: `Bearer ${token}`}))
    for (const [method, path, body] of attempts) {
      for (const headers of [session('author'), session('editor'), ...tokens]) {
        expect([path, (await ask(method, path, headers, body)).status]).toEqual([path, 403])
      }
      expect((await ask(method, path, {}, body)).status).toBe(401)
    }
    expect(JSON.stringify(lake.users.definitions)).toBe(before)
  })

  it('is a page of another site, also one that may use sessions: refused, with an administrator’s cookie', async () => {
    const {ask, admin, lake} = await open({allowedOrigins: [SITE]})
    for (const [method, path, body] of attempts) {
      expect((await ask(method, path, {...admin, origin: SITE}, body)).status).toBe(403)
      expect((await ask(method, path, {...admin, origin: 'http://evil.example'}, body)).status).toBe(403)
    }
    // A form of another page, which a browser sends without asking the lake first.
    const plain = await fetch(`${lake.url}/v1/lake/people`, {
      method: 'POST',
      headers: {...admin, 'content-type': 'text/plain'},
      body: JSON.stringify(ANN),
    })
    expect(plain.status).toBe(401)
    expect(lake.users.all).toHaveLength(2)
  })

  it('has not typed the password: a session alone, or another made from it, changes nothing', async () => {
    const {ask, admin, session, confirm, lake} = await open()
    const other = session('administrator')
    for (const [method, path, body] of attempts.slice(3)) {
      const refused = await ask(method, path, other, body)
      expect([path, refused.status, errorOf(refused)]).toEqual([path, 403, 'confirmationNeeded'])
    }
    const answer = await fetch(`${lake.url}/v1/auth/login/local?origin=${encodeURIComponent(lake.url)}`, {
      headers: admin,
      redirect: 'manual',
    })
    const sid = new URL(answer.headers.get('location') ?? '').hash.replace('#sid=', '')
    const {token} = await (await fetch(`${lake.url}/v1/auth/fetch?sid=${sid}`)).json()
    const derived = {authorization: `Bearer ${token}`}
    expect(errorOf(await ask('DELETE', 'people/author', derived))).toBe('confirmationNeeded')
    expect(errorOf(await confirm(derived, 'not the password'))).toBe('wrongPassword')
    expect(errorOf(await ask('DELETE', 'people/author', derived))).toBe('confirmationNeeded')
    expect((await confirm(derived)).status).toBe(200)
    expect((await ask('DELETE', 'people/author', derived)).status).toBe(200)
  })

  it('guesses the password there: counted like a guess at the login', async () => {
    const {session, confirm, signIn} = await open()
    const stolen = session('administrator')
    const statuses = []
    for (let count = 0; count < 6; count += 1) statuses.push((await confirm(stolen, 'not the password')).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
    expect((await signIn('administrator', USER_PASSWORD)).status).toBe(429)
  })

  it('confirmed ten minutes ago: has to again, though the clock was set back', async () => {
    const {ask, admin} = await open()
    const start = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => start + 11 * 60_000)
    vi.useFakeTimers({toFake: ['Date'], now: Date.now() - 60 * 60_000})
    onTestFinished(() => {
      vi.useRealTimers()
      vi.restoreAllMocks()
    })
    expect(errorOf(await ask('POST', 'people', admin, ANN))).toBe('confirmationNeeded')
  })

  it('was one: loses it with the role, confirmed or not', async () => {
    const {ask, admin, session, confirm} = await open({}, ['administrator', 'administrator+author', 'author'])
    const second = session('administrator_author')
    await confirm(second)
    expect((await ask('PATCH', 'people/administrator_author', admin, {roles: ['author']})).status).toBe(200)
    expect((await ask('DELETE', 'people/administrator', second)).status).toBe(401)
    const now = session('administrator_author')
    expect((await ask('GET', 'people', now)).status).toBe(403)
  })

  it.each([
    ['POST', 'people', {...ANN, roles: ['administrator']}],
    ['PATCH', 'people/author', {roles: ['administrator']}],
  ])('was one when a %s of %s began: refused if removed before its end', async (method, path, body) => {
    const {ask, admin, session, confirm, lake} = await open({}, ['administrator', 'administrator+author', 'author'])
    const second = session('administrator_author')
    await confirm(second)
    const headers = {...second, origin: lake.url, 'content-type': 'application/json'}
    const end = await beginRequest(lake, {method, path: `/v1/lake/${path}`, headers, body: JSON.stringify(body)})
    expect((await ask('DELETE', 'people/administrator_author', admin)).status).toBe(200)
    expect(await end()).toBe(403)
    expect(lake.users.all.map(({id, roles}) => [id, roles])).toEqual([
      ['administrator', ['administrator']],
      ['author', ['author']],
    ])
  })

  it('keeps at least one administrator with a password', async () => {
    const {ask, admin, usePassword} = await open()
    const outcomes = async () => [
      (await ask('DELETE', 'people/administrator', admin)).status,
      (await ask('PATCH', 'people/administrator', admin, {roles: ['author']})).status,
    ]
    expect(await outcomes()).toEqual([409, 409])
    expect((await ask('POST', 'people/administrator/link', admin)).status).toBe(400)
    const byToken = {authorization: `Bearer ${TEST_TOKENS.admin}`}
    expect((await ask('POST', 'people/administrator/link', byToken)).status).toBe(409)
    const {link} = (await ask('POST', 'people', admin, {...ANN, roles: ['administrator']})).answer
    expect(await outcomes()).toEqual([409, 409])
    await usePassword(link, NEXT)
    expect((await ask('DELETE', 'people/administrator', admin)).status).toBe(200)
  })

  it('runs a lake that names nobody: told so', async () => {
    const lake = await openTestLake()
    const {ask} = callsOf(lake.url)
    const session = {cookie: sessionCookie(lake.sessions.create(), lake)}
    const answers = [
      await ask('GET', 'people', session),
      await ask('POST', 'people', {authorization: `Bearer ${TEST_TOKENS.admin}`}, {...ANN, roles: ['administrator']}),
    ]
    expect(answers.map(({status}) => status)).toEqual([403, 409])
    for (const {answer} of answers) expect(JSON.stringify(answer)).toContain('names nobody')
  })
})

describe('a link for setting a password', () => {
  it('is taken by no look at it, no wrong code and no unsuitable password', async () => {
    const {ask, admin, usePassword, form, lake} = await open()
    const {link} = (await ask('POST', 'people', admin, ANN)).answer
    const page = await fetch(`${lake.url}/lake/password`, {headers: {'accept-language': 'en'}})
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await page.text()).not.toContain('role="alert"')
    const wrong = async (code: string) => (await form('password', {code, next: NEXT, again: NEXT})).text()
    const [unknown, none] = [await wrong('A'.repeat(43)), await wrong('')]
    expect(unknown).toContain('role="alert">This link does not work')
    expect(none).toBe(unknown)
    const short = await usePassword(link, 'short')
    expect([short.status, await short.text()]).toEqual([400, expect.stringContaining('too short')])
    expect(await (await usePassword(link, 'ann-2026-ann')).text()).toContain('your name')
    expect((await usePassword(link, NEXT, `${NEXT}!`)).status).toBe(400)
    // Copied with a line's end.
    const code = `${new URL(link.url).hash.slice(1)}\n`
    expect((await form('password', {code, next: NEXT, again: NEXT})).status).toBe(200)
  })

  it('works for one of two who use it at the same time, and twice for one who sends the form twice', async () => {
    const {ask, admin, usePassword, lake} = await open()
    const {link} = (await ask('POST', 'people', admin, ANN)).answer
    const answers = await Promise.all([usePassword(link, NEXT), usePassword(link, `${NEXT} again`)])
    expect(answers.map(({status}) => status).sort()).toEqual([200, 400])
    const renewed = (await ask('POST', 'people/ann/link', admin)).answer.link
    const [bothCame, {hash}] = [barrier(2), lake.logins]
    vi.spyOn(lake.logins, 'hash').mockImplementation((chosen) => bothCame().then(() => hash(chosen)))
    const twice = await Promise.all([usePassword(renewed, NEXT), usePassword(renewed, NEXT)])
    expect(twice.map(({status}) => status)).toEqual([200, 200])
  })

  it('outlives a password that could not be saved', async () => {
    const {ask, admin, usePassword, signIn, lake} = await open()
    const {link} = (await ask('POST', 'people', admin, ANN)).answer
    const saved = join(lake.options.dir, 'user-passwords.json')
    renameSync(saved, `${saved}.aside`)
    mkdirSync(saved)
    expect((await usePassword(link, NEXT)).status).toBe(500)
    rmdirSync(saved)
    renameSync(`${saved}.aside`, saved)
    expect([(await usePassword(link, NEXT)).status, (await signIn('ann', NEXT)).status]).toEqual([200, 303])
  })

  it('expires', async () => {
    const {ask, admin, lake, file} = await open()
    const {link} = (await ask('POST', 'people', admin, ANN)).answer
    await lake.close()
    const kept = join(lake.options.dir, 'people.json')
    const content = JSON.parse(readFileSync(kept, 'utf8'))
    writeFileSync(kept, JSON.stringify({...content, links: [{...content.links[0], expires: Date.now() - 1}]}))
    const {usePassword} = callsOf((await openTestLake({dir: lake.options.dir, users: file})).url)
    expect((await usePassword(link, NEXT)).status).toBe(400)
  })

  it('ends when a password is set otherwise, on the machine', async () => {
    const {ask, admin, lake, usePassword, signIn} = await open()
    const {link} = (await ask('POST', 'people/author/link', admin)).answer
    saveUserPassword(lake.options.dir, {id: 'author', name: 'User author'}, NEXT)
    await expect.poll(() => lake.users.passwordOf('author')).toBeDefined()
    expect((await usePassword(link, `${NEXT}, of a thief`)).status).toBe(400)
    expect((await signIn('author', NEXT)).status).toBe(303)
    const {people} = (await ask('GET', 'people', admin)).answer
    expect(people.find(({id}: {id: string}) => id === 'author')).toMatchObject({hasPassword: true, linkExpires: null})
  })

  it('signs nobody in and plants no session, and other sites cannot send its form', async () => {
    const {ask, admin, form, isGood} = await open()
    const {link} = (await ask('POST', 'people', admin, ANN)).answer
    const fields = {code: new URL(link.url).hash.slice(1), next: NEXT, again: NEXT}
    expect((await form('password', fields, {origin: 'http://evil.example'})).status).toBe(403)
    const set = await form('password', fields, admin)
    expect([set.status, set.headers.getSetCookie(), await isGood(admin)]).toEqual([200, [], true])
  })

  it('beats a change of the password that was under way when it was made', async () => {
    const {ask, admin, signIn, form, lake} = await open()
    const {cookie} = await signIn('author', USER_PASSWORD)
    const hash = lake.logins.hash.bind(lake.logins)
    vi.spyOn(lake.logins, 'hash').mockImplementation(async (password) => {
      await ask('POST', 'people/author/link', admin)
      return hash(password)
    })
    const changed = await form('account/password', {current: USER_PASSWORD, next: NEXT, again: NEXT}, {cookie})
    expect([changed.status, (await signIn('author', NEXT)).status]).toEqual([401, 401])
  })
})

describe('what is kept', () => {
  it('is the owner’s alone, outlives a restart, and holds no code and no password', async () => {
    const {ask, admin, lake, file, lines, usePassword} = await open()
    const {link} = (await ask('POST', 'people', admin, ANN)).answer
    await usePassword(link, NEXT)
    const bob = (await ask('POST', 'people', admin, {...ANN, id: 'bob', email: 'bob@example.com'})).answer.link
    await ask('DELETE', 'people/author', admin)
    await lake.close()
    const kept = join(lake.options.dir, 'people.json')
    expect(statSync(kept).mode & 0o777).toBe(0o600)
    const codes = [link, bob].map(({url}) => new URL(url).hash.slice(1))
    for (const secret of [...codes, NEXT, USER_PASSWORD]) {
      for (const text of [readFileSync(kept, 'utf8'), lines.join('\n')]) expect(text).not.toContain(secret)
    }
    const again = await openTestLake({dir: lake.options.dir, users: file})
    const calls = callsOf(again.url)
    expect((await calls.signIn('ann', NEXT)).status).toBe(303)
    expect((await calls.signIn('administrator', USER_PASSWORD)).status).toBe(303)
    expect((await calls.signIn('author', USER_PASSWORD)).status).toBe(401)
    expect((await calls.usePassword(bob, NEXT)).status).toBe(200)
  })

  it('opens to nobody without the users file: its roles alone will do, and no people at all are refused', async () => {
    const {ask, admin, lake, file} = await open()
    await ask('DELETE', 'people/author', admin)
    await lake.close()
    const {dir} = lake.options
    await expect(openTestLake({dir})).rejects.toThrow(`${join(dir, 'people.json')} names the people of this lake`)
    const {roles} = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({roles}))
    const again = await openTestLake({dir, users: file})
    const {signIn} = callsOf(again.url)
    const statuses = [await signIn('administrator', USER_PASSWORD), await signIn('author', USER_PASSWORD)]
    expect(statuses.map(({status}) => status)).toEqual([303, 401])
    await expect(openTestLake({users: file})).rejects.toThrow('there is nobody in the list')
  })

  it('is not kept in what a killed lake left unfinished', async () => {
    const {lake, file} = await open()
    await lake.close()
    const {dir} = lake.options
    for (const name of ['people', 'user-passwords']) writeFileSync(join(dir, `${name}.json.0123456789ab.part`), '{"')
    await openTestLake({dir, users: file})
    expect(readdirSync(dir).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('is said in the security log: who did what to whom', async () => {
    const {ask, admin, lines} = await open()
    await ask('POST', 'people', admin, ANN)
    await ask('PATCH', 'people/ann', admin, {roles: ['viewer']})
    await ask('POST', 'people/ann/link', admin)
    await ask('DELETE', 'people/ann/sessions', admin)
    await ask('DELETE', 'people/ann', admin)
    for (const event of ['person added', 'person changed', 'password reset', 'sessions ended', 'person removed']) {
      const entry = lines.find((line) => line.startsWith(`security: ${event} `))
      expect(entry).toMatch(/user=administrator whom=ann/)
    }
  })

  it('counts from then on instead of the people of the users file, whose later changes are refused in the log', async () => {
    const {ask, admin, lake, file, lines} = await open()
    await ask('POST', 'people', admin, ANN)
    const content = JSON.parse(readFileSync(file, 'utf8'))
    const intruder = {...content.users[1], id: 'intruder', email: undefined, roles: ['administrator']}
    writeFileSync(file, JSON.stringify({...content, users: [...content.users, intruder]}))
    await expect.poll(() => lines.join('\n')).toContain('are managed in the Studio')
    expect(lake.users.all.map(({id}) => id)).toEqual(['administrator', 'author', 'ann'])
    const roles = [{name: 'author', grants: [{...everything, permissions: ['read']}]}]
    writeFileSync(file, JSON.stringify({...content, roles}))
    await expect.poll(() => lake.users.find('author')?.rights).toBe('read')
  })
})
