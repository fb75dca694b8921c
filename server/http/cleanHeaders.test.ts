import {IncomingMessage} from 'node:http'
import {BlockList, Socket} from 'node:net'
import fc from 'fast-check'
import {expect, it, vi} from 'vitest'
import {readSiteEnv} from '../../lib/env.ts'
import {cleanHeaders, visitorAddress} from './cleanHeaders.ts'

const proxies = readSiteEnv({TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, 2001:db8::/32'}).trustedProxies
const none = new BlockList()

function clean(headers: Record<string, string>, peer: string, trusted = proxies) {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', {value: peer})
  const request = new IncomingMessage(socket)
  Object.assign(request.headers, headers)
  cleanHeaders(request, trusted)
  return {...request.headers}
}

it.each([
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['127.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
  ['127.0.0.1', '203.0.113.9, 198.51.100.1, 10.1.2.3', '198.51.100.1'],
  ['127.0.0.1', '198.51.100.1, 2001:db8::7', '198.51.100.1'],
  ['127.0.0.1', 'nonsense', '127.0.0.1'],
  ['127.0.0.1', '198.51.100.1, nonsense', '127.0.0.1'],
  ['127.0.0.1', '', '127.0.0.1'],
  ['10.0.0.5', '10.0.0.6, 10.0.0.7', '10.0.0.6'],
])('from %s with %o the visitor is %s', (peer, forwardedFor, address) => {
  expect(clean({'x-forwarded-for': forwardedFor}, peer)['x-forwarded-for']).toBe(address)
})

it('without proxies of our own nobody chooses an address', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const address = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())
  fc.assert(
    fc.property(fc.array(address, {maxLength: 5}), fc.ipV4(), (hops, peer) => {
      expect(visitorAddress(peer, hops.join(','), none)).toBe(peer)
      expect(clean({'x-forwarded-for': hops.join(',')}, peer, none)['x-forwarded-for']).toBe(peer)
    }),
  )
  clean({'x-forwarded-for': '203.0.113.9'}, '127.0.0.1', none)
  expect(warn.mock.calls).toEqual([
    ['127.0.0.1 sends X-Forwarded-For, which is not believed: if it is your proxy, set TRUSTED_PROXIES=127.0.0.1.'],
  ])
  warn.mockRestore()
})

it('whatever a visitor puts before what our proxies add does not count', () => {
  fc.assert(
    fc.property(fc.array(fc.ipV4()), fc.ipV4(), (claimed, visitor) => {
      fc.pre(!visitor.startsWith('10.') && visitor !== '127.0.0.1')
      expect(visitorAddress('127.0.0.1', [...claimed, visitor, '10.0.0.1'].join(', '), proxies)).toBe(visitor)
    }),
  )
})

it('takes away what steers Next or speaks for proxies, and leaves what browsers send', () => {
  const kept = {
    accept: 'text/html',
    cookie: 'a=b',
    rsc: '1',
    'next-router-prefetch': '1',
    'next-url': '/about',
    origin: 'x',
  }
  const taken = {
    'x-middleware-rewrite': '/x',
    'x-middleware-subrequest': 'proxy',
    'x-matched-path': '/x',
    'x-nextjs-data': '1',
    'x-http-method-override': 'DELETE',
    'x-original-url': '/x',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-real-ip': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
    'next-action': '0',
    'next-resume': '1',
  }
  expect(clean({...kept, ...taken}, '203.0.113.1')).toEqual({...kept, 'x-forwarded-for': '203.0.113.1'})
  expect(clean({...kept, ...taken}, '127.0.0.1')).toEqual({
    ...kept,
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'https',
  })
  expect(clean({'x-forwarded-proto': 'gopher'}, '127.0.0.1')).toEqual({'x-forwarded-for': '127.0.0.1'})
})
