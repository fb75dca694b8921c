import {expect, it} from 'vitest'
import {readVersion, versionHeader} from './selfRequests.ts'

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
