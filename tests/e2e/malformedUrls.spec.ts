import {Agent, get} from 'node:http'
import {expect, test} from '@playwright/test'
import {randomPaths} from '../support/randomPaths.ts'
import {rawRequest} from '../support/rawRequest.ts'
import {testProduct} from '../support/testProduct.ts'

const agent = new Agent({keepAlive: true, maxSockets: 16})
const {sitePort} = testProduct

/** Requests a path without normalizing it. */
function statusOf(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get({agent, port: sitePort, host: 'localhost', path, headers: {'accept-language': 'en'}}, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', reject)
  })
}

test.afterAll(() => agent.destroy())

test('ten thousand random and malformed URLs: no answer is 500 or above', {tag: '@long'}, async () => {
  test.setTimeout(900_000)
  const paths = randomPaths(10_000)
  const failed: string[] = []
  const counts = new Map<number, number>()
  const queue = paths[Symbol.iterator]()
  await Promise.all(
    Array.from({length: 16}, async () => {
      for (const path of queue) {
        const status = await statusOf(path)
        counts.set(status, (counts.get(status) ?? 0) + 1)
        if (status >= 500) failed.push(`${status} ${path}`)
      }
    }),
  )
  expect(failed).toEqual([])
  expect(counts.get(404)).toBeGreaterThan(1000)
  expect(counts.get(200)).toBeGreaterThan(10)
})

const host = 'Host: localhost\r\n'
const requests = {
  'no path': `GET  HTTP/1.1\r\n${host}\r\n`,
  'no version': 'GET /h5\r\n\r\n',
  'a version of the future': `GET /h5 HTTP/9.9\r\n${host}\r\n`,
  'no request at all': '\0\x01\x02\r\n\r\n',
  'a TLS greeting': '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n',
  'half a character': `GET /h5/\xff\xfe HTTP/1.1\r\n${host}\r\n`,
  'a space in the path': `GET /h5/a b HTTP/1.1\r\n${host}\r\n`,
  'a whole URL of another host': `GET http://evil.example/h5 HTTP/1.1\r\nHost: evil.example\r\n\r\n`,
  'a path that begins like a host': `GET //evil.example/%2f.. HTTP/1.1\r\n${host}\r\n`,
  'a path of backslashes': `GET \\h5\\..\\.. HTTP/1.1\r\n${host}\r\n`,
  'a detour to half a character': `GET /h5/x/%2e%2e/./_next/%ff HTTP/1.1\r\n${host}\r\n`,
  'the asterisk': `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
  'an unknown method': `BREW /h5 HTTP/1.1\r\n${host}\r\n`,
  TRACE: `TRACE /h5 HTTP/1.1\r\n${host}\r\n`,
  CONNECT: `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`,
  'no host': 'GET /h5 HTTP/1.1\r\n\r\n',
  'two hosts': `GET /h5/en HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n`,
  'a host that is no host': 'GET /h5/en HTTP/1.1\r\nHost: a b/c?d@e\r\n\r\n',
  'a huge header': `GET /h5 HTTP/1.1\r\n${host}X-A: ${'a'.repeat(40_000)}\r\n\r\n`,
  'a huge path': `GET /h5/${'a'.repeat(40_000)} HTTP/1.1\r\n${host}\r\n`,
  'a line end in a header': `GET /h5 HTTP/1.1\r\n${host}X-A: a\rb\r\n\r\n`,
  'two lengths': `POST /h5/api/revalidate HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
  'a length below nothing': `POST /h5/api/revalidate HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`,
  'a length and chunks': `POST /h5/api/revalidate HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'an unknown encoding': `POST /h5/api/revalidate HTTP/1.1\r\n${host}Transfer-Encoding: brotli\r\n\r\n`,
  'an upgrade': `GET /h5/en HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  'a range that the file does not have': `GET /h5/icon.svg HTTP/1.1\r\n${host}Range: bytes=999999-\r\n\r\n`,
  'a precondition that the file does not fulfil': `GET /h5/icon.svg HTTP/1.1\r\n${host}If-Match: "a"\r\nIf-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT\r\n\r\n`,
  'headers that are Next’s own': `GET /h5/en HTTP/1.1\r\n${host}x-middleware-subrequest: proxy\r\nx-matched-path: /../x\r\nx-now-route-matches: 1=%\r\nnext-router-state-tree: %7B\r\nRSC: 1\r\n\r\n`,
  'an action that there is not': `POST /h5/en HTTP/1.1\r\n${host}Next-Action: ${'0'.repeat(42)}\r\nContent-Length: 2\r\n\r\n[]`,
}

for (const [name, bytes] of Object.entries(requests)) {
  test(`the server goes on, and says no 500, after a request with ${name}`, async ({request}) => {
    const status = await rawRequest(sitePort, bytes)
    expect(status ?? 0).toBeLessThan(500)
    expect((await request.get('/h5/en')).status()).toBe(200)
  })
}
