import {existsSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs'
import {mkdir, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {isPassword, resolvePassword, savePassword} from '../access/password.ts'
import {createApp} from '../createApp.ts'
import {openNamedLake, USER_PASSWORD} from '../testing/openNamedLake.ts'
import {clientOf, movedCookie, newFolder, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import type {LakeOptions} from '../types.ts'
import {safeNext} from './pages.ts'

const PASSWORD = '正确的马 battery'

async function openLockedLake(options: Partial<LakeOptions> = {}) {
  const studioDir = await newFolder()
  await writeFile(
    join(studioDir, 'index.html'),
    '<!doctype html><title>Studio</title><script src="/static/a.js"></script>',
  )
  await mkdir(join(studioDir, 'static'))
  await writeFile(join(studioDir, 'static/a.js'), 'secret()')
  return openTestLake({studioDir, password: PASSWORD, ...options})
}

const page = {accept: 'text/html,*/*', 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8'}

function signIn(url: string, password: string, headers: Record<string, string> = {}, next = '/structure') {
  return fetch(`${url}/lake/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: {origin: url, ...headers},
    body: new URLSearchParams({password, next}),
  })
}

const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''

describe('a lake with a password', () => {
  it('says which option is missing where a proxy hides the address that its own pages have', async () => {
    const publicUrl = 'https://lake.example'
    const app = createApp(await openLockedLake({publicUrl}))
    const send = async (path: string, headers: Record<string, string>) => {
      const answer = await app.request(`http://lake.example${path}`, {method: 'POST', headers, body: '{"query": "1"}'})
      return {status: answer.status, text: await answer.text()}
    }
    const query = '/v1/data/query/production'
    const refused = {status: 403, text: expect.stringMatching(/--trust-proxy.*X-Forwarded-Proto/)}
    for (const path of ['/lake/login', '/lake/logout', query])
      expect(await send(path, {origin: publicUrl})).toEqual(refused)
    const token = {authorization: `Bearer ${TEST_TOKENS.read}`}
    expect(await send(query, {origin: publicUrl, ...token})).toMatchObject({status: 200})
    expect(await send(query, {origin: 'http://lake.example'})).toMatchObject({status: 200})
  })

  it('shows the login page, in Chinese or English, in the place of the Studio', async () => {
    const {url} = await openLockedLake()
    const asked = await fetch(`${url}/structure/page?a=1`, {headers: page, redirect: 'manual'})
    expect([asked.status, asked.headers.get('location'), asked.headers.get('set-cookie')]).toEqual([
      303,
      '/lake/login?next=%2Fstructure%2Fpage%3Fa%3D1',
      null,
    ])
    expect((await fetch(`${url}/static/a.js`)).status).toBe(401)
    const login = await fetch(`${url}/structure/page?a=1`, {headers: page})
    const html = await login.text()
    expect(html).toContain('<html lang="zh-CN">')
    expect(html).toContain('name="next" value="/structure/page?a=1"')
    expect(html).not.toMatch(/<script|https?:|role="alert"|name="name"/)
    expect(html).toMatch(/name="password"[^>]* autofocus>/)
    expect(html).toMatch(/lang=en" lang="en">English</)
    expect(login.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-\S+'; form-/)
    expect(login.headers.get('referrer-policy')).toBe('same-origin')
    expect(login.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    const english = await fetch(`${url}/lake/login?lang=en&next=${encodeURIComponent('/"><b>')}`, {headers: page})
    const text = await english.text()
    expect(text).toMatch(/<html lang="en">[\s\S]*value="\/&#34;&#62;&#60;b&#62;"/)
    expect(text).toMatch(/lang=zh" lang="zh-CN">中文</)
  })

  it('lets in who knows it, until they sign out', async () => {
    const {url} = await openLockedLake()
    const response = await signIn(url, PASSWORD)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/structure'])
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^lakeSession-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^lakeDevice-\d+=\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/),
    ])
    const headers = {cookie: cookieOf(response), origin: url}
    expect(await (await fetch(url, {headers})).text()).toContain('<title>Studio</title>')
    const studio = await fetch(`${url}/v1/users/me`, {headers})
    expect(await studio.json()).toMatchObject({id: 'local-editor'})
    expect(await (await fetch(`${url}/lake/login`, {headers: {...headers, ...page}})).text()).toContain('退出登录')

    const out = await fetch(`${url}/lake/logout`, {method: 'POST', redirect: 'manual', headers})
    expect([out.status, out.headers.get('set-cookie')]).toEqual([303, expect.stringContaining('Max-Age=0')])
    expect((await fetch(`${url}/v1/users/me`, {headers})).status).toBe(401)
  })

  it('takes a field from the form alone, and the first where it comes twice', async () => {
    const {url} = await openLockedLake()
    const send = async (query: string, fields: [string, string][]) =>
      fetch(`${url}/lake/login${query}`, {
        method: 'POST',
        redirect: 'manual',
        headers: {origin: url},
        body: new URLSearchParams(fields),
      })
    const right: [string, string] = ['password', PASSWORD]
    const wrong: [string, string] = ['password', 'a wrong guess']
    expect((await send(`?${new URLSearchParams([right])}`, [wrong])).status).toBe(401)
    expect((await send('', [wrong, right])).status).toBe(401)
    const twice = await send('?next=//evil.example', [right, wrong, ['next', '/a'], ['next', '//evil.example']])
    expect([twice.status, twice.headers.get('location')]).toEqual([303, '/a'])
  })

  it('keeps sessions over a restart, and none when the password is another', async () => {
    const dir = await newFolder()
    const first = await openTestLake({dir, password: PASSWORD})
    const [kept, ended] = [cookieOf(await signIn(first.url, PASSWORD)), cookieOf(await signIn(first.url, PASSWORD))]
    await fetch(`${first.url}/v1/auth/logout`, {method: 'POST', headers: {cookie: ended, origin: first.url}})
    await first.close()
    const statusOf = async (url: string, cookie: string) =>
      (await fetch(`${url}/v1/users/me`, {headers: {cookie}})).status

    const second = await openTestLake({dir, password: PASSWORD})
    const [still, gone] = [kept, ended].map((cookie) => statusOf(second.url, movedCookie(cookie, second)))
    expect([await still, await gone]).toEqual([200, 401])
    await second.close()
    const third = await openTestLake({dir, password: 'another password'})
    expect(await statusOf(third.url, movedCookie(kept, third))).toBe(401)
  })

  it('gives no session for less than the password, nor by one click, nor with the read token', async () => {
    const {url} = await openLockedLake()
    const reading = {authorization: `Bearer ${TEST_TOKENS.read}`}
    for (const headers of [{}, reading]) {
      const click = await fetch(`${url}/v1/auth/login/local?origin=${url}/`, {headers, redirect: 'manual'})
      expect([click.headers.get('location'), click.headers.get('set-cookie')]).toEqual([
        expect.stringMatching(/^\/lake\/login\?next=/),
        null,
      ])
    }
    const reader = await fetch(url, {headers: reading})
    expect([reader.status, reader.headers.get('set-cookie')]).toEqual([200, null])
  })

  it('shows strangers what is published, and no more of how it is than that it works', async () => {
    const lake = await openLockedLake()
    await clientOf(lake).createOrReplace({_id: 'a', _type: 'page', title: 'A'})
    expect(await clientOf(lake, {token: null}).fetch('*[_id == "a"].title')).toEqual(['A'])
    expect(await (await fetch(`${lake.url}/health`)).json()).toEqual({status: 'ok'})
  })

  it('ends all sessions when the administrator says so', async () => {
    const {url} = await openLockedLake()
    const cookie = cookieOf(await signIn(url, PASSWORD))
    const headers = {authorization: `Bearer ${TEST_TOKENS.admin}`}
    expect((await fetch(`${url}/v1/lake/sessions`, {method: 'DELETE', headers})).status).toBe(200)
    expect((await fetch(`${url}/v1/users/me`, {headers: {cookie}})).status).toBe(401)
  })
})

describe('wrong passwords', () => {
  it('are answered alike, and after five the address has to wait, over a restart, too', async () => {
    const dir = await newFolder()
    const lines: string[] = []
    const first = await openTestLake({dir, password: PASSWORD, log: (line) => lines.push(line)})
    for (const guess of ['', 'x', PASSWORD.slice(1), `${PASSWORD} `, 'x'.repeat(5000)]) {
      const response = await signIn(first.url, guess, {'accept-language': 'en'})
      expect([response.status, response.headers.get('set-cookie')]).toEqual([401, null])
      expect(await response.text()).toContain('That did not work.')
    }
    expect(lines).toHaveLength(5)
    expect(lines.join()).not.toContain('battery')
    await first.close()
    const second = await openTestLake({dir, password: PASSWORD})
    const locked = await signIn(second.url, PASSWORD)
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(await locked.text()).toMatch(/role="alert">Too many attempts. Try again in 1[45] minutes/)
  })

  it('count for the address that a trusted proxy names, and for nobody else', async () => {
    const proxied = await openLockedLake({trustedProxies: ['127.0.0.1'], allowedHosts: ['lake.example']})
    const from = (address: string) => ({'x-forwarded-for': `203.0.113.9, ${address}`, 'x-forwarded-proto': 'https'})
    const https = (address: string) => ({...from(address), origin: proxied.url.replace('http:', 'https:')})
    for (let guess = 0; guess < 5; guess += 1) await signIn(proxied.url, 'wrong guess', https('198.51.100.1'))
    expect((await signIn(proxied.url, PASSWORD, https('198.51.100.1'))).status).toBe(429)
    const other = await signIn(proxied.url, PASSWORD, https('198.51.100.2'))
    expect([other.status, ...other.headers.getSetCookie()]).toEqual([
      303,
      expect.stringMatching(/^__Host-lakeSession-\d+=\S+; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
      expect.stringMatching(/^__Host-lakeDevice-\d+=\S+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=15552000$/),
    ])
  })

  it('count for the real address where no proxy is trusted, whatever is claimed', async () => {
    const from = (address: string) => ({'x-forwarded-for': `203.0.113.9, ${address}`, 'x-forwarded-proto': 'https'})
    const direct = await openLockedLake()
    for (let guess = 0; guess < 5; guess += 1) await signIn(direct.url, 'wrong guess', from(`198.51.100.${guess}`))
    expect((await signIn(direct.url, PASSWORD)).status).toBe(429)
  })

  it('at one account do not become fewer by signing in to another', async () => {
    const {lake} = await openNamedLake([], ['editor', 'viewer'])
    const login = (name: string, password: string, cookie = '') =>
      fetch(`${lake.url}/lake/login`, {
        method: 'POST',
        redirect: 'manual',
        headers: {origin: lake.url, cookie},
        body: new URLSearchParams({name, password}),
      })
    const spellings = ['editor', ' EDITOR ', 'editor@example.com', 'Editor@Example.com']
    const statuses = []
    for (let guess = 0; guess < 24; guess += 1) {
      statuses.push((await login(spellings[guess % 4] ?? '', `guess number ${guess}`)).status)
      if (guess % 4 === 3 && guess < 12) expect((await login('viewer', USER_PASSWORD)).status).toBe(303)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.slice(5).every((status) => status === 429)).toBe(true)
    // A browser that signed in is known for that account alone.
    const device = (await login('viewer', USER_PASSWORD)).headers.getSetCookie()[1]?.split(';')[0] ?? ''
    expect(device).toMatch(/^lakeDevice-/)
    expect((await login('editor', USER_PASSWORD, device)).status).toBe(429)
  })

  it('of strangers lock out neither another address nor a browser that signed in before', async () => {
    const {url} = await openLockedLake({trustedProxies: ['127.0.0.1']})
    const from = (address: string, cookie = '') => ({'x-forwarded-for': address, cookie})
    const known = await signIn(url, PASSWORD, from('203.0.113.1'))
    const device = known.headers.getSetCookie()[1]?.split(';')[0] ?? ''
    for (let guess = 0; guess < 5; guess += 1) await signIn(url, 'a wrong guess', from('203.0.113.1'))
    for (let guess = 0; guess < 2; guess += 1) await signIn(url, 'a wrong guess', from(`198.51.100.${guess}`))
    const statuses = [
      await signIn(url, PASSWORD, from('203.0.113.1')),
      await signIn(url, PASSWORD, from('203.0.113.1', device)),
      await signIn(url, PASSWORD, from('203.0.113.1', `${device}x`)),
      await signIn(url, PASSWORD, from('192.0.2.1')),
    ].map(({status}) => status)
    expect(statuses).toEqual([429, 303, 429, 303])
  })

  it('and right ones from foreign pages are refused', async () => {
    const {url} = await openLockedLake()
    expect((await signIn(url, PASSWORD, {origin: 'http://evil.example'})).status).toBe(403)
    expect((await signIn(url, PASSWORD, {origin: 'null'})).status).toBe(403)
  })
})

describe('a password', () => {
  it('is kept as a salted hash that only its owner can read', async () => {
    const dir = await newFolder()
    savePassword(dir, PASSWORD)
    const file = join(dir, 'password.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).not.toContain(PASSWORD)
    const kept = resolvePassword({dir, password: undefined, secret: 's'}, {})
    expect(kept).toMatchObject({algorithm: 'scrypt', N: 32768, r: 8, p: 3})
    expect(kept && (await isPassword(PASSWORD, kept))).toBe(true)
    expect(kept && (await isPassword(`${PASSWORD}x`, kept))).toBe(false)
    savePassword(dir, PASSWORD)
    expect(resolvePassword({dir, password: undefined, secret: 's'}, {})?.hash).not.toBe(kept?.hash)
  })

  it('that is too short, or whose file is damaged, opens nothing', async () => {
    const dir = await newFolder()
    expect(() => savePassword(dir, 'short')).toThrow('at least 10 characters')
    expect(existsSync(join(dir, 'password.json'))).toBe(false)
    expect(() => resolvePassword({dir, password: undefined, secret: 's'}, {LAKE_PASSWORD: 'short'})).toThrow('at least')
    writeFileSync(join(dir, 'password.json'), '{}')
    expect(() => resolvePassword({dir, password: undefined, secret: 's'}, {})).toThrow('cannot be read')
  })

  it('whose file is a link that leads nowhere, as to a disk that is not mounted, opens nothing', async () => {
    for (const name of ['password.json', 'tokens.json', 'people.json']) {
      const dir = await newFolder()
      symlinkSync(join(dir, 'absent', name), join(dir, name))
      await expect(openTestLake({dir, adminToken: undefined})).rejects.toThrow(join(dir, name))
    }
    const dir = await newFolder()
    symlinkSync(join(dir, 'absent'), join(dir, 'people.json'))
    await expect(openNamedLake([], ['administrator'], {dir})).rejects.toThrow('people.json cannot be used')
  })

  it('is needed wherever others can reach the lake', async () => {
    const sentence = 'so it needs a password'
    await expect(openTestLake({host: '0.0.0.0'})).rejects.toThrow(sentence)
    await expect(openTestLake({host: '::'})).rejects.toThrow(sentence)
    await expect(openTestLake({allowedHosts: ['lake.example']})).rejects.toThrow(sentence)
    await expect(openTestLake({publicUrl: 'https://lake.example'})).rejects.toThrow(sentence)
    const lake = await openTestLake({host: '127.0.0.2', allowedHosts: ['extra.localhost']})
    expect(lake.logins.areRequired).toBe(false)
  })

  it('has no pages in a lake that asks for none, and is set by link only where people have names', async () => {
    const pages = async ({url}: {url: string}) => {
      const ask = async (name: string) => fetch(`${url}/lake/${name}`, {headers: page, redirect: 'manual'})
      return (await Promise.all(['login', 'account', 'password'].map(ask))).map(({status}) => status)
    }
    expect(await pages(await openTestLake())).toEqual([404, 404, 404])
    expect(await pages(await openTestLake({password: PASSWORD}))).toEqual([200, 303, 303])
    expect(await pages((await openNamedLake([], ['editor'])).lake)).toEqual([200, 303, 200])
  })
})

describe('where a login leads', () => {
  it.each([
    ['/structure?a=1', '/structure?a=1'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/a\\..\\\\evil.example', '/'],
    ['/lake/login', '/'],
    ['/lake/login?next=%2F', '/'],
    ['/structure/lake/login', '/structure/lake/login'],
    [undefined, '/'],
  ])('%j is %j', (next, path) => {
    expect(safeNext(next)).toBe(path)
  })
})
