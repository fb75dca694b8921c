import {createServer, request, type ServerResponse} from 'node:http'
import {brotliDecompressSync, gunzipSync} from 'node:zlib'
import {afterAll, beforeAll, expect, test, vi} from 'vitest'
import {listen} from '@/tests/support/listen.ts'
import {compressOnce} from './compressOnce.ts'
import {compressResponse} from './compressResponse.ts'

const text = '试验任务书 '.repeat(1000)
const shared = {'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 's-maxage=3600, stale-while-revalidate'}

let answer: (response: ServerResponse) => void
const server = createServer((incoming, response) => {
  compressResponse(incoming, response, () => {
    compressOnce(incoming, response)
    answer(response)
  })
})
let port: number

beforeAll(async () => {
  port = await listen(server)
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

/** With its headers set, not yet sent, as Next does. */
function headed(response: ServerResponse, headers: Record<string, string>, status = 200): ServerResponse {
  response.statusCode = status
  return response.setHeaders(new Headers(headers))
}

interface Answer {
  status: number | undefined
  headers: NodeJS.Dict<string | string[]>
  body: Buffer
}

const get = (encoding: string, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const headers = {'Accept-Encoding': encoding}
    request({port, method, headers, agent: false}, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        resolve({status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks)})
      })
    })
      .once('error', reject)
      .end()
  })

test('pages come whole and with their length, in the best encoding that the browser takes', async () => {
  answer = (response) => headed(response, shared).end(text)
  const brotli = await get('gzip, deflate, br')
  expect(brotli.headers).toMatchObject({'content-encoding': 'br', 'content-length': String(brotli.body.byteLength)})
  expect(brotli.headers.vary).toContain('Accept-Encoding')
  expect(brotliDecompressSync(brotli.body).toString()).toBe(text)
  const gzip = await get('gzip')
  expect(gzip.headers).toMatchObject({'content-encoding': 'gzip', 'content-length': String(gzip.body.byteLength)})
  expect(gunzipSync(gzip.body).toString()).toBe(text)
  const plain = await get('identity')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body.toString()).toBe(text)
})

test('a page that has changed is compressed anew', async () => {
  answer = (response) => headed(response, {...shared, ETag: '"same"'}).end(text)
  await get('br')
  answer = (response) => headed(response, {...shared, ETag: '"same"'}).end(`${text}变了`)
  expect(brotliDecompressSync((await get('br')).body).toString()).toBe(`${text}变了`)
})

test.each([
  ['drafts', {...shared, 'Cache-Control': 'private, no-cache, no-store'}],
  ['answers that say nothing about caches', {'Content-Type': 'text/html'}],
])('%s are compressed as they come, and not kept', async (_, headers) => {
  answer = (response) => headed(response, headers).end(text)
  const {headers: received, body} = await get('br')
  expect(received['content-length']).toBeUndefined()
  expect(brotliDecompressSync(body).toString()).toBe(text)
})

test('what comes in pieces, errors, pictures and HEAD go the usual way', async () => {
  answer = (response) => {
    headed(response, shared)
    response.write(text)
    response.end(text)
  }
  expect(brotliDecompressSync((await get('br')).body).toString()).toBe(text + text)
  answer = (response) => headed(response, shared, 500).end(text)
  expect(brotliDecompressSync((await get('br')).body).toString()).toBe(text)
  answer = (response) => headed(response, {...shared, 'Content-Type': 'image/avif'}).end(text)
  expect((await get('br')).body.toString()).toBe(text)
  answer = (response) => headed(response, shared).end()
  expect((await get('br', 'HEAD')).status).toBe(200)
})

test('many at once are all answered', async () => {
  const finished = vi.fn()
  answer = (response) => headed(response, shared).end(`${text}alle`, finished)
  const answers = await Promise.all(Array.from({length: 20}, () => get('br')))
  expect(new Set(answers.map(({body}) => brotliDecompressSync(body).toString()))).toEqual(new Set([`${text}alle`]))
  expect(finished).toHaveBeenCalledTimes(20)
})
