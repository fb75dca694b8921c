import {Agent, createServer, type RequestListener, request, type ServerResponse} from 'node:http'
import {BlockList} from 'node:net'
import {brotliDecompressSync, gunzipSync} from 'node:zlib'
import {afterEach, describe, expect, it, onTestFinished, test, vi} from 'vitest'
import fc from '@/tests/support/fastCheck.ts'
import {listen} from '@/tests/support/listen.ts'
import {currentRequestId} from '../log.ts'
import {DraftSessions, draftSession} from './draftSessions.ts'
import {createPipeline} from './pipeline.ts'

const studioUrl = 'https://studio.example.com/desk'
const script = 'self.__next_f.push([1,"7:E{\\"digest\\":\\"1\\"}"])'
const shell = (nonce: string) =>
  `<!DOCTYPE html><html id="__next_error__"><head></head><body><script nonce="${nonce}">${script}</script><script nonce="${nonce}">alert(1)</script></body></html>`
const keys = {previewModeId: 'a'.repeat(32), signingKey: 'b'.repeat(64)}
const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Starts a server with the site's pipeline around an answer; resolves with its port. */
function serve(answer: RequestListener): Promise<number> {
  const server = createServer(
    createPipeline({
      trustedProxies: new BlockList(),
      drafts: new DraftSessions(keys),
      studioUrl,
      log: {format: 'text', requests: false},
      handle: async (incoming, response) => answer(incoming, response),
    }),
  )
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  return listen(server)
}

/** Serves an answer and requests it once. */
async function ask(answer: RequestListener, headers: Record<string, string> = {}, method = 'GET') {
  const port = await serve(answer)
  return new Promise<{policy: string; body: string; length: string | undefined; parts: number}>((resolve, reject) => {
    request({port, host: '127.0.0.1', path: '/h5/en/odoo?x=1', headers, method}, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const policy = String(response.headers['content-security-policy'])
        const length = response.headers['content-length']
        resolve({policy, body: Buffer.concat(parts).toString(), length, parts: parts.length})
      })
    })
      .on('error', reject)
      .end()
  })
}

const draft = {cookie: `a=b; __prerender_bypass=${draftSession(keys, Date.now() + 3_600_000)}`}

test('the log names a request by an id of its own, whatever a visitor sends', async () => {
  let id: string | undefined
  await ask(
    (_, response) => {
      id = currentRequestId()
      response.end()
    },
    {'x-request-id': 'mine'},
  )
  expect(id).toMatch(/^[\w-]{12}$/)
})

test('a connection whose request was not read to its end takes no other, as nobody would read that either', async () => {
  const limit = 64 * 1024
  const port = await serve(async (incoming, response) => {
    // As a route handler of Next reads a body.
    let length = 0
    for await (const chunk of incoming) {
      length += chunk.length
      if (length > limit) break
    }
    response.statusCode = length > limit ? 413 : 200
    response.end()
  })
  const agent = new Agent({keepAlive: true, maxSockets: 1})
  closers.push(() => agent.destroy())
  const send = (length: number) =>
    new Promise<number | undefined>((resolve, reject) => {
      const options = {port, host: '127.0.0.1', path: '/h5/api/contact', method: 'POST', agent}
      request(options, (response) => response.resume().once('end', () => resolve(response.statusCode)))
        .on('error', reject)
        .end(Buffer.alloc(length))
    })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({min: 0, max: 4 * limit}), {minLength: 1, maxLength: 5}), async (lengths) => {
      for (const length of lengths) expect(await send(length)).toBe(length > limit ? 413 : 200)
    }),
    {numRuns: 30},
  )
})

test('made-up credentials soon cost no request to the content API', async () => {
  let asked = 0
  const port = await serve((_, response) => {
    asked += 1
    response.writeHead(401).end()
  })
  const ask = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const options = {port, host: '127.0.0.1', path: '/h5/api/enquiries/search', method: 'POST', agent: false}
      request(options, (response) => response.resume().once('end', () => resolve(response.statusCode)))
        .on('error', reject)
        .end()
    })
  const statuses = await Promise.all(Array.from({length: 100}, ask))
  expect([asked, statuses.filter((status) => status === 429).length]).toEqual([60, 40])
})

test('a second end while the body is being compressed does not send it empty', async () => {
  const text = 'Seventeen otters. '.repeat(200)
  const {body} = await ask(
    (_, response) => {
      response.setHeader('Content-Type', 'text/plain')
      response.setHeader('Cache-Control', 's-maxage=60')
      response.end(text)
      response.end()
    },
    {'accept-encoding': 'gzip'},
  )
  expect(body.length).toBeGreaterThan(0)
})

describe('a document that is made for one request', () => {
  it('is held back until it is whole, worded, and allows its own scripts though their nonce is another’s', async () => {
    const {policy, body} = await ask((_, response) => {
      response.statusCode = 500
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      const html = shell('of-another-request')
      response.write(html.slice(0, 50))
      response.end(html.slice(50))
    })
    expect(body).toMatch(/<h1[^>]*>Error<\/h1>/)
    expect(body).not.toContain('nonce')
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/)
  })

  it('is held back even where the headers were to go ahead of it', async () => {
    const {policy, body} = await ask((_, response) => {
      response.statusCode = 404
      response.setHeader('Content-Type', 'text/html')
      response.flushHeaders()
      response.write(Buffer.from(shell('n')), () => response.end())
    })
    expect(body).toContain('This page could not be found')
    expect(policy).toContain("'sha256-")
  })

  it('says how long it is once it has its words', async () => {
    const {body, length} = await ask((_, response) => {
      response.statusCode = 500
      response.setHeader('Content-Type', 'text/html')
      response.setHeader('Content-Length', Buffer.byteLength(shell('n')))
      response.end(shell('n'))
    })
    expect(length).toBe(String(Buffer.byteLength(body)))
  })

  it('may be framed by the Studio where it is the error of a draft', async () => {
    const fail: RequestListener = (_, response) => {
      response.statusCode = 500
      response.setHeader('Content-Type', 'text/html')
      response.end(shell('n'))
    }
    expect((await ask(fail, draft)).policy).toContain('frame-ancestors https://studio.example.com')
    expect((await ask(fail)).policy).toContain("frame-ancestors 'none'")
  })
})

it('a draft goes out as it comes, with the nonce that its scripts carry', async () => {
  let release = () => {}
  const {policy, body, parts} = await ask((incoming, response) => {
    const nonce = /'nonce-([^']+)'/.exec(String(incoming.headers['content-security-policy']))?.[1]
    response.setHeader('Content-Type', 'text/html')
    response.write(`<p>${nonce}</p>`)
    release = () => response.end('<p>later</p>')
    setImmediate(release)
  }, draft)
  expect(parts).toBe(2)
  expect(policy).toContain(`'nonce-${/<p>(.*?)<\/p>/.exec(body)?.[1]}'`)
})

it('a page from the cache keeps its own policy', async () => {
  const policy = "default-src 'none'; script-src 'sha256-of-the-cache'"
  const answer = await ask((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.setHeader('Content-Security-Policy', policy)
    response.end(`<script>${script}</script>`)
  })
  expect(answer.policy).toBe(policy)
})

it('a policy that a visitor sends is not handed on to Next', async () => {
  const {body} = await ask((incoming, response) => response.end(JSON.stringify(incoming.headers)), {
    'content-security-policy': "script-src 'nonce-mine'",
    'content-security-policy-report-only': "script-src 'nonce-x'",
  })
  expect(body).not.toContain('nonce')
})

it('the answer to HEAD has a policy that allows nothing but files', async () => {
  const {policy} = await ask(
    (_, response) => {
      response.statusCode = 500
      response.setHeader('Content-Type', 'text/html')
      response.end()
    },
    {},
    'HEAD',
  )
  expect(policy).toContain("script-src 'self';")
})

const text = '试验任务书 '.repeat(1000)
/** A page from the cache. */
const shared = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 's-maxage=3600, stale-while-revalidate',
  'Content-Security-Policy': "default-src 'none'",
}

let answer: (response: ServerResponse) => void

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

const get = async (encoding: string, method = 'GET') => {
  const port = await serve((_, response) => answer(response))
  return new Promise<Answer>((resolve, reject) => {
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
}

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

test('a page that has changed is compressed again', async () => {
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

test('HEAD names no other length than GET, and the same headers beside', async () => {
  // `X-Accel-Expires` is a time in seconds: both are asked in the same one.
  vi.useFakeTimers({toFake: ['Date']})
  onTestFinished(() => void vi.useRealTimers())
  const kinds = fc.constantFrom('text/html; charset=utf-8', 'application/json', 'image/avif', 'text/event-stream')
  const control = fc.constantFrom('s-maxage=60', 'no-store', 'public, max-age=1, no-transform')
  const encoding = fc.constantFrom('br', 'gzip, br', '*', 'gzip;q=0', 'br;q=0, gzip', 'identity', 'deflate', '', 'x')
  const length = fc.constantFrom(0, 10, 1023, 1024, 9000)
  await fc.assert(
    fc.asyncProperty(kinds, control, encoding, length, async (type, cacheControl, accepted, size) => {
      const headers = {...shared, 'Content-Type': type, 'Cache-Control': cacheControl, 'Content-Length': `${size}`}
      // As Next answers both.
      answer = (response) =>
        headed(response, headers).end(response.req.method === 'HEAD' ? undefined : 'a'.repeat(size))
      const [whole, head] = [await get(accepted), await get(accepted, 'HEAD')]
      const rest = ({
        headers: {date, 'content-length': _, 'transfer-encoding': __, 'content-encoding': ___, ...others},
      }: Answer) => others
      expect([head.status, head.body.byteLength, rest(head)]).toEqual([whole.status, 0, rest(whole)])
      if (head.headers['content-length'] !== undefined)
        expect({type, cacheControl, accepted, length: head.headers['content-length']}).toEqual({
          type,
          cacheControl,
          accepted,
          length: String(whole.body.byteLength),
        })
    }),
  )
})

test('many at once are all answered', async () => {
  const finished = vi.fn()
  answer = (response) => headed(response, shared).end(`${text}alle`, finished)
  const answers = await Promise.all(Array.from({length: 20}, () => get('br')))
  expect(new Set(answers.map(({body}) => brotliDecompressSync(body).toString()))).toEqual(new Set([`${text}alle`]))
  expect(finished).toHaveBeenCalledTimes(20)
})
