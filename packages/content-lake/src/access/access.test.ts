import {readFileSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {callerOf, sessionCookie} from '../http/request.ts'
import {resolveOptions} from '../resolveOptions.ts'
import {newFolder} from '../testing/openTestLake.ts'
import {EDITOR} from './identities.ts'
import {inUrl, isOwnHost} from './origins.ts'
import {resolveTokens} from './resolveTokens.ts'

const tokens = {read: 'read-secret', write: 'write-secret', admin: 'admin-secret'}
const options = resolveOptions({dir: '/nowhere', allowedOrigins: ['http://localhost:3000']})
const sessions = {find: (value: string) => (value === 'good' ? EDITOR : undefined)}
const rights = (headers: Record<string, string>, method = 'GET', url = 'http://localhost:3333/v1/users/me') =>
  callerOf(new Request(url, {method, headers}), {tokens, sessions, options}).identity.rights
const cookie = sessionCookie('good', {url: 'http://localhost:3333'}).split(';')[0] ?? ''

describe('tokens', () => {
  it('are made once and kept in a file that only the owner can read', async () => {
    const dir = await newFolder()
    const first = resolveTokens({dir}, {})
    expect(new Set([first.read, first.write, first.admin]).size).toBe(3)
    expect(resolveTokens({dir}, {})).toEqual(first)
    expect(JSON.parse(readFileSync(join(dir, 'tokens.json'), 'utf8'))).toEqual(first)
    expect(statSync(join(dir, 'tokens.json')).mode & 0o777).toBe(0o600)
  })

  it('come from the option before the environment before the file', async () => {
    const dir = await newFolder()
    const env = {
      SANITY_API_WRITE_TOKEN: 'env-write',
      SANITY_API_READ_TOKEN: 'env-read',
      SANITY_API_ADMIN_TOKEN: 'env-admin',
    }
    expect(resolveTokens({dir}, env)).toEqual({write: 'env-write', read: 'env-read', admin: 'env-admin'})
    expect(resolveTokens({dir, writeToken: 'mine'}, env).write).toBe('mine')
  })

  it('count without the blanks around them, which no header carries', async () => {
    const dir = await newFolder()
    const env = {SANITY_API_WRITE_TOKEN: 'write-secret \r', SANITY_API_ADMIN_TOKEN: ' \n'}
    const found = resolveTokens({dir, readToken: ' read-secret'}, env)
    expect(found).toEqual({read: 'read-secret', write: 'write-secret', admin: expect.stringMatching(/^[\w-]{43}$/)})
    expect(() => resolveTokens({dir, writeToken: 'same', readToken: 'same '}, {})).toThrow('the same')
  })

  it('that cannot be told apart are refused', async () => {
    const dir = await newFolder()
    expect(() => resolveTokens({dir, writeToken: 'same', readToken: 'same'}, {})).toThrow('the same')
  })

  it('stay in a file that was copied, and only the owner can read it again', async () => {
    const dir = await newFolder()
    const file = join(dir, 'tokens.json')
    writeFileSync(file, JSON.stringify(tokens), {mode: 0o644})
    expect(resolveTokens({dir}, {})).toEqual(tokens)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('of the first version stay, and get one for the administrator', async () => {
    const dir = await newFolder()
    const file = join(dir, 'tokens.json')
    writeFileSync(file, '{"read": "old-read", "write": "old-write"}')
    const {admin, ...rest} = resolveTokens({dir}, {})
    expect(rest).toEqual({read: 'old-read', write: 'old-write'})
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({read: 'old-read', write: 'old-write', admin})
  })

  it('are not replaced silently when the file is damaged', async () => {
    const dir = await newFolder()
    for (const content of ['{', '{"read": "a"}', '{"read": "a", "write": "b", "admin": 1}']) {
      writeFileSync(join(dir, 'tokens.json'), content)
      expect(() => resolveTokens({dir}, {})).toThrow('tokens.json')
    }
  })
})

it.each(['127.0.0.2', 'localhost', 'LOCALHOST', 'Lake-Machine', '::1'])(
  'the lake answers at the address %s on which it listens',
  (host) => {
    const options = resolveOptions({dir: '.', host})
    const {hostname} = new URL(`http://${inUrl(host)}`)
    expect([isOwnHost(hostname, options), isOwnHost('evil.example', options)]).toEqual([true, false])
  },
)

describe('identity', () => {
  it('follows the bearer token', () => {
    expect(rights({authorization: 'Bearer write-secret'})).toBe('write')
    expect(rights({authorization: 'Bearer read-secret'})).toBe('read')
    expect(rights({authorization: 'Bearer admin-secret'})).toBe('admin')
    expect(rights({})).toBe('none')
  })

  it('refuses a wrong token instead of falling back to anonymous', () => {
    expect(() => rights({authorization: 'Bearer wrong', cookie})).toThrow('Session not found')
    expect(() => rights({authorization: 'Basic d3JpdGU6'})).toThrow('Session not found')
  })

  it('takes the session from the own pages under every loopback name of the own port', () => {
    expect(rights({cookie, origin: 'http://localhost:3333'}, 'POST')).toBe('write')
    expect(rights({cookie, origin: 'http://local.localhost:3333'}, 'POST', 'http://local.localhost:3333/')).toBe(
      'write',
    )
    expect(rights({cookie, 'sec-fetch-site': 'same-origin'})).toBe('write')
  })

  it('takes the session from an allowed origin, however its address is written', () => {
    for (const written of ['https://Site.example/', 'https://site.example:443', 'HTTPS://site.example/h5'])
      expect(resolveOptions({dir: '.', allowedOrigins: [written]}).allowedOrigins).toEqual(['https://site.example'])
    expect(rights({cookie, origin: 'http://localhost:3000'}, 'POST')).toBe('write')
  })

  it('ignores the session on requests that another page started', () => {
    expect(rights({cookie, origin: 'http://localhost:4000'}, 'POST')).toBe('none')
    expect(rights({cookie, origin: 'http://localhost:4000'})).toBe('none')
    expect(rights({cookie, origin: 'null'}, 'POST')).toBe('none')
    expect(rights({cookie, origin: 'https://localhost:3333'}, 'POST')).toBe('none')
    expect(rights({cookie, 'sec-fetch-site': 'same-site'})).toBe('none')
    expect(rights({cookie, 'sec-fetch-site': 'cross-site'})).toBe('none')
  })

  it('ignores the session on a state-changing request without an Origin', () => {
    expect(rights({cookie}, 'POST')).toBe('none')
    expect(rights({cookie, 'sec-fetch-site': 'same-origin'}, 'PUT')).toBe('none')
  })
})

describe('session', () => {
  it('is another in a second lake of this machine: all ports of a host share cookies', () => {
    const jar = [3333, 3334].map((port) =>
      sessionCookie(port === 3333 ? 'good' : 'other', {url: `http://localhost:${port}/`}),
    )
    const cookie = jar.map((text) => text.split(';')[0]).join('; ')
    expect(new Set(jar.map((text) => text.split('=')[0])).size).toBe(2)
    expect(rights({cookie})).toBe('write')
    expect(rights({cookie}, 'GET', 'http://localhost:3334/v1/users/me')).toBe('none')
  })

  it('is out of reach of scripts, of other sites, and by https of other hosts', () => {
    expect(sessionCookie('good', {url: 'http://localhost'})).toBe('lakeSession=good; Path=/; HttpOnly; SameSite=Lax')
    expect(sessionCookie('good', {url: 'https://lake.example'})).toBe(
      '__Host-lakeSession=good; Path=/; HttpOnly; SameSite=Lax; Secure',
    )
    const https = 'https://lake.example/v1/users/me'
    expect(rights({cookie: '__Host-lakeSession=good'}, 'GET', https)).toBe('write')
    expect(rights({cookie: 'lakeSession=good'}, 'GET', https)).toBe('none')
  })
})
