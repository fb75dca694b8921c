import {expect, it} from 'vitest'
import {resolveOptions} from '../resolveOptions.ts'
import fc from '../testing/fastCheck.ts'
import {connectionOf, isLocal} from './request.ts'

it.each([
  ['a program on this machine', '127.0.0.1', {host: 'localhost:3000'}, true],
  ['one by IPv6', '::1', {host: '[::1]:3000'}, true],
  ['one by IPv4 on a socket of both', '::ffff:127.0.0.1', {host: 'stream1.localhost:3000'}, true],
  ['another machine', '192.0.2.7', {host: '192.0.2.1:3000'}, false],
  ['another machine that says localhost', '::ffff:192.0.2.7', {host: 'localhost:3000'}, false],
  ['a foreign name that leads here', '127.0.0.1', {host: 'evil.example:3000'}, false],
  ['a name that only begins like this machine’s', '127.0.0.1', {host: 'localhost.evil.example:3000'}, false],
  ['a proxy or tunnel', '127.0.0.1', {host: 'localhost:3000', 'x-forwarded-for': '192.0.2.7'}, false],
  ['no name', '127.0.0.1', {}, false],
  ['no valid name', '127.0.0.1', {host: ':'}, false],
])('%s counts as local: %s %o %s', (_, remoteAddress, headers, expected) => {
  expect(isLocal({headers, httpVersion: '1.1', socket: {remoteAddress}})).toBe(expected)
})

const HERE = {httpVersion: '1.1', socket: {remoteAddress: '127.0.0.1'}}
const host = 'localhost:3333'

it.each([
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-server', 'x-forwarded-port'],
  ...['x-real-ip', 'cf-connecting-ip', 'cf-ray', 'true-client-ip', 'x-client-ip', 'forwarded', 'via'],
])('a proxy that sends %s is not this machine', (name) => {
  expect(isLocal({...HERE, headers: {host, [name]: '203.0.113.7'}})).toBe(false)
})

it('a proxy that speaks HTTP/1.0, as those do that say nothing of themselves, is not this machine', () => {
  expect(isLocal({...HERE, httpVersion: '1.0', headers: {host}})).toBe(false)
})

it.each([
  ['cross-site', false],
  ['same-site', false],
  ['same-origin', true],
  ['none', true],
])('a browser here that asks for a page (%s) is a program of this machine: %s', (site, expected) => {
  const sent = {...HERE, headers: {host, 'sec-fetch-site': site}}
  expect(connectionOf('http://localhost:3333/', sent, []).isLocal).toBe(expected)
})

it('an address is the same with the port that a proxy writes and without, and no address is the proxy’s', () => {
  const addressOf = (forwarded: string) => {
    const sent = {...HERE, headers: {host, 'x-forwarded-for': forwarded}}
    return connectionOf('http://localhost:3333/', sent, ['127.0.0.1']).address
  }
  const port = fc.integer({min: 1, max: 65_535})
  const earlier = fc.constantFrom('', '198.51.100.1, ', 'unknown, ', '198.51.100.1:80,')
  fc.assert(
    fc.property(fc.ipV4(), fc.ipV6(), port, earlier, (four, six, number, before) => {
      for (const written of [four, `${four}:${number}`, `[${four}]:${number}`])
        expect(addressOf(before + written)).toBe(four)
      for (const written of [six, `[${six}]`, `[${six}]:${number}`]) {
        expect(addressOf(before + written)).toBe(six.replace(/^::ffff:/, ''))
      }
    }),
  )
  for (const none of ['', 'unknown', '_hidden', '203.0.113.7:', '203.0.113', 'a:1'])
    expect(addressOf(none)).toBe('127.0.0.1')
})

it.each([
  ['127.0.0.1', ['127.0.0.1', '::ffff:127.0.0.1', '::FFFF:7f00:1', '0:0:0:0:0:ffff:127.0.0.1']],
  ['2001:db8::1', ['2001:db8::1', '2001:DB8::1', '2001:0db8:0:0:0:0:0:1']],
  ['fe80::1%eth0', ['fe80::1%eth0']],
])('the proxy %s is trusted however its address is written', (remoteAddress, spellings) => {
  for (const spelling of spellings) {
    const {trustedProxies} = resolveOptions({dir: '.', trustedProxies: [spelling]})
    const socket = {remoteAddress: remoteAddress.replace(/^(?=127)/, '::ffff:')}
    const sent = {...HERE, socket, headers: {host, 'x-forwarded-for': '203.0.113.7'}}
    expect([spelling, connectionOf('http://localhost:3333/', sent, trustedProxies).address]).toEqual([
      spelling,
      '203.0.113.7',
    ])
  }
})
