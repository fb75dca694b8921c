import {globSync, readFileSync} from 'node:fs'
import {createServer, IncomingMessage} from 'node:http'
import {BlockList, Socket} from 'node:net'
import {join} from 'node:path'
import {describe, expect, it, vi} from 'vitest'
import {listen} from '@/tests/support/listen.ts'
import {rawRequest} from '@/tests/support/rawRequest.ts'
import {readSiteEnv} from '../../lib/env.ts'
import fc from '../../tests/support/fastCheck.ts'
import {cleanHeaders, methodsOf, refusalOf, refuse, toOriginForm, visitorAddress} from './requestChecks.ts'

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

it.each([
  ['http://other.example/h5/en?a=b', '/h5/en?a=b', 'other.example'],
  ['HTTPS://other.example:8443/h5', '/h5', 'other.example:8443'],
  ['http://other.example', '/', 'other.example'],
  ['http://other.example?a=b', '/?a=b', 'other.example'],
  ['/h5?to=http://other.example/', '/h5?to=http://other.example/', 'site.example'],
  ['//other.example/h5', '//other.example/h5', 'site.example'],
  ['*', '*', 'site.example'],
  ['/h5/./_next/%ff', '/h5/_next/%ff', 'site.example'],
  ['/h5/x/%2E./api/%2e/contact?to=/../', '/h5/api/contact?to=/../', 'site.example'],
  ['/h5/x\\..\\api/contact#/./', '/h5/api/contact#/./', 'site.example'],
  ['http://other.example/h5/../..', '/', 'other.example'],
  ['//h5/./about', '//h5/about', 'site.example'],
  ['/h5/..%2f/...', '/h5/..%2f/...', 'site.example'],
])('the request line %s asks for %s of %s', (url, path, host) => {
  const request = {url, headers: {host: 'site.example'}}
  toOriginForm(request)
  expect(request).toEqual({url: path, headers: {host}})
})

it('everything is judged by the path that Next reads, however many detours it takes', () => {
  const piece = fc.constantFrom('.', '..', '%2e', '%2E', '.%2e', '%2e%2E', '...', '..%2f', 'h5', 'api', '%ff', 'x', '')
  const path = fc.array(fc.tuple(fc.constantFrom('/', '/', '/', '\\'), piece), {minLength: 1, maxLength: 8})
  fc.assert(
    fc.property(path, fc.constantFrom('', '?a=/../b', '#/./'), (pieces, rest) => {
      const url = `/h5${pieces.flat().join('')}${rest}`
      const request = {url, headers: {}}
      toOriginForm(request)
      const read = (text: string) => URL.parse(`http://site${text}`)?.pathname
      expect({url, read: request.url.replace(/[?#].*$/, '').replaceAll('\\', '/')}).toEqual({url, read: read(url)})
    }),
  )
})

it('a visitor names no trace, nor does a proxy pass on one', () => {
  const named = {traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'a=b', baggage: 'name=Li'}
  for (const peer of ['203.0.113.9', '127.0.0.1']) expect(clean(named, peer)).toEqual({'x-forwarded-for': peer})
})

it('what a browser calls itself reaches nothing that searches it, however long it is', () => {
  for (const peer of ['203.0.113.9', '127.0.0.1'])
    expect(clean({'user-agent': 'a'.repeat(15_000)}, peer)).toEqual({'x-forwarded-for': peer})
})

it('a range or a precondition, which Next would answer with 500 where a file does not fit it, asks for nothing', () => {
  const named = {
    range: 'bytes=999999-',
    'if-range': '"a"',
    'if-match': '"a"',
    'if-unmodified-since': 'Thu, 01 Jan 1970',
  }
  const heeded = {'if-none-match': '"a"', 'if-modified-since': 'Thu, 01 Jan 1970'}
  expect(clean({...named, ...heeded}, '203.0.113.9')).toEqual({...heeded, 'x-forwarded-for': '203.0.113.9'})
})

it('the id of a request is the proxy’s to give, not a visitor’s', () => {
  const named = {'x-request-id': 'nginx-1'}
  expect(clean(named, '127.0.0.1')).toMatchObject(named)
  expect(clean(named, '203.0.113.9')).toEqual({'x-forwarded-for': '203.0.113.9'})
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

const long = 'a'.repeat(300)

it.each([
  ['GET /h5/api/%ff', 400],
  ['GET /h5/_next/%zz/a.js?x=1', 400],
  ['GET /h5/shareImages/%', 400],
  ['OPTIONS *', 400],
  ['TRACE /h5', 405],
  ['POST /h5', 405],
  ['POST /h5/en/about', 405],
  ['POST /h5/%61pi/contact', 405],
  ['POST /h5/api/contact/', 405],
  ['POST /h5/api/health', 405],
  ['GET /h5/api/revalidate', 405],
  ['PUT /h5/api/contact', 405],
  ['OPTIONS /h5/about', 405],
  ['DELETE /h5/api/enquiries/1/2', 405],
  [`GET /h5/api/${long}`, 404],
  [`DELETE /h5/api/enquiries/${long}`, 404],
  ['GET /h5/about.rsc', 404],
  ['GET /h5/payloads/articles/zh/lims.rsc?x', 404],
  ['GET /h5/about.segments/_tree.segment.rsc', 404],
  [`GET /h5/${long}`, 200],
  ['GET /h5/%ff', 200],
  ['GET /h5/api/%E8%AF%95', 200],
  ['GET /h5/api/health?x=%ff', 200],
  ['POST /h5/api/contact?x', 200],
  ['DELETE /h5/api/enquiries/1', 200],
  ['POST /h5/api/enquiries/access', 200],
  ['GET ftp://other.example/h5', 400],
  ['GET ws://other.example/h5', 400],
  ['GET http:///h5', 400],
  ['GET other.example/h5', 400],
])('%s is answered with %s', async (line, status) => {
  const server = createServer((request, response) => {
    const refusal = refusalOf(request)
    if (refusal) refuse(response, refusal)
    else response.end()
  })
  const port = await listen(server, 'localhost')
  expect(await rawRequest(port, `${line} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).toBe(status)
  server.close()
})

it.each(['/h5', 'http://localhost/h5'])('a request for %s that names two hosts is refused', async (url) => {
  const server = createServer((request, response) => {
    toOriginForm(request)
    refuse(response, refusalOf(request) ?? {status: 404})
  })
  const port = await listen(server, 'localhost')
  for (const second of ['localhost', 'other.example', ''])
    expect(await rawRequest(port, `GET ${url} HTTP/1.1\r\nHost: localhost\r\nhost: ${second}\r\n\r\n`)).toBe(400)
  server.close()
})

it.each([
  ['HTTP/1.1', 400],
  ['HTTP/1.0', 200],
])('a request in %s that names no host is answered with %i', async (version, status) => {
  const server = createServer({requireHostHeader: false}, (request, response) => {
    const refusal = refusalOf(request)
    if (refusal) refuse(response, refusal)
    else response.end()
  })
  const port = await listen(server, 'localhost')
  expect(await rawRequest(port, `GET /h5 ${version}\r\n\r\n`)).toBe(status)
  server.close()
})

const refusalAt = (host: string, url = '/h5') => {
  const request = {method: 'GET', url, headers: {host}, headersDistinct: {host: [host]}, httpVersion: '1.1'}
  toOriginForm(request)
  return refusalOf(request)?.status
}

it.each([
  ['www.example.com', undefined],
  ['EXAMPLE.com:8080', undefined],
  ['example.com.', undefined],
  ['example.com:', undefined],
  ['10.0.0.7:3000', undefined],
  ['[::1]:3000', undefined],
  ['site_1', undefined],
  ['xn--fiqs8s', undefined],
  ['', 400],
  [':80', 400],
  ['a b', 400],
  ['a\tb', 400],
  ['me@example.com', 400],
  ['example.com/h5', 400],
  ['example.com?a', 400],
  ['example.com#a', 400],
  ['example.com\\a', 400],
  ['example.com, other.example', 400],
  ['example.com:abc', 400],
  ['example.com:99999', 400],
  ['a:1:2', 400],
  ['::1', 400],
  ['[::1', 400],
  ['[::g]', 400],
  ['a%zz', 400],
  ['1.2.3.4.5', 400],
  ['<a>', 400],
  ['caf\u00e9.example', 400],
])('a request whose host is “%s” is answered with %s', (host, status) => {
  expect([refusalAt(host), refusalAt(host, 'http://localhost/h5')]).toEqual([status, status])
})

it('a request line that names somebody beside the host is refused', () => {
  expect(['http://localhost/h5', 'http://me@localhost/h5'].map((url) => refusalAt('localhost', url))).toEqual([
    undefined,
    400,
  ])
})

it('a host is what every parser of a URL takes for the host alone, and each host that a browser sends is one', () => {
  const piece = fc.constantFrom(
    ...['a', 'B', '1', '.', '-', '_', ':', ':80', '[', ']', '::1', '%41', '%', '@', '/', '?', '#'],
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof({weight: 4, arbitrary: piece}, fc.string({maxLength: 2})), {maxLength: 6}),
      (pieces) => {
        const host = pieces.join('')
        const read = URL.parse(`http://${host}/x`)
        if (refusalAt(host) === undefined)
          expect({
            host,
            path: read?.pathname,
            rest: `${read?.username}${read?.password}${read?.search}${read?.hash}`,
          }).toEqual({
            host,
            path: '/x',
            rest: '',
          })
        if (read?.host && !/["`{}]/.test(read.host))
          expect([read.host, refusalAt(read.host)]).toEqual([read.host, undefined])
      },
    ),
  )
})

it('a body that says that it is too large is not read, nor is one for an action', () => {
  const post = (url: string, headers: Record<string, string>) =>
    refusalOf({method: 'POST', url, headers, headersDistinct: {}, httpVersion: '1.0'})
  expect(post('/h5/api/contact', {'content-length': '262144'})).toBeUndefined()
  expect(post('/h5/api/contact', {'content-length': '262145'})).toEqual({status: 413})
  expect(post('/h5/en', {'next-action': '0', 'content-type': 'multipart/form-data; boundary=a'})).toEqual({
    status: 405,
    allow: ['GET', 'HEAD'],
  })
})

describe('the methods that a path takes', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('app/**/route.{ts,tsx}', {cwd: root}).sort()

  it.each(files)('are those of its handler: %s', (file) => {
    const code = readFileSync(join(root, file), 'utf8')
    const handled = [...code.matchAll(/export (?:async )?function ([A-Z]+)\b|export \{(?:\w+ as )?([A-Z]+)\}/g)].map(
      ([, name, alias]) => alias ?? name,
    )
    const all = handled.includes('GET') ? [...handled, 'HEAD'] : handled
    const path = `/h5/${file.replace(/^app\/|\/route\.tsx?$/g, '').replace(/\[[^\]]*\]/g, 'x')}`
    expect([...methodsOf(path)].sort(), 'List them in `methodsBelowApi` of requestChecks.ts.').toEqual(all.sort())
  })

  it('are found for all route handlers', () => {
    expect(files.length).toBeGreaterThan(10)
  })
})
