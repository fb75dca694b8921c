import {describe, expect, it, vi} from 'vitest'
import {versionHeader} from '../../lib/constants.ts'
import type {Route} from '../../lib/routes.ts'
import {affectedRoutes, readVersion} from './affectedPages.ts'

const states = (entries: [Route, string, string[]][], verified = false) =>
  new Map(entries.map(([route, version, documents]) => [route, {version, content: version, documents, verified}]))

const before: [Route, string, string[]][] = [
  ['/about', 'a1', ['page-about', 'claim-a']],
  ['/lqm', 'l1', ['page-lqm', 'claim-a']],
  ['/test', 't1', ['page-test']],
]

it('a comparison verifies all pages once after a start, and takes none away from the refresh of a publish', async () => {
  vi.resetModules()
  const {startRefresh, unverifiedRoutes} = await import('./affectedPages.ts')
  const expected = states(before)
  const publish = startRefresh(['/about'], expected)
  const unverified = unverifiedRoutes(expected)
  expect(unverified).toEqual(['/lqm', '/test'])
  startRefresh(unverified, expected)
  expect(publish.isSuperseded('/about')).toBe(false)
  expect(unverifiedRoutes(expected)).toEqual([])
})

describe('the pages that a change touches', () => {
  it('are those whose version differs, and no others', () => {
    const expected = states([
      ['/about', 'a2', ['page-about', 'claim-a']],
      ['/lqm', 'l2', ['page-lqm', 'claim-a']],
      ['/test', 't1', ['page-test']],
    ])
    expect(affectedRoutes({documentId: 'claim-a', expected, served: states(before, true)})).toEqual(['/about', '/lqm'])
  })

  it('include a page that showed the document and does not any more', () => {
    const expected = states([
      ['/about', 'a2', ['page-about']],
      ['/lqm', 'l1', ['page-lqm', 'claim-a']],
      ['/test', 't1', ['page-test']],
    ])
    expect(affectedRoutes({documentId: 'claim-a', expected, served: states(before, true)})).toEqual(['/about'])
  })

  it('include a page that is old for another reason: a webhook that never came', () => {
    const expected = states([
      ['/about', 'a1', ['page-about', 'claim-a']],
      ['/test', 't2', ['page-test']],
    ])
    expect(affectedRoutes({documentId: 'role-guard', expected, served: states(before, true)})).toEqual(['/test'])
  })

  it('include every page that shows the document until the page was verified once', () => {
    expect(affectedRoutes({documentId: 'claim-a', expected: states(before), served: states(before)})).toEqual([
      '/about',
      '/lqm',
    ])
  })

  it('include a page of which nobody knows what it serves, as a hidden one after a restart', () => {
    const served = states(before.slice(1), true)
    expect(affectedRoutes({documentId: 'role-guard', expected: states(before), served})).toEqual(['/about'])
  })

  it('include a hidden page whose embargo has another date, though it stays hidden', () => {
    const hidden = (content: string) =>
      new Map([['/about' as const, {version: 'hidden', content, documents: ['page-about'], verified: true}]])
    const change = {documentId: 'page-about', expected: hidden('a2'), served: hidden('a1')}
    expect(affectedRoutes(change)).toEqual(['/about'])
  })

  it('are none when a webhook comes twice', () => {
    expect(affectedRoutes({documentId: 'claim-a', expected: states(before), served: states(before, true)})).toEqual([])
  })

  it('leave out a page whose document is gone: its last good rendering stays', () => {
    expect(affectedRoutes({documentId: 'page-about', expected: new Map(), served: states(before)})).toEqual([])
  })
})

const response = (type: string, status = 200) =>
  new Response(null, {status, headers: {'content-type': type, 'x-nextjs-cache': 'HIT'}})

it('a page’s version is in its head, a payload’s in its data', () => {
  const html = '<head><meta name="content-version" content="0123456789abcdef"/></head>'
  expect(readVersion(response('text/html; charset=utf-8'), html)).toEqual({version: '0123456789abcdef', cache: 'HIT'})
  const json = '{"route":"/about","version":"fedcba9876543210"}'
  expect(readVersion(response('application/json'), json)).toEqual({version: 'fedcba9876543210', cache: 'HIT'})
})

it.each([
  [404, 'hidden'],
  [500, 'failed'],
  [503, undefined],
])('an answer with status %d says so by its version, whatever it holds', (status, version) => {
  const html = '<meta name="content-version" content="0123456789abcdef"/>'
  expect(readVersion(response('text/html', status), html).version).toBe(version)
})

it('a picture’s version is in its headers', () => {
  const picture = new Response(null, {headers: {'content-type': 'image/png', [versionHeader]: '0123456789abcdef'}})
  expect(readVersion(picture, '').version).toBe('0123456789abcdef')
})
