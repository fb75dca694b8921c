import {createServer, type RequestListener, request} from 'node:http'
import {afterEach, describe, expect, it} from 'vitest'
import {listen} from '@/tests/support/listen.ts'
import {completeDocument} from './completeDocument.ts'
import {compressResponse} from './compressResponse.ts'
import {protectResponse} from './protectResponse.ts'

const studioUrl = 'https://studio.example.com/desk'
const script = 'self.__next_f.push([1,"7:E{\\"digest\\":\\"1\\"}"])'
const shell = (nonce: string) =>
  `<!DOCTYPE html><html id="__next_error__"><head></head><body><script nonce="${nonce}">${script}</script><script nonce="${nonce}">alert(1)</script></body></html>`
const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Serves through the same steps as server.ts and asks once; `firstChunk` comes as soon as a part of the body does. */
async function ask(answer: RequestListener, headers: Record<string, string> = {}, method = 'GET') {
  const server = createServer((incoming, response) => {
    protectResponse(incoming, response, studioUrl)
    compressResponse(incoming, response, () => {
      completeDocument(incoming, response, studioUrl)
      answer(incoming, response)
    })
  })
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  const port = await listen(server)
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

const draft = {cookie: 'a=b; __prerender_bypass=x'}

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
