import {IncomingMessage, ServerResponse} from 'node:http'
import {Socket} from 'node:net'
import {expect, it} from 'vitest'
import {expireInProxy} from './securityHeaders.ts'

function expiryOf(cacheControl: string, status = 200) {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  response.statusCode = status
  response.setHeader('Cache-Control', cacheControl)
  expireInProxy(response, () => 1_790_000_000_999)
  return response.getHeader('x-accel-expires') ?? response.getHeader('cache-control')
}

it('a page that proxies may keep ends with the second, anything else is left alone', () => {
  expect(expiryOf('s-maxage=31536000')).toBe('@1790000000')
  expect(expiryOf('private, no-cache')).toBe('private, no-cache')
  expect(expiryOf('public, max-age=31536000, immutable')).toBe('public, max-age=31536000, immutable')
})

it('an error is for no cache, though a page that may be kept shows it', () => {
  for (const status of [404, 500]) expect(expiryOf('s-maxage=31536000', status)).toBe('no-store')
})
