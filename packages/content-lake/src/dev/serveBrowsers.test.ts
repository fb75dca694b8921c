import {once} from 'node:events'
import {createServer, get, type RequestListener} from 'node:http'
import {text} from 'node:stream/consumers'
import {expect, it, onTestFinished} from 'vitest'
import {serveBrowsers} from './serveBrowsers.ts'

serveBrowsers({lake: new URL('http://127.0.0.1:9'), projectId: 'abc123', editorToken: 'token', pid: process.pid})

const page = '<html><head></head>Grüße</html>'
const length = String(Buffer.byteLength(page))
const html = 'text/html; charset=utf-8'

/** Asks a server with this listener for its page, as a browser does. Rejects where that is cut off. */
async function ask(listener: RequestListener) {
  const server = createServer(listener)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const headers = {accept: 'text/html', cookie: `content-lake-${port}=1`}
  const [answer] = await once(get({port, host: '127.0.0.1', headers, agent: false}), 'response')
  return {body: await text(answer), headers: answer.headers, reason: answer.statusMessage}
}

it.each<[string, RequestListener]>([
  ['an object', (_, response) => response.writeHead(200, {'Content-Type': html, 'Content-Length': length}).end(page)],
  [
    'an object after a reason',
    (_, response) => response.writeHead(200, 'Fine', {'Content-Type': html, 'Content-Length': length}).end(page),
  ],
  ['a list', (_, response) => response.writeHead(200, ['Content-Type', html, 'Content-Length', length]).end(page)],
  [
    'a list over headers set before',
    (_, response) => {
      response.setHeader('Content-Type', 'text/plain')
      response.setHeader('X-Other', '1')
      response.writeHead(200, ['Content-Type', html, 'Content-Length', length]).end(page)
    },
  ],
  [
    'a list of pairs',
    (_, response) => {
      const pairs = [
        ['Content-Type', html],
        ['Content-Length', length],
      ]
      Reflect.apply(response.writeHead, response, [200, pairs])
      response.end(page)
    },
  ],
  [
    'headers set one by one',
    (_, response) => response.setHeader('Content-Type', html).setHeader('Content-Length', length).end(page),
  ],
  [
    'text in another encoding',
    (_, response) =>
      response
        .writeHead(200, {'Content-Type': html, 'Content-Length': length})
        .end(Buffer.from(page).toString('base64'), 'base64'),
  ],
])('a page that gets the script is whole where its server writes %s', async (_, listener) => {
  expect((await ask(listener)).body).toBe(
    page.replace('<head>', '<head><script src="/__content-lake__/page.js"></script>'),
  )
})

it('keeps all headers of a list, those of one name, too, and the reason', async () => {
  const {headers, reason} = await ask((_, response) =>
    response
      .writeHead(200, 'Fine', ['Content-Type', html, 'Set-Cookie', 'a=1', 'set-cookie', 'b=2', 'ETag', '"1"'])
      .end(page),
  )
  expect([headers['content-type'], headers['set-cookie'], headers.etag, reason]).toEqual([
    html,
    ['a=1', 'b=2'],
    '"1"',
    'Fine',
  ])
})
