import {randomBytes, scryptSync} from 'node:crypto'
import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {hashPassword} from '../access/password.ts'
import {saveUserPassword} from '../access/Users.ts'
import {openNamedLake, USER_PASSWORD} from '../testing/openNamedLake.ts'
import {movedCookie, newFolder, openTestLake} from '../testing/openTestLake.ts'

const ROLES = [
  {name: 'pages', grants: [{filter: '_type == "page"', permissions: ['read', 'update']}]},
] satisfies Parameters<typeof openNamedLake>[0]

const signIn = (url: string, name: string, password: string) =>
  fetch(`${url}/lake/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: {origin: url, 'accept-language': 'en'},
    body: new URLSearchParams({name, password}),
  })
const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''
const me = async (url: string, cookie: string) => (await fetch(`${url}/v1/users/me`, {headers: {cookie}})).json()

async function studio() {
  const studioDir = await newFolder()
  await writeFile(join(studioDir, 'index.html'), '<!doctype html><title>Studio</title>')
  return studioDir
}

describe('a lake with named users', () => {
  it('asks for name and password, on this machine, too', async () => {
    const {lake} = await openNamedLake(ROLES, ['pages'], {studioDir: await studio()})
    const page = await fetch(`${lake.url}/`, {headers: {accept: 'text/html', 'accept-language': 'zh'}})
    expect(page.headers.get('set-cookie')).toBeNull()
    const html = await page.text()
    expect(html).toMatch(/用户名或邮箱<input name="name" autocomplete="username"[^>]* autofocus>/)
    expect(html.match(/autofocus/g)).toHaveLength(1)
    const wrong = await signIn(lake.url, 'pages', 'not the password')
    expect([wrong.status, await wrong.text()]).toEqual([
      401,
      expect.stringContaining('Check the name and the password'),
    ])
    expect((await signIn(lake.url, 'nobody', USER_PASSWORD)).status).toBe(401)
    expect((await signIn(lake.url, '', USER_PASSWORD)).status).toBe(401)
  })

  it.each(['pages', ' PAGES ', 'pages@Example.com'])('knows "%s" by id or address', async (name) => {
    const {lake} = await openNamedLake(ROLES, ['pages', 'viewer'])
    expect(await me(lake.url, cookieOf(await signIn(lake.url, name, USER_PASSWORD)))).toMatchObject({
      id: 'pages',
      name: 'User pages',
      roles: [{name: 'pages'}],
    })
  })

  it('names the author of each change', async () => {
    const {lake, as} = await openNamedLake(ROLES, ['editor'])
    await as('editor').create({_id: 'a', _type: 'page'})
    const author = lake.database.prepare('SELECT author FROM transactions ORDER BY seq DESC LIMIT 1').get()?.author
    expect(author).toBe('editor')
  })

  it('believes neither a session without a name nor one in the name of another', async () => {
    const {lake} = await openNamedLake(ROLES, ['pages', 'administrator'])
    const pages = lake.users.find('pages')
    if (!pages) throw new Error('There is no user pages')
    const session = lake.sessions.create(pages)
    expect(lake.sessions.find(session)).toEqual(pages)
    expect(session).not.toContain('pages')
    expect(lake.sessions.find(session.slice(1))).toBeUndefined()
    expect(lake.sessions.find(lake.sessions.factsOf(session)?.id ?? '')).toBeUndefined()
    expect(lake.sessions.find(lake.sessions.create())).toBeUndefined()
  })

  it('takes passwords from its folder; a new one ends the sessions of that user only', async () => {
    const {lake, file} = await openNamedLake(ROLES, ['pages', 'viewer'])
    const [pages = '', viewer = ''] = [
      cookieOf(await signIn(lake.url, 'pages', USER_PASSWORD)),
      cookieOf(await signIn(lake.url, 'viewer', USER_PASSWORD)),
    ]
    await lake.close()
    saveUserPassword(lake.options.dir, {id: 'pages', name: 'Pages'}, 'another password')
    const again = await openTestLake({dir: lake.options.dir, users: file})
    expect(await me(again.url, movedCookie(pages, again))).toMatchObject({statusCode: 401})
    expect(await me(again.url, movedCookie(viewer, again))).toMatchObject({id: 'viewer'})
    expect((await signIn(again.url, 'pages', USER_PASSWORD)).status).toBe(401)
    expect((await signIn(again.url, 'pages', 'another password')).status).toBe(303)
    expect(() => saveUserPassword(lake.options.dir, {id: 'pages', name: 'Pages'}, 'short')).toThrow('at least 10')
  })

  it('takes no old password whose check was under way when it was changed', async () => {
    const {lake} = await openNamedLake(ROLES, ['pages'])
    const place = {address: '203.0.113.1', device: undefined}
    const old = lake.logins.check({name: 'pages', password: USER_PASSWORD}, place)
    lake.users.setPassword('pages', hashPassword('another password'))
    expect(await old).toMatchObject({outcome: 'wrong'})
  })

  it('says at its start who has no password yet, and lets nobody in without one', async () => {
    const file = join(await newFolder(), 'users.json')
    await writeFile(file, JSON.stringify({users: [{id: 'li', name: '李', roles: ['editor']}]}))
    const lines: string[] = []
    const lake = await openTestLake({users: file, log: (line) => lines.push(line)})
    expect(lines.join()).toContain('li cannot sign in yet')
    expect((await signIn(lake.url, 'li', '')).status).toBe(401)
    const li = lake.users.find('li')
    expect(li && lake.sessions.find(lake.sessions.create(li))).toBeUndefined()
  })

  it('lets in with a password that an earlier version kept, and says at its start to change it', async () => {
    const [salt, cost] = [randomBytes(16), {N: 2 ** 15, r: 8, p: 1}]
    const hash = scryptSync(USER_PASSWORD, salt, 32, {...cost, maxmem: 2 ** 26}).toString('base64')
    const password = {algorithm: 'scrypt', ...cost, salt: salt.toString('base64'), hash}
    const file = join(await newFolder(), 'users.json')
    await writeFile(file, JSON.stringify({users: [{id: 'li', name: '李', roles: ['editor'], password}]}))
    const lines: string[] = []
    const lake = await openTestLake({users: file, log: (line) => lines.push(line)})
    expect(lines.join()).toContain('The password of li was kept by an earlier version')
    expect((await signIn(lake.url, 'li', USER_PASSWORD)).status).toBe(303)
    expect((await signIn(lake.url, 'li', 'a wrong guess')).status).toBe(401)
  })

  it('hands its session to a Studio with its own login, and none to a token', async () => {
    const {lake} = await openNamedLake(ROLES, ['pages'])
    const address = `${lake.url}/v1/auth/login/local?origin=${encodeURIComponent(lake.url)}`
    const asked = await fetch(address, {redirect: 'manual', headers: {authorization: 'Bearer test-write-token'}})
    expect(asked.headers.get('location')).toMatch(/^\/lake\/login/)
    const cookie = cookieOf(await signIn(lake.url, 'pages', USER_PASSWORD))
    const back = await fetch(address, {redirect: 'manual', headers: {cookie}})
    const sid = /sid=(.+)$/.exec(back.headers.get('location') ?? '')?.[1]
    const {token} = await (await fetch(`${lake.url}/v1/auth/fetch?sid=${sid}`)).json()
    const answer = await fetch(`${lake.url}/v1/users/me`, {headers: {authorization: `Bearer ${token}`}})
    expect(await answer.json()).toMatchObject({id: 'pages'})
  })
})
