import {expect, it} from 'vitest'
import {readVersion} from './readVersion.ts'

const response = (type: string, status = 200) =>
  new Response(null, {status, headers: {'content-type': type, 'x-nextjs-cache': 'HIT'}})

it('a page’s version is in its head, a payload’s in its data', () => {
  const html = '<head><meta name="content-version" content="0123456789abcdef"/></head>'
  expect(readVersion(response('text/html; charset=utf-8'), html)).toEqual({version: '0123456789abcdef', cache: 'HIT'})
  const json = '{"route":"/about","version":"fedcba9876543210"}'
  expect(readVersion(response('application/json'), json)).toEqual({version: 'fedcba9876543210', cache: 'HIT'})
})

it('an error page has no version, whatever it holds', () => {
  const html = '<meta name="content-version" content="0123456789abcdef"/>'
  expect(readVersion(response('text/html', 500), html).version).toBeUndefined()
})
