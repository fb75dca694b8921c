import {cpSync, globSync, mkdtempDisposableSync, readFileSync, rmSync, statSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {expect, test} from '@playwright/test'
import {goodValues} from '../../enquiries/testing/fixtures.ts'
import {root} from '../../scripts/product/paths.ts'
import {mapConcurrently} from '../../server/concurrency.ts'
import {draftSession, readDraftKeys} from '../../server/http/draftSessions.ts'
import {securityHeaders} from '../../server/http/securityHeaders.ts'
import fc from '../support/fastCheck.ts'
import {freePort} from '../support/freePort.ts'
import {rawRequest} from '../support/rawRequest.ts'
import {pages} from '../support/siteUrls.ts'
import {type RunningSite, startBuiltSite} from '../support/startBuiltSite.ts'
import {startNginx, type TestNginx} from '../support/startNginx.ts'
import {testEnvironment, testProduct} from '../support/testProduct.ts'

/** One instance behind nginx with a build and enquiries of its own, which trusts no proxy, as by default. */
const buildDir = '.next-test-edge'
const started = new AsyncDisposableStack()
let port: number
let origin: string
let site: RunningSite
let nginx: TestNginx

test.beforeAll(async () => {
  const removeBuild = () => rmSync(join(root, buildDir), {recursive: true, force: true})
  removeBuild()
  started.defer(removeBuild)
  const dataDir = started.use(mkdtempDisposableSync(join(tmpdir(), 'edge-'))).path
  cpSync(join(root, testProduct.siteBuildDir), join(root, buildDir), {recursive: true})
  const [nginxPort, renewingPort] = await Promise.all([freePort(), freePort()])
  port = await freePort()
  origin = `http://127.0.0.1:${port}`
  site = await startBuiltSite({
    ...process.env,
    ...testEnvironment(),
    PORT: String(port),
    SITE_BUILD_DIR: buildDir,
    DATA_DIR: dataDir,
    NEXT_PUBLIC_SANITY_API_HOST: testProduct.studioUrl,
    // Long, as no outage is tested: a slow content API must not be taken for one.
    SANITY_API_TIMEOUT: '60000',
    TRUSTED_PROXIES: '',
    NODE_ENV: 'production',
  })
  started.defer(site.stop)
  nginx = await startNginx({
    port: nginxPort,
    renewingPort,
    instances: [port],
    staticFolder: join(root, buildDir, 'static'),
    locations: 'limit_req_dry_run on;',
  })
  started.defer(nginx.stop)
})

test.afterAll(() => started.disposeAsync())

/** Returns the site's cache files, their total size, and the memory of its process. */
function kept() {
  const files = globSync(`${buildDir}/{server,cache}/**/*.*`, {cwd: root})
  // A temporary file may have got its name meanwhile.
  const sizeOf = (file: string) => statSync(join(root, file), {throwIfNoEntry: false})?.size ?? 0
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0)
  const status = readFileSync(`/proc/${site.process.pid}/status`, 'utf8')
  return {files, bytes, megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024}
}

test('random names below every route the build has leave disk and memory as they were', {tag: '@long'}, async () => {
  const {seed = 1} = fc.readConfigureGlobal()
  const manifest: Record<string, string> = JSON.parse(
    readFileSync(join(root, buildDir, 'app-path-routes-manifest.json'), 'utf8'),
  )
  const patterns = Object.values(manifest).filter((pattern) => pattern.includes('['))
  expect(patterns.length).toBeGreaterThan(5)
  const letters = fc.string({
    unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
    minLength: 4,
    maxLength: 20,
  })
  const name = fc.oneof(
    {weight: 6, arbitrary: letters.map((text) => `n${text}`)},
    letters.map((text) => text.repeat(20).slice(0, 300).padEnd(300, 'x')),
    fc.string({minLength: 1, maxLength: 8, unit: 'binary'}).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom('zh', 'en', 'lims', '%00', '%2f', '..%2f', '__proto__', 'constructor'),
  )
  const ending = fc.constantFrom('', '', '.json', '.json', '.png', '.rsc', '.txt', '.segments/_tree.segment.rsc')
  const names = fc.array(name, {minLength: 1, maxLength: 2})
  // A parameter that may be more than one is drawn so; languages are drawn as often as other names.
  const filled = fc.tuple(fc.constantFrom(...patterns), names, fc.constantFrom('zh', 'en'), name, ending).map(
    ([pattern, several, locale, one, end]) =>
      `/h5${pattern
        .replace(/\[{1,2}\.{3}\w+\]{1,2}/, several.join('/'))
        .replace('[locale]', locale)
        .replace(/\[\w+\]/, one)}${end}`,
  )
  const count = 700 * Number(process.env.FUZZ_FACTOR || 1)
  const ask = async (path: string) => {
    const response = await fetch(origin + path, {redirect: 'manual'})
    await response.arrayBuffer()
    return response
  }
  const flood = async (paths: readonly string[]) => {
    const statuses = new Map<number, number>()
    await mapConcurrently(paths, async (path) => {
      const {status, headers} = await ask(path)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      expect(status, `seed ${seed}: ${path}`).toBeLessThan(500)
      if (status === 404) expect(headers.get('cache-control'), path).not.toMatch(/s-maxage|public/)
    })
    return statuses
  }
  for (const {path} of pages) await ask(path)
  await flood(fc.sample(filled, {seed, numRuns: 100}))
  const [before, said] = [kept(), site.output()]
  const statuses = await flood(fc.sample(filled, {seed: seed + 1, numRuns: count}))
  const after = kept()
  expect(statuses.get(404)).toBeGreaterThan(count / 2)
  // What pages have of their own may still be written for the first time, such as a part of the demo; nothing is drawn.
  const written = after.files.filter((file) => !before.files.includes(file))
  expect(written.filter((file) => /[/$]n[a-z0-9]{4,20}[./]/.test(file))).toEqual([])
  expect(written.length, written.join('\n')).toBeLessThan(100)
  expect(after.bytes - before.bytes).toBeLessThan(2 * 2 ** 20)
  expect(after.megabytes - before.megabytes).toBeLessThan(200)
  expect(site.output().slice(said.length)).not.toMatch(/\n\s+at |Error/)
})

const statusOf = async (path: string, init: RequestInit = {}) =>
  (await fetch(origin + path, {redirect: 'manual', ...init})).status
const json = {'content-type': 'application/json'}
const multipart = {'content-type': 'multipart/form-data; boundary=b'}
const action = {'next-action': '0'.repeat(42)}

test.describe('a malformed request gets a status that says what is wrong', () => {
  const requests: [title: string, path: string, init: RequestInit, status: number][] = [
    ['data for the form', '/h5/api/contact', {method: 'POST', headers: json, body: '{}'}, 415],
    ['half a form', '/h5/api/contact', {method: 'POST', headers: multipart, body: '--b\r\nx'}, 400],
    ['data to leave a preview', '/h5/api/draft-mode/disable', {method: 'POST', headers: json, body: '{}'}, 415],
    ['half a form to leave one', '/h5/api/draft-mode/disable', {method: 'POST', headers: multipart, body: 'x'}, 400],
    ['a form that is too long', '/h5/api/contact', {method: 'POST', headers: multipart, body: 'x'.repeat(70_000)}, 413],
    ['one that is far too long', '/h5/api/revalidate', {method: 'POST', headers: json, body: 'x'.repeat(300_000)}, 413],
    ['an action', '/h5/en', {method: 'POST', headers: {...action, 'content-type': 'text/plain'}, body: '[]'}, 405],
    [
      'an action as a form',
      '/h5',
      {
        method: 'POST',
        headers: multipart,
        body: '--b\r\nContent-Disposition: form-data; name="$ACTION_ID_0"\r\n\r\n\r\n--b--',
      },
      405,
    ],
    ['an unknown method', '/h5/about', {method: 'PROPFIND'}, 405],
    ['a method of another path', '/h5/api/health', {method: 'DELETE'}, 405],
  ]
  for (const [title, path, init, status] of requests) {
    test(`${title}: ${status}`, async () => {
      const response = await fetch(origin + path, init)
      expect(response.status).toBe(status)
      if (status === 405) expect(response.headers.get('allow')).toContain('GET')
      for (const [name, value] of Object.entries(securityHeaders)) expect(response.headers.get(name), name).toBe(value)
    })
  }
})

test('enquiries are counted by the address that came, whatever a header says, and spam takes no place of theirs', async () => {
  const send = async (index: number, fields: Record<string, string> = {}) => {
    const body = new URLSearchParams({
      ...goodValues,
      locale: 'zh',
      name: `Visitor ${index}`,
      key: `k${index}`,
      ...fields,
    })
    const headers = {'x-forwarded-for': `203.0.113.${index}`, origin, accept: 'application/json'}
    return statusOf('/h5/api/contact', {method: 'POST', headers, body})
  }
  for (let index = 0; index < 20; index += 1) expect(await send(100 + index, {topic2: 'buy'})).toBe(200)
  const statuses = []
  for (let index = 0; index < 14; index += 1) statuses.push(await send(index))
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429, 429, 429])
})

test('sixteen streams are open with one session; the seventeenth is refused', async () => {
  const session = draftSession(readDraftKeys(join(root, buildDir), testProduct.readToken), Date.now() + 600_000)
  const abort = new AbortController()
  const open = () =>
    fetch(`${origin}/h5/api/draft-mode/events`, {
      headers: {cookie: `__prerender_bypass=${session}`},
      signal: abort.signal,
    })
  const streams = await Promise.all(Array.from({length: 16}, open))
  expect(new Set(streams.map(({status}) => status))).toEqual(new Set([200]))
  expect((await open()).status).toBe(429)
  abort.abort()
  await expect
    .poll(
      async () =>
        (
          await fetch(`${origin}/h5/api/draft-mode/events`, {
            headers: {cookie: `__prerender_bypass=${session}`},
            signal: AbortSignal.timeout(30_000),
          })
        ).status,
    )
    .toBe(200)
})

test('through nginx nobody can have another visitor get an error, a draft or another form of a page', async () => {
  const session = draftSession(readDraftKeys(join(root, buildDir), testProduct.readToken), Date.now() + 600_000)
  const via = Number(new URL(nginx.url).port)
  const head = 'Host: localhost\r\nConnection: close\r\n'
  const hostile = (path: string) => [
    `GET ${path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`)} HTTP/1.1\r\n${head}`,
    `GET ${path}/ HTTP/1.1\r\n${head}`,
    `GET ${path}%3F HTTP/1.1\r\n${head}`,
    `GET ${path}/..%2f..%2f HTTP/1.1\r\n${head}`,
    `GET ${path}?_rsc=x HTTP/1.1\r\n${head}RSC: 1\r\n`,
    `GET ${path} HTTP/1.1\r\n${head}RSC: 1\r\nRSC: 0\r\n`,
    `GET ${path} HTTP/1.1\r\n${head}Cookie: __prerender_bypass=\r\n`,
    `GET ${path} HTTP/1.1\r\n${head}Cookie: __prerender_bypass=; __prerender_bypass=${session}\r\n`,
    `HEAD ${path} HTTP/1.1\r\n${head}Range: bytes=0-1\r\nX-Forwarded-Host: evil.example\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nX-Middleware-Rewrite: /nope\r\n`,
    `POST ${path} HTTP/1.1\r\n${head}Content-Length: 0\r\n`,
  ]
  const direct = (await fetch(`${origin}/h5/en/lims`)).headers
  for (const {path} of pages.filter((page) => page.path !== '/h5').slice(0, 30)) {
    for (const request of hostile(path)) await rawRequest(via, `${request}\r\n`)
    const response = await fetch(nginx.url + path)
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
    ])
    expect(response.headers.get('x-frame-options'), path).toBe('DENY')
    expect(response.headers.get('cache-control'), path).toBe(direct.get('cache-control'))
    expect(await response.text(), path).not.toContain('evil.example')
  }
  await site.stop()
  for (const {path} of pages.filter((page) => page.path !== '/h5').slice(0, 30)) {
    for (const request of hostile(path).slice(0, 4)) await rawRequest(via, `${request}\r\n`)
    const response = await fetch(nginx.url + path)
    expect([path, response.status, response.headers.get('x-frame-options')]).toEqual([path, 200, 'DENY'])
  }
})
