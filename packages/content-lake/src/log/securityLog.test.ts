import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {openNamedLake, USER_PASSWORD} from '../testing/openNamedLake.ts'
import {TEST_TOKENS} from '../testing/openTestLake.ts'
import {Log} from './Log.ts'

async function open() {
  const lines: string[] = []
  const {lake} = await openNamedLake([], ['editor', 'viewer'], {logFormat: 'json', log: (line) => lines.push(line)})
  const entries = (message: string) =>
    lines
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter((entry) => entry.message === `security: ${message}`)
  const post = (path: string, cookie: string, fields: Record<string, string>) =>
    fetch(`${lake.url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {origin: lake.url, cookie},
      body: new URLSearchParams(fields),
    })
  return {lake, lines, entries, post}
}

describe('the log of security events', () => {
  it('names each sign-in, right or wrong, each sign-out, change of password and end of a session', async () => {
    const {lines, entries, post} = await open()
    await post('/lake/login', '', {name: 'editor', password: 'a wrong password'})
    await post('/lake/login', '', {name: 'typed-my-passphrase-here', password: 'another wrong one'})
    const signedIn = await post('/lake/login', '', {name: 'editor', password: USER_PASSWORD})
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const next = 'seventeen quiet otters'
    const changed = await post('/lake/account/password', cookie, {current: USER_PASSWORD, next, again: next})
    const renewed = changed.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    await post('/lake/logout', renewed, {})
    const where = {level: 'info', address: '127.0.0.1', time: expect.stringMatching(/Z$/), id: expect.any(String)}
    expect(entries('sign-in')).toEqual([
      expect.objectContaining({...where, outcome: 'wrong', by: 'password', user: 'editor'}),
      expect.not.objectContaining({user: expect.anything()}),
      expect.objectContaining({...where, outcome: 'welcome', user: 'editor'}),
    ])
    expect(entries('password change')).toEqual([
      expect.objectContaining({...where, outcome: 'changed', user: 'editor'}),
    ])
    expect(entries('sign-out')).toEqual([expect.objectContaining({...where, user: 'editor'})])
    expect(entries('session ended').map(({user, reason}) => [user, reason])).toEqual([
      ['editor', 'password'],
      ['editor', 'logout'],
    ])
    const secrets = ['passphrase', 'wrong', 'otters', USER_PASSWORD, cookie.slice(12), renewed.slice(12)]
    const text = lines.join('\n').replaceAll('"outcome":"wrong"', '')
    for (const secret of secrets) expect([secret, text.includes(secret)]).toEqual([secret, false])
  })

  it('names what was refused: unknown tokens, missing permissions, foreign origins and hosts', async () => {
    const {lake, entries} = await open()
    const viewer = lake.sessions.create(lake.users.find('viewer'))
    const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
      fetch(`${lake.url}${path}`, {
        method,
        headers: {'content-type': 'application/json', ...headers},
        ...(method === 'POST' && {body: '{"mutations":[{"create":{"_type":"page"}}]}'}),
      })
    await ask('/v1/users/me?token=Confidential', {authorization: 'Bearer Confidential'})
    await ask('/v1/data/mutate/production', {authorization: `Bearer ${viewer}`}, 'POST')
    await ask('/v1/lake/sessions', {authorization: `Bearer ${TEST_TOKENS.write}`})
    await ask('/lake/logout', {origin: 'http://evil.example'}, 'POST')
    expect(entries('refused').map(({status, method, path, user}) => [status, method, path, user])).toEqual([
      [401, 'GET', '/v1/users/me', undefined],
      [403, 'POST', '/v1/data/mutate/production', 'viewer'],
      [403, 'GET', '/v1/lake/sessions', 'write-token'],
      [403, 'POST', '/lake/logout', 'anonymous'],
    ])
    expect(JSON.stringify(entries('refused'))).not.toContain('Confidential')
  })

  it('counts a flood instead of writing it', () => {
    const lines: string[] = []
    const log = new Log({write: (line) => lines.push(line), format: 'text', level: 'problems'})
    for (let count = 0; count < 1000; count += 1) log.security('refused', {count}, count)
    log.security('sign-in', {}, 1000)
    expect(lines).toHaveLength(61)
    log.security('refused', {}, 61_000)
    expect(lines.at(-1)).toBe('security: refused leftOut=940')
  })

  it('goes on when a clock that was ahead is set back', () => {
    vi.useFakeTimers({toFake: ['Date', 'performance'], now: Date.parse('2030-01-01')})
    onTestFinished(() => void vi.useRealTimers())
    const lines: string[] = []
    const log = new Log({write: (line) => lines.push(line), format: 'text', level: 'problems'})
    for (let count = 0; count < 70; count += 1) log.security('refused', {})
    vi.setSystemTime(Date.parse('2029-01-01'))
    vi.advanceTimersByTime(60_000)
    log.security('refused', {})
    expect(lines.at(-1)).toBe('security: refused leftOut=10')
  })
})

it('nothing that a stranger sends begins an entry of its own, or steers a terminal', () => {
  const lines: string[] = []
  const log = new Log({write: (line) => lines.push(line), format: 'text', level: 'requests'})
  for (const gap of ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\u001b[2J']) {
    log.problem(`a failed: b${gap}security: sign-in outcome=welcome`)
    log.event('requests', 'request', {path: `/a${gap}security: sign-in`})
    log.security('refused', {path: `/a${gap}security: sign-in`})
  }
  for (const line of lines.flatMap((entry) => entry.split(/\r\n|[\n\r\u0085\u2028\u2029]/)))
    expect(line).toMatch(/^(a failed|request|security: refused| {4})/)
  expect(lines.join('')).not.toContain('\u001b')
})
