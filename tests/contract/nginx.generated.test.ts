import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {createServer, type IncomingMessage, type RequestListener, type ServerResponse} from 'node:http'
import {connect} from 'node:net'
import {join} from 'node:path'
import {afterAll, beforeAll, expect, onTestFinished, test} from 'vitest'
import {locales} from '../../lib/locales.ts'
import {routes} from '../../lib/routes.ts'
import {
  articlePath,
  llmsPath,
  markdownPath,
  markPath,
  payloadPath,
  scenarioPath,
  searchIndexPath,
  shareImagePath,
  sitePath,
  sitePicture,
  withBasePath,
} from '../../lib/urls.ts'
import {root} from '../../scripts/product/paths.ts'
import {mapConcurrently} from '../../server/concurrency.ts'
import fc from '../support/fastCheck.ts'
import {freePort} from '../support/freePort.ts'
import {type NginxOptions, startNginx, type TestNginx} from '../support/startNginx.ts'
import {temporaryFolder} from '../support/temporaryFolder.ts'

/**
 * nginx with the files of `deploy/nginx` in front of a careless server: it echoes the request in its response, and
 * declares every response, errors too, cacheable for an hour.
 */
const rounds = Number(process.env.FUZZ_FACTOR || 1)
const mark = 'evil'

const everyPage = routes.flatMap((route) => locales.map((locale) => ({locale, route})))
const pages = everyPage.map(({locale, route}) => sitePath(locale, route)).filter((path) => path !== '/h5')
const parts = locales
  .flatMap((locale) => [scenarioPath(locale, 'lims'), articlePath(locale, 'merge2')])
  .map(withBasePath)
const listed = [
  ...pages,
  ...everyPage.map(({locale, route}) => withBasePath(payloadPath(locale, route))),
  ...everyPage.map(({locale, route}) => withBasePath(shareImagePath(locale, route))),
  ...everyPage.map(({locale, route}) => withBasePath(markdownPath(locale, route))),
  ...locales.flatMap((locale) => [llmsPath(locale), searchIndexPath(locale)]).map(withBasePath),
  ...(['site', 'lims', 'advp', 'lqm', 'evms'] as const).map((name) => withBasePath(markPath(name))),
  ...['/payloads/manifest.json', '/sitemap.xml', '/robots.txt'].map((path) => `/h5${path}`),
  ...readdirSync(join(root, 'public')).map((file) => `/h5/${file}`),
]
const picture = sitePicture('http://localhost:3333/images/a.png', 640, {left: 1, top: 2, width: 3, height: 4})
/** Makes an instance end the connection without an answer. */
const broken = '/h5/api/broken'
const known = new Set([...listed, ...parts, picture])

let count = 0
let careless: {port: number; stop(): Promise<void>}
let nginx: TestNginx

function answer({url = '', method, headers, socket}: IncomingMessage, response: ServerResponse): void {
  count += 1
  if (url === broken) return void socket.destroy()
  const path = url.split('?')[0] ?? ''
  const isData = headers.rsc === '1'
  const isDraft = /__prerender_bypass|preview-link/.test(headers.cookie ?? '')
  const isGood = (method === 'GET' || method === 'HEAD') && (known.has(url) || known.has(path))
  response.statusCode = isGood
    ? 200
    : url === '/h5/api/health'
      ? 200
      : ([404, 301, 500, 410, 400, 503][count % 6] ?? 404)
  response.setHeader('Cache-Control', isDraft ? 'private, no-store' : 's-maxage=31536000, public')
  response.setHeader('X-Accel-Expires', '3600')
  response.setHeader('ETag', `"${count}"`)
  // As Next names an address that leads elsewhere: twice, and encoded.
  if (!isGood && url.length > 1000) for (const name of ['Location', 'Refresh']) response.setHeader(name, encodeURI(url))
  response.end(JSON.stringify({count, kind: isDraft ? 'draft' : isData ? 'data' : 'page', url, method, headers}))
}

const startCareless = () => startServer(answer)

async function startServer(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Starts nginx without its rate limit, so that all requests reach the instance. */
async function startFront(
  instance: number,
  options: Partial<NginxOptions> = {locations: 'limit_req_dry_run on;'},
): Promise<TestNginx> {
  const [port, renewingPort] = await Promise.all([freePort(), freePort()])
  return startNginx({port, renewingPort, instances: [instance], staticFolder: '/nowhere', ...options})
}

beforeAll(async () => {
  careless = await startCareless()
  nginx = await startFront(careless.port)
})
afterAll(async () => {
  await nginx.stop()
  await careless.stop()
})

interface Asked {
  method?: string
  target: string
  /** Raw header lines. */
  lines?: readonly string[]
  body?: string
}

interface Answered {
  status: number
  head: string
  body: string
}

/** Sends a raw request and reads the response. */
function send(front: TestNginx, {method = 'GET', target, lines = [], body = ''}: Asked): Promise<Answered> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(Number(new URL(front.url).port), '127.0.0.1')
    const host = lines.some((line) => /^host:/i.test(line)) ? [] : ['Host: localhost']
    socket.write(
      Buffer.from(
        [`${method} ${target} HTTP/1.1`, ...host, 'Connection: close', ...lines, '', body].join('\r\n'),
        'latin1',
      ),
    )
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const [head = '', ...rest] = text.split('\r\n\r\n')
      resolve({status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: rest.join('\r\n\r\n')})
    })
  })
}

const dataHeaders = ['RSC: 1', 'Next-Router-Prefetch: 1', 'Next-Router-Segment-Prefetch: /_tree', 'Next-Url: /about']
/** Returns an honest visitor's requests for one URL, in the forms that browsers send. */
function honest(target: string): Asked[] {
  const plain = ['br, gzip', 'gzip', 'identity'].map((encoding) => ({target, lines: [`Accept-Encoding: ${encoding}`]}))
  return pages.includes(target) ? [...plain, {target: `${target}?_rsc=abc`, lines: dataHeaders}] : plain
}

/** Returns what is wrong with an honest visitor's response: another status, another URL, someone else's headers. */
function wrongWith({status, body}: Answered, {target, lines = []}: Asked): string | undefined {
  if (status !== 200) return `status ${status}`
  const wanted = lines.includes('RSC: 1') ? 'data' : 'page'
  if (body.includes(mark)) return `told of another's request: ${body}`
  if (!body.includes(`"kind":"${wanted}"`)) return `not a ${wanted}: ${body}`
  return body.includes(`"url":${JSON.stringify(target)}`) ? undefined : `another address: ${body}`
}

const spellings: ((path: string, at: number) => string)[] = [
  (path) => path,
  (path) => path,
  (path, at) => encodeAt(path, at, false),
  (path, at) => encodeAt(path, at, true),
  (path, at) => encodeAt(path, at, false).replace('%', '%25'),
  (path) => path.replace(/\/(?=[^/]*$)/, '%2f'),
  (path) => path.replace(/\/(?=[^/]*$)/, '%2F'),
  (path) => path.replace(/\/(?=[^/]*$)/, '//'),
  (path) => path.replace(/\/(?=[^/]*$)/, '/./'),
  (path) => path.replace(/\/(?=[^/]*$)/, '/x/../'),
  (path) => path.replace(/\/(?=[^/]*$)/, '/x/%2e%2e/'),
  (path) => path.replace(/\/(?=[^/]*$)/, '/..%2f..%2fh5/'),
  (path) => path.replace(/\/(?=[^/]*$)/, '\\'),
  (path) => path.replace(/\/(?=[^/]*$)/, '%5c'),
  (path) => `/${path}`,
  (path) => `${path}/`,
  (path) => `${path}%2f`,
  (path) => `${path}/.`,
  (path) => `${path}%3F`,
  (path) => `${path}%3f${mark}`,
  (path) => `${path}%23${mark}`,
  (path) => `${path}#${mark}`,
  (path) => `${path};${mark}=1`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/^\/h5/, '/H5'),
  (path) => `http://${mark}.example${path}`,
  (path) => `${path}?`,
  (path) => `${path}?${mark}=1`,
  (path) => `${path}?_rsc=${mark}`,
  (path) => `${path}?_rsc=a&${mark}`,
  (path) => `${path}?__nextDataReq=1&${mark}`,
  (path) => `${path}?url=${mark}&w=1&q=1`,
]

function encodeAt(path: string, at: number, upper: boolean): string {
  const index = 1 + (at % (path.length - 1))
  const code = `%${path.charCodeAt(index).toString(16).padStart(2, '0')}`
  return path.slice(0, index) + (upper ? code.toUpperCase() : code) + path.slice(index + 1)
}

const headerLines = [
  `Host: ${mark}.example`,
  ...['RSC: 1', 'RSC: 0', `RSC: ${mark}`, 'rsc:', 'Next-Router-Prefetch: 1', 'Next-Router-Prefetch: 2'],
  ...[
    `Next-Router-Prefetch: ${mark}`,
    'Next-Router-Segment-Prefetch: /_tree',
    `Next-Router-Segment-Prefetch: ${mark}|x`,
  ],
  ...[
    `Next-Router-State-Tree: %5B%22${mark}%22%5D`,
    `Next-Url: /${mark}`,
    `Next-Url: ${mark}|`,
    `Next-Action: ${mark}`,
  ],
  ...[`X-Middleware-Prefetch: ${mark}`, `X-Middleware-Rewrite: /${mark}`, `X-Middleware-Subrequest: ${mark}`],
  ...[`X-Nextjs-Data: ${mark}`, `X-Invoke-Status: 404${mark}`, `X-Invoke-Path: /${mark}`, `X-Matched-Path: /${mark}`],
  ...[
    `X-Original-URL: /${mark}`,
    `X-Rewrite-URL: /${mark}`,
    `X-HTTP-Method-Override: ${mark}`,
    `X-Now-Route-Matches: ${mark}`,
  ],
  ...[
    `X-Forwarded-For: ${mark}`,
    `X-Forwarded-Host: ${mark}.example`,
    `X-Forwarded-Proto: ${mark}`,
    `Forwarded: host=${mark}`,
  ],
  ...[
    `X-Forwarded-Port: ${mark}`,
    `X-Forwarded-Prefix: /${mark}`,
    `X-Real-IP: ${mark}`,
    `X-Accel-Expires: 3600${mark}`,
  ],
  ...['Cookie: __prerender_bypass=', `Cookie: __prerender_bypass=${mark}`, `Cookie: a=b; __prerender_bypass=${mark}`],
  ...[`Cookie: preview-link=${mark}`, `Cookie: a=b;preview-link=${mark}`],
  ...[`Cookie: lang=${mark}`, `Cookie: __PRERENDER_BYPASS=${mark}`, `Cookie: %5f_prerender_bypass=${mark}`],
  ...[
    'Range: bytes=0-1',
    `If-None-Match: "${mark}"`,
    'If-Modified-Since: Mon, 01 Jan 2035 00:00:00 GMT',
    'If-None-Match: *',
  ],
  ...[
    `Accept: ${mark}`,
    'Accept: image/avif',
    `Accept-Language: ${mark}`,
    `User-Agent: Googlebot ${mark}`,
    `Authorization: ${mark}`,
  ],
  ...['Accept-Encoding: br;q=0, gzip', `Accept-Encoding: ${mark}, gzip`, 'Accept-Encoding: brotli', `Via: ${mark}`],
  ...[`Cache-Control: no-cache, ${mark}`, 'Pragma: no-cache', `Referer: ${mark}`, `Origin: https://${mark}.example`],
  ...[`Content-Type: ${mark}`, `Te: ${mark}`, `Purpose: ${mark}`, `Sec-Fetch-Site: ${mark}`, `X-Anything: ${mark}`],
]

const hostile = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PURGE', 'BREW'),
  spelling: fc.constantFrom(...spellings),
  at: fc.nat(100),
  encoding: fc.constantFrom(
    [],
    ['Accept-Encoding: br, gzip'],
    ['Accept-Encoding: gzip'],
    ['Accept-Encoding: identity'],
  ),
  lines: fc.uniqueArray(fc.constantFrom(...headerLines), {maxLength: 4}),
})

const addresses = [...listed, ...parts, picture]
const attacksOnEach = 5
const {seed: configuredSeed = 1} = fc.readConfigureGlobal()

test.each(Array.from({length: rounds}, (_, round) => round))(
  'whatever one visitor sends, the next one gets the page: spellings, methods, headers and cookies, round %i',
  async (round) => {
    const seed = configuredSeed + round
    const requests = fc.sample(hostile, {seed, numRuns: addresses.length * attacksOnEach})
    const front = await startFront(careless.port)
    onTestFinished(() => front.stop())
    for (const [index, address] of addresses.entries()) {
      const sent: Asked[] = requests
        .slice(index * attacksOnEach, (index + 1) * attacksOnEach)
        .map(({method, spelling, at, encoding, lines}) => ({
          method,
          target: spelling(address, at),
          lines: [...encoding, ...lines],
        }))
      const told = `seed ${seed}: ${address} after ${JSON.stringify(sent)}`
      // No honest visitor has requested the URL yet. Errors and redirects must not be cached.
      for (const request of sent) {
        const first = await send(front, request)
        if (first.status < 300 || !first.body.includes('"count"')) continue
        expect((await send(front, request)).body, told).not.toBe(first.body)
      }
      for (const request of honest(address)) {
        expect(wrongWith(await send(front, request), request), told).toBeUndefined()
      }
    }
  },
)

const told = (body: string) => Number(/"count":(\d+)/.exec(body)?.[1])
const ask = async (front: TestNginx, request: Asked) => told((await send(front, request)).body)

test('nginx caches every URL of the site, in each encoding, and none that only looks like one', async () => {
  const keeps = async (request: Asked) => {
    const first = await ask(nginx, request)
    return first === (await ask(nginx, request))
  }
  for (const address of addresses) {
    for (const request of honest(address)) expect(await keeps(request), JSON.stringify(request)).toBe(true)
  }
  for (const path of pages.slice(0, 20)) {
    for (const target of [`${path}x`, `${path}/x`, `/zh${path}`, path.toUpperCase(), `${path}.html`]) {
      expect(await keeps({target}), target).toBe(false)
    }
  }
  expect(await keeps({target: '/h5'})).toBe(false)
  expect(await keeps({target: '/h5/api/health'})).toBe(false)
})

test('thousands of queries and headers that pages do not use share the one copy of the page', async () => {
  const before = await ask(nginx, {target: '/h5/about'})
  for (let index = 0; index < 300; index++) {
    const [target, lines] = [`/h5/about?x=${index}`, [`User-Agent: ${index}`, `Cookie: a=${index}`, `Accept: ${index}`]]
    expect(await ask(nginx, {target, lines})).toBe(before)
  }
})

test('one visitor holds two hundred requests at a time and no more, and none that is sent letter by letter', async () => {
  const front = await startFront(careless.port)
  onTestFinished(() => front.stop())
  const post = 'POST /h5/api/revalidate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{'
  const kept = [...Array.from({length: 250}, () => post), 'GET /h5/about HTTP/1.1\r\nHost: loc'].map((start) => {
    const socket = connect(Number(new URL(front.url).port), '127.0.0.1', () => socket.write(start))
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', () => {})
    return {text: () => text, ended: new Promise((resolve) => socket.once('close', resolve))}
  })
  const refused = () => kept.filter(({text}) => text().startsWith('HTTP/1.1 429')).length
  await expect.poll(refused, {timeout: 10_000}).toBe(50)
  await Promise.all(kept.map(({ended}) => ended))
  expect(refused()).toBe(50)
  expect((await send(front, {target: '/h5/about'})).status).toBe(200)
}, 60_000)

test('whatever is asked of an instance, it counts as one that is up, and long addresses are answered', async () => {
  const front = await startFront(careless.port, {instances: [careless.port, careless.port]})
  onTestFinished(() => front.stop())
  const health = () => send(front, {target: '/h5/api/health'})
  const long: Asked[] = [
    ...['a', '"', 'a=1&', '%22'].flatMap((piece) =>
      ['/h5/nope', '/other', '/h5/about/', '/h5/_next/image', '/h5/api/nope'].map((path) => ({
        target: `${path}?${piece.repeat(3900 / piece.length)}`,
      })),
    ),
    {target: `/h5/${'a/'.repeat(1950)}`},
    {target: '/h5/nope', lines: ['X-A', 'X-B', 'X-C'].map((name) => `${name}: ${'a'.repeat(4000)}`)},
  ]
  for (const request of long) {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await send(front, request)).body, request.target).toContain('"count"')
      expect((await health()).status, request.target).toBe(200)
    }
  }
  const tooLong: Asked[] = [
    {target: `/h5/nope?${'a'.repeat(7900)}`},
    {target: '/h5/nope', lines: ['X-A', 'X-B', 'X-C', 'X-D'].map((name) => `${name}: ${'a'.repeat(7900)}`)},
  ]
  for (const request of tooLong) {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect([400, 414, 431]).toContain((await send(front, request)).status)
      expect((await health()).status).toBe(200)
    }
  }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect((await send(front, {target: broken})).status).toBe(502)
    expect((await health()).status).toBe(200)
  }
})

test('requests that flood the site past the cache are limited; cached pages and webhooks are not', async () => {
  const front = await startFront(careless.port, {rate: '1r/s'})
  onTestFinished(() => front.stop())
  const flood = await Promise.all(Array.from({length: 600}, (_, index) => send(front, {target: `/h5/nope${index}`})))
  expect(flood.filter(({status}) => status === 429).length).toBeGreaterThan(0)
  expect((await send(front, {target: '/h5/about'})).status).toBe(200)
  // Webhooks are not limited, as they are signed.
  const webhooks = await Promise.all(
    Array.from({length: 200}, () =>
      send(front, {method: 'POST', target: '/h5/api/revalidate', lines: ['Content-Length: 0']}),
    ),
  )
  expect(webhooks.filter(({status}) => status === 429)).toEqual([])
})

test('made-up names of parts, pictures and page data do not reach the site without a limit', async () => {
  const front = await startFront(careless.port, {rate: '1r/s'})
  onTestFinished(() => front.stop())
  const floods = [
    (index: number) => ({target: `/h5/payloads/articles/zh/a${index}`}),
    (index: number) => ({target: `/h5/about?_rsc=${index}`, lines: dataHeaders}),
    (index: number) => ({target: `${picture.replace('a.png', `${index}.png`)}`}),
  ]
  for (const flood of floods) {
    // Fewer at a time than one visitor may have under way.
    const statuses = await mapConcurrently(
      Array.from({length: 700}, (_, index) => flood(index)),
      async (request) => {
        return (await send(front, request)).status
      },
    )
    expect(statuses).toContain(429)
  }
  expect((await send(front, {target: '/h5/about'})).status).toBe(200)
})

test('the key of a preview stands in no log, also where the site is down', async () => {
  const instance = await startCareless()
  const front = await startFront(instance.port, {rate: '1r/s'})
  onTestFinished(() => front.stop())
  await instance.stop()
  const ask = (target: string) => send(front, {target})
  expect((await ask('/h5/nope?open')).status).toBe(502)
  for (const target of [
    '/h5/api/draft-mode/link?key=secret',
    '/h5/api/%64raft-mode/enable?sanity-preview-secret=secret',
  ])
    expect((await ask(target)).status).toBe(502)
  await Promise.all(Array.from({length: 300}, () => ask('/h5/api/draft-mode/link?key=secret')))
  expect(front.errors()).toContain('/h5/nope?open')
  expect(front.errors()).not.toContain('secret')
})

test('a line of the log names a request as the site does, and holds nothing of it but method, path and address', async () => {
  const secrets = [
    'Authorization: Bearer MARK',
    'Cookie: lakeSession=MARK; __prerender_bypass=MARK',
    'X-Forwarded-For: MARK',
    'Forwarded: for=MARK',
    'Referer: https://a.example/?mail=MARK',
    'User-Agent: MARK',
    'X-Request-ID: MARK',
    'Origin: https://MARK.example',
    'Content-Type: text/MARK',
    'X-MARK: MARK',
  ]
  const front = await startFront(careless.port)
  onTestFinished(() => front.stop())
  const targets = ['/h5/about', '/h5/nope', '/h5/api/contact', '/h5/_next/image', '/h5/_next/static/a.js', broken, '/x']
  const requests = targets.flatMap((target) =>
    ['?MARK', '?mail=MARK%40example.com&a=MARK', '/?MARK', '%00?MARK', '#MARK', ''].flatMap((query) =>
      ['GET', 'POST', 'MARK'].map((method) => ({method, target: `${target}${query}`, lines: secrets, body: 'MARK'})),
    ),
  )
  await mapConcurrently(requests, (request) => send(front, request))
  const {body} = await send(front, {target: '/h5/last?MARK', lines: secrets})
  const {headers}: {headers: Record<string, string>} = JSON.parse(body)
  const lines = () => front.accesses().trim().split('\n')
  await expect.poll(() => lines().at(-1)).toContain('"path":"/h5/last"')
  const entries: Record<string, unknown>[] = lines().map((line) => JSON.parse(line))
  expect(entries.at(-1)).toMatchObject({method: 'GET', id: headers['x-request-id'], address: '127.0.0.1'})
  expect(entries.length).toBeGreaterThan(requests.length)
  for (const {method, ...entry} of entries) expect(JSON.stringify(entry)).not.toContain('MARK')
})

test('servers that only redirect or refuse write no log, as addresses may hold keys of previews', () => {
  const servers = readFileSync(join(root, 'deploy/nginx/site.conf'), 'utf8')
    .split(/^server \{$/m)
    .slice(1)
  const others = servers.filter((server) => !server.includes('include site/locations.conf;'))
  expect(others).toHaveLength(2)
  for (const server of others) {
    expect(server).toContain('access_log off;')
    expect(server).toContain('error_log /dev/null emerg;')
  }
})

test('certificates are renewed while nginx runs: the server that redirects leaves the proofs of certbot alone', () => {
  const [, redirecting = ''] = readFileSync(join(root, 'deploy/nginx/site.conf'), 'utf8')
    .split(/^server \{$/m)
    .slice(1)
  const [webroot] = /(?<=--webroot -w )\S+/.exec(readFileSync(join(root, 'deploy/README.md'), 'utf8')) ?? []
  expect(redirecting).toContain(`location /.well-known/acme-challenge/ {\n    root ${webroot};`)
  // Outside of a location it would come first.
  expect(redirecting).not.toMatch(/^ {2}return/m)
})

test('files of a build that nobody compressed beforehand, as that of `npm start`, are compressed by nginx', async () => {
  const staticFolder = temporaryFolder()
  for (const name of ['a.css', 'a.js', 'a.json', 'a.svg']) writeFileSync(join(staticFolder, name), 'a'.repeat(20_000))
  const front = await startFront(careless.port, {staticFolder})
  onTestFinished(() => front.stop())
  for (const name of ['a.css', 'a.js', 'a.json', 'a.svg']) {
    const ask = (lines: string[]) => send(front, {target: `/h5/_next/static/${name}`, lines})
    expect((await ask(['Accept-Encoding: gzip, br'])).head, name).toMatch(/^content-encoding: gzip\r?$/im)
    expect((await ask([])).body, name).toHaveLength(20_000)
  }
})

test('a file that nginx must not read, as after a build under another umask, comes from the site', async () => {
  const staticFolder = temporaryFolder()
  // As the superuser it may read all files; a folder it gives to nobody.
  mkdirSync(join(staticFolder, 'a.css'))
  const front = await startFront(careless.port, {staticFolder})
  onTestFinished(() => front.stop())
  const {body} = await send(front, {target: '/h5/_next/static/a.css/'})
  expect(JSON.parse(body).url).toBe('/h5/_next/static/a.css/')
})

test.each([
  ['the rules for crawlers', '/robots.txt', '/h5/robots.txt'],
  ['an icon', '/favicon.ico', '/h5/apple-touch-icon.png'],
])('whoever looks at the host’s root finds %s', async (_, target, url) => {
  const answered = await send(nginx, {target})
  expect([answered.status, JSON.parse(answered.body).url]).toEqual([200, url])
})

test('to a contact form that nginx does not pass on, the site says so in the page’s language', async () => {
  const post = (target: string) =>
    send(nginx, {
      method: 'POST',
      target,
      lines: ['Content-Length: 300000', 'Referer: http://localhost/h5/en/contact'],
      body: 'x'.repeat(300_000),
    })
  const {url, method, headers} = JSON.parse((await post('/h5/api/contact')).body)
  expect([method, url, headers.referer]).toEqual(['GET', '/h5/api/contact?tooLarge', 'http://localhost/h5/en/contact'])
  expect(headers).not.toHaveProperty('transfer-encoding')
  expect((await post('/h5/api/revalidate')).status).toBe(413)
})

test('with the site down everybody gets the last good pages, and nobody somebody else’s error', async () => {
  const instance = await startCareless()
  const front = await startFront(instance.port)
  onTestFinished(() => front.stop())
  const seed = configuredSeed
  const some = addresses.filter((_, index) => index % 10 === 0)
  const requests = fc.sample(hostile, {seed, numRuns: some.length * attacksOnEach})
  const attacks = requests.map(({method, spelling, at, encoding, lines}, index) => ({
    method,
    target: spelling(some[index % some.length] ?? '', at),
    lines: [...encoding, ...lines],
  }))
  for (const request of attacks) await send(front, request)
  for (const request of some.flatMap(honest)) await send(front, request)
  await instance.stop()
  for (const request of attacks) {
    const {status, body} = await send(front, request)
    const asDraft = request.lines.some((line) => /__prerender_bypass|preview-link/.test(line))
    expect(status < 500 && body.includes(mark), `seed ${seed}: ${JSON.stringify(request)}`).toBe(false)
    if (asDraft && request.method === 'GET') expect(status, JSON.stringify(request)).not.toBe(200)
  }
  for (const request of some.flatMap(honest)) {
    expect(wrongWith(await send(front, request), request), `seed ${seed}: ${JSON.stringify(request)}`).toBeUndefined()
  }
})

test('with the site down crawlers find the rules that nginx has: an error would keep them from all pages', async () => {
  const instance = await startCareless()
  const front = await startFront(instance.port)
  onTestFinished(() => front.stop())
  const before = await send(front, {target: '/robots.txt'})
  await instance.stop()
  const {status, body} = await send(front, {target: '/robots.txt'})
  expect([status, body]).toEqual([200, before.body])
})

test('with the site down the host’s root leads to the pages that nginx has, with what was asked and the headers of the site', async () => {
  const instance = await startCareless()
  const front = await startFront(instance.port)
  onTestFinished(() => front.stop())
  await instance.stop()
  const {status, head} = await send(front, {target: '/?utm_source=a&b=%E4%B8%AD'})
  expect(status).toBe(307)
  expect(head).toMatch(/^location: \/h5\?utm_source=a&b=%E4%B8%AD\r?$/im)
  expect(head).toMatch(/^strict-transport-security: /im)
})

test('with the site down the root address gives the home page in the visitor’s language, and nothing that was one visitor’s', async () => {
  const copied: string[] = []
  const instance = await startServer(({url: target = '', headers}, response) => {
    const [url = ''] = target.split('?')
    if (!headers['accept-language']) response.once('finish', () => copied.push(url))
    if (!['/h5', '/h5/en', '/h5/api/health'].includes(url)) response.statusCode = 404
    response.setHeader('Cache-Control', url === '/h5' ? 'private, no-cache' : 's-maxage=31536000')
    if (headers['accept-language']) response.setHeader('Set-Cookie', `lang=zh; visitor=${mark}`)
    if (url === '/h5' && headers['accept-language']?.startsWith('en')) {
      response.statusCode = 307
      response.setHeader('Location', '/h5/en')
    }
    response.end(`${url} for ${JSON.stringify(headers)}`)
  })
  const front = await startFront(instance.port)
  onTestFinished(() => front.stop())
  const languages = ['zh-CN,zh;q=0.9,en;q=0.8', 'en-US,en;q=0.9,zh;q=0.8']
  const ask = (...lines: string[]) => send(front, {target: '/h5?utm_source=wechat', lines})
  const own = languages.map((language) => [`Accept-Language: ${language}`, `Cookie: visitor=${mark}`])
  expect(await Promise.all(own.map(async (lines) => (await ask(...lines)).status))).toEqual([200, 307])
  expect((await send(front, {target: '/h5/.home', lines: []})).status).toBe(404)
  await expect.poll(() => copied).toEqual(expect.arrayContaining(['/h5', '/h5/en']))
  await instance.stop()
  const [chinese, english] = await Promise.all(own.map((lines) => ask(...lines)))
  expect([chinese?.status, english?.status]).toEqual([200, 200])
  expect([chinese?.body.split(' ')[0], english?.body.split(' ')[0]]).toEqual(['/h5', '/h5/en'])
  for (const answered of [chinese, english])
    expect(`${answered?.head} ${answered?.body}`).not.toMatch(/evil|set-cookie/i)
  const chosen = await ask(`Accept-Language: ${languages[1]}`, 'Cookie: lang=zh')
  expect([chosen.status, chosen.body.split(' ')[0]]).toEqual([200, '/h5'])
  expect((await ask('Cookie: __prerender_bypass=1')).status).toBe(502)
})

test('an instance that accepts requests and answers none, as one that is stopped, keeps nobody waiting for a page that nginx has', {
  timeout: 30_000,
}, async () => {
  let isStuck = false
  const instance = await startServer(({url}, response) => {
    if (!isStuck) response.end(url)
  })
  const front = await startFront(instance.port, {patience: 3})
  onTestFinished(async () => {
    await front.stop()
    await instance.stop()
  })
  const ask = async (target: string) => {
    const {status, body} = await send(front, {target})
    return [status, body]
  }
  expect(await ask('/h5/about')).toEqual([200, '/h5/about'])
  expect(await ask('/h5')).toEqual([200, '/h5'])
  expect(await ask('/h5/en')).toEqual([200, '/h5/en'])
  isStuck = true
  expect(await ask('/h5')).toEqual([200, '/h5'])
  // The second for which it is kept is over by now.
  expect(await ask('/h5/about')).toEqual([200, '/h5/about'])
})
