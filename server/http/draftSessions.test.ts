import {writeFileSync} from 'node:fs'
import {IncomingMessage, ServerResponse} from 'node:http'
import {Socket} from 'node:net'
import {join} from 'node:path'
import {describe, expect, it, onTestFinished, test, vi} from 'vitest'
import {routes} from '../../lib/routes.ts'
import {parseLocalePath, sitePath} from '../../lib/urls.ts'
import fc from '../../tests/support/fastCheck.ts'
import {temporaryFolder} from '../../tests/support/temporaryFolder.ts'
import {
  type DraftKeys,
  DraftSessions,
  draftSession,
  expiredDraftCookies,
  isDraftRequest,
  isEditorRequest,
  linkSession,
  readDraftKeys,
} from './draftSessions.ts'

const keys = {previewModeId: 'a'.repeat(32), signingKey: 'b'.repeat(64)}
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

test('a session goes on after a deployment, and ends with the token that reads drafts', () => {
  const built = (previewModeId: string, token?: string) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'prerender-manifest.json'), JSON.stringify({preview: {previewModeId}}))
    return readDraftKeys(folder, token)
  }
  const [before, after] = [built('before', 'token'), built('after', 'token')]
  const seen = (keys: DraftKeys) =>
    visit(`__prerender_bypass=${draftSession(before, now + hour)}`, {sessions: new DraftSessions(keys, () => now)})
      .cookie
  expect(seen(after)).toBe('__prerender_bypass=after')
  expect([seen(built('after', 'new token')), seen(built('after'))]).toEqual([undefined, undefined])
})

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
    ['signed with another key', draftSession({...keys, signingKey: 'c'.repeat(64)}, now + hour)],
    ['prolonged', genuine.replace(String(now + hour), String(now + 2 * hour))],
    ['cut off', genuine.slice(0, -1)],
    ['longer', `${genuine}A`],
    ['quoted', `"${genuine}"`],
  ])('that is %s is taken away', (_case, value) => {
    const seen = visit(`lang=en; __prerender_bypass=${value}`)
    expect([seen.cookie, seen.isDraft]).toEqual(['lang=en', false])
    expect(visit(`__prerender_bypass=${value}`).cookie).toBeUndefined()
  })

  it('of Next’s older previews is taken away, to which Next would answer that drafts end, in pages that caches keep', () => {
    const older = '__next_preview_data=x'
    expect(visit(older).cookie).toBeUndefined()
    expect(visit(`lang=en; ${older}`).cookie).toBe('lang=en')
    expect(visit(`${older}; __prerender_bypass=${genuine}`).cookie).toBe(`__prerender_bypass=${keys.previewModeId}`)
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

describe('the cookie of a preview link', () => {
  const link = 'abcdefghijklmno_'
  /** As the browser gets it. */
  const cookieFor = (route: (typeof routes)[number], end = now + hour, signedBy = keys) => {
    const {response} = visit(undefined)
    response.setHeader('Set-Cookie', `preview-link=${linkSession({link, route, end})}; Path=/; HttpOnly`)
    new DraftSessions(signedBy, () => now).signSetCookie(response)
    return String(response.getHeader('set-cookie')).split(';')[0] ?? ''
  }
  const asNext = `__prerender_bypass=${keys.previewModeId}; preview-link=${link}`

  it('opens its page in both languages, for a guest, and nothing else', () => {
    const all = [
      '/h5/api/draft-mode/events',
      '/h5/api/draft-mode/perspective',
      '/h5/payloads/about.json',
      '/h5/about.md',
    ]
    for (const route of routes) all.push(sitePath('zh', route), sitePath('en', route))
    for (const route of routes) {
      const cookie = cookieFor(route)
      const opened = all.filter((url) => visit(cookie, {url: `${url}?_rsc=1`}).isDraft)
      expect(opened).toEqual([sitePath('zh', route), sitePath('en', route)])
      const seen = visit(`lang=en; ${cookie}`, {url: sitePath('en', route)})
      expect([seen.cookie, isEditorRequest(seen.request)]).toEqual([`lang=en; ${asNext}`, false])
    }
  })

  it('opens the parts of the demo with the demo', () => {
    for (const url of ['/h5/payloads/scenarios/lqm1.json', '/h5/payloads/articles/en/lqm1']) {
      expect(visit(cookieFor('/demo'), {url}).isDraft).toBe(true)
      expect(visit(cookieFor('/lqm'), {url}).isDraft).toBe(false)
    }
  })

  it('counts neither when it has ended nor when it was changed, nor as an editor’s', () => {
    const genuineOne = cookieFor('/about')
    const value = genuineOne.slice('preview-link='.length)
    const java = Buffer.from('/java').toString('base64url')
    const about = Buffer.from('/about').toString('base64url')
    const changed = [
      cookieFor('/about', now),
      cookieFor('/about', now + hour, {...keys, signingKey: 'c'.repeat(64)}),
      genuineOne.replace(String(now + hour), String(now + 2 * hour)),
      genuineOne.replace(about, java),
      genuineOne.slice(0, -1),
      `preview-link=${linkSession({link, route: '/about', end: now + hour})}`,
      `preview-link=${link}`,
      `preview-link=${genuine}`,
      `__prerender_bypass=${value}`,
    ]
    for (const cookie of changed)
      for (const url of ['/h5/about', '/h5/java'])
        expect([visit(cookie, {url}).cookie, cookie]).toEqual([undefined, cookie])
  })

  it('leaves an editor’s own session as it is', () => {
    const seen = visit(`${cookieFor('/about')}; __prerender_bypass=${genuine}`)
    expect([seen.cookie, isEditorRequest(seen.request)]).toEqual([`__prerender_bypass=${keys.previewModeId}`, true])
  })

  it('opens no page but its own, however the path is spelled', () => {
    const cookie = cookieFor('/about')
    const piece = fc.constantFrom(
      '/h5',
      '/about',
      '/java',
      '/en',
      '/',
      '//',
      '..',
      '.',
      '%2e',
      '%2F',
      ';',
      '?',
      '#',
      '\\',
    )
    fc.assert(
      fc.property(fc.array(piece, {minLength: 1, maxLength: 6}), (pieces) => {
        const url = pieces.join('')
        const path = url.split('?', 1)[0]?.replace(/^\/h5/, '') ?? ''
        expect(visit(cookie, {url}).isDraft).toBe(url.startsWith('/h5') && parseLocalePath(path)?.route === '/about')
      }),
    )
  })
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

it('an event stream that stays open ends with its session', () => {
  vi.useFakeTimers({now})
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const url = '/h5/api/draft-mode/events'
  const sessions = new DraftSessions(keys)
  const open = (end: number) => visit(`__prerender_bypass=${draftSession(keys, end)}`, {sessions, url}).response
  const [first, second, closed] = [open(now + hour), open(now + 12 * hour), open(now + hour)]
  const beforeTheClockWasSetBack = open(now + 60 * 24 * hour)
  closed.emit('close')
  vi.advanceTimersByTime(hour - 1)
  expect(first.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect([first.destroyed, second.destroyed, closed.destroyed]).toEqual([true, false, false])
  vi.advanceTimersByTime(11 * hour)
  expect([second.destroyed, beforeTheClockWasSetBack.destroyed]).toEqual([true, false])
})

it('every draft cookie is expired both as a plain and as a partitioned one', () => {
  const cookies = expiredDraftCookies()
  expect(
    cookies
      .filter((cookie) => cookie.startsWith('__prerender_bypass=;'))
      .map((cookie) => cookie.endsWith('Partitioned')),
  ).toEqual([false, true])
  expect(cookies.every((cookie) => cookie.includes('Expires=Thu, 01 Jan 1970'))).toBe(true)
  expect(cookies).toHaveLength(10)
})
