import {IncomingMessage, ServerResponse} from 'node:http'
import {Socket} from 'node:net'
import {expect, it} from 'vitest'
import {expireInProxy} from './expireInProxy.ts'

function expiryOf(cacheControl: string) {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  expireInProxy(response, () => 1_790_000_000_999)
  response.setHeader('Cache-Control', cacheControl)
  response.writeHead(200)
  return response.getHeader('x-accel-expires')
}

it('a page that proxies may keep ends with the second, anything else is left alone', () => {
  expect(expiryOf('s-maxage=31536000')).toBe('@1790000000')
  expect(expiryOf('private, no-cache')).toBeUndefined()
  expect(expiryOf('public, max-age=31536000, immutable')).toBeUndefined()
})
