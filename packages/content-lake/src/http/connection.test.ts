import {expect, it} from 'vitest'
import {isLocal} from './connection.ts'

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
  expect(isLocal({headers, socket: {remoteAddress}})).toBe(expected)
})
