import {IncomingMessage, ServerResponse} from 'node:http'
import {Socket} from 'node:net'
import {describe, expect, it} from 'vitest'
import fc from '../../tests/support/fastCheck.ts'
import {DraftSessions, draftSession, expiredDraftCookies, isDraftRequest} from './draftSessions.ts'

const keys = {previewModeId: 'a'.repeat(32), previewModeSigningKey: 'b'.repeat(64)}
const now = 1_760_000_000_000
const hour = 3_600_000
const genuine = draftSession(keys, now + hour)

function visit(cookie: string | undefined, {sessions = new DraftSessions(keys, () => now), url = '/h5/about'} = {}) {
  const request = new IncomingMessage(new Socket())
  request.url = url
  if (cookie !== undefined) request.headers.cookie = cookie
  const response = new ServerResponse(request)
  const admitted = sessions.admit(request, response)
  return {request, response, sessions, admitted, cookie: request.headers.cookie, isDraft: isDraftRequest(request)}
}

describe('a draft cookie', () => {
  it('that is genuine reaches Next as its own, beside the others', () => {
    const seen = visit(`lang=en; __prerender_bypass=${genuine}; a=b`)
    expect([seen.cookie, seen.isDraft]).toEqual([`lang=en; a=b; __prerender_bypass=${keys.previewModeId}`, true])
  })

  it('counts where one of two is genuine, as inside and outside of a frame', () => {
    for (const cookie of [
      `__prerender_bypass=; __prerender_bypass=${genuine}`,
      `__prerender_bypass=${genuine};__prerender_bypass=x`,
    ]) {
      expect(visit(cookie).cookie).toBe(`__prerender_bypass=${keys.previewModeId}`)
    }
  })

  it.each([
    ['empty', ''],
    ['made up', 'made-up'],
    ['Next’s own, which never ends', keys.previewModeId],
    ['over', draftSession(keys, now)],
    ['of another build', draftSession({...keys, previewModeSigningKey: 'c'.repeat(64)}, now + hour)],
    ['prolonged', genuine.replace(String(now + hour), String(now + 2 * hour))],
    ['cut off', genuine.slice(0, -1)],
    ['longer', `${genuine}A`],
    ['quoted', `"${genuine}"`],
  ])('that is %s is taken away', (_case, value) => {
    const seen = visit(`lang=en; __prerender_bypass=${value}`)
    expect([seen.cookie, seen.isDraft]).toEqual(['lang=en', false])
    expect(visit(`__prerender_bypass=${value}`).cookie).toBeUndefined()
  })

  it('that is made up makes a draft in no spelling', () => {
    const separators = fc.constantFrom(';', '; ', ';\t', ' ; ', ';;', ',')
    const names = fc.constantFrom(
      '__prerender_bypass',
      ' __prerender_bypass ',
      '__PRERENDER_BYPASS',
      '__prerender_bypass[]',
      'lang',
    )
    const values = fc.constantFrom('', '=', `=${keys.previewModeId}x`, '=%00', '=a=b', '="x"', ` = ${genuine.slice(1)}`)
    fc.assert(
      fc.property(fc.array(fc.tuple(names, values, separators), {maxLength: 6}), (cookies) => {
        const seen = visit(cookies.flat().join(''))
        expect(seen.isDraft).toBe(false)
        expect(seen.cookie ?? '').not.toMatch(new RegExp(`__prerender_bypass\\s*=\\s*${keys.previewModeId}(;|$)`))
      }),
    )
  })
})

it('Next’s own cookie never leaves; the browser gets one that ends, with all else as it was', () => {
  const {response, sessions} = visit(undefined)
  response.setHeader('Set-Cookie', [
    `__prerender_bypass=${keys.previewModeId}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned`,
    '__prerender_bypass=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'lang=en; Path=/',
  ])
  sessions.signSetCookie(response)
  const [set = '', ...others] = [response.getHeader('set-cookie')].flat().map(String)
  expect(set).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=None; Partitioned; Max-Age=43200$/)
  expect(set).not.toContain(keys.previewModeId)
  expect(others).toEqual(['__prerender_bypass=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'lang=en; Path=/'])
  expect(visit(set.split(';')[0]).isDraft).toBe(true)
})

it('one session has sixteen event streams, another its own; one that ends makes room', () => {
  const sessions = new DraftSessions(keys, () => now)
  const open = (session: string) =>
    visit(`__prerender_bypass=${session}`, {sessions, url: '/h5/api/draft-mode/events?x'})
  const streams = Array.from({length: 17}, () => open(genuine))
  expect(streams.map(({admitted}) => admitted)).toEqual([...Array(16).fill(true), false])
  expect(open(draftSession(keys, now + hour)).admitted).toBe(true)
  expect(visit(`__prerender_bypass=${genuine}`, {sessions}).admitted).toBe(true)
  streams[0]?.response.emit('close')
  expect([open(genuine).admitted, open(genuine).admitted]).toEqual([true, false])
})

it('every draft cookie is expired both as a plain and as a partitioned one', () => {
  const cookies = expiredDraftCookies()
  expect(
    cookies
      .filter((cookie) => cookie.startsWith('__prerender_bypass=;'))
      .map((cookie) => cookie.endsWith('Partitioned')),
  ).toEqual([false, true])
  expect(cookies.every((cookie) => cookie.includes('Expires=Thu, 01 Jan 1970'))).toBe(true)
  expect(cookies).toHaveLength(8)
})
