import {cpSync, mkdtempDisposableSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {expect, test} from '@playwright/test'
import {root} from '../../scripts/product/paths.ts'
import {draftSession, readDraftKeys} from '../../server/http/draftSessions.ts'
import {freePort} from '../support/freePort.ts'
import {startBuiltSite} from '../support/startBuiltSite.ts'
import {startCollector} from '../support/startCollector.ts'
import {testEnvironment, testProduct} from '../support/testProduct.ts'
import {untilSettled} from '../support/untilSettled.ts'

const buildDir = '.next-test-traces'

test('a collector gets the spans of a request and of what it asks the lake, and nothing of who asked', {
  tag: '@long',
}, async ({request}) => {
  await using started = new AsyncDisposableStack()
  const removeBuild = () => rmSync(join(root, buildDir), {recursive: true, force: true})
  removeBuild()
  started.defer(removeBuild)
  // Files of a build are replaced while its pages are renewed.
  await untilSettled(request)
  cpSync(join(root, testProduct.siteBuildDir), join(root, buildDir), {recursive: true})
  const collector = await startCollector()
  started.defer(collector.stop)
  const port = await freePort()
  const site = await startBuiltSite({
    ...process.env,
    ...testEnvironment(),
    PORT: String(port),
    SITE_BUILD_DIR: buildDir,
    DATA_DIR: started.use(mkdtempDisposableSync(join(tmpdir(), 'traces-'))).path,
    NEXT_PUBLIC_SANITY_API_HOST: testProduct.studioUrl,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    NODE_ENV: 'production',
  })
  started.defer(site.stop)

  const trace = 'a'.repeat(32)
  const visitor = {
    'x-forwarded-for': '203.0.113.77',
    'user-agent': 'CanaryBrowser',
    referer: 'https://canary.example/',
    traceparent: `00-${trace}-${'b'.repeat(16)}-01`,
  }
  const visit = async (id: string, path: string, init: RequestInit = {}) => {
    const headers = new Headers({...visitor, ...Object.fromEntries(new Headers(init.headers)), 'x-request-id': id})
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {...init, headers})
    await response.text()
    return response.status
  }
  const keys = readDraftKeys(join(root, buildDir), testProduct.readToken)
  const cookie = `__prerender_bypass=${draftSession(keys, Date.now() + 600_000)}`
  expect(await visit('the-page', '/h5/en/lims?from=canary%40example.com')).toBe(200)
  expect(await visit('the-draft', '/h5/about?from=canary%40example.com', {headers: {cookie}})).toBe(200)
  expect(await visit('not-found', '/h5/canary%40example.com')).toBe(404)
  const form = new FormData()
  for (const [name, value] of Object.entries({name: 'CanaryName', phone: '13812345678', consent: 'yes', locale: 'en'}))
    form.set(name, value)
  expect(
    await visit('the-form', '/h5/api/contact', {method: 'POST', body: form, headers: {accept: 'application/json'}}),
  ).toBe(200)
  // What waits is sent before the process ends.
  const ended = new Promise((resolve) => site.process.once('exit', resolve))
  site.process.kill('SIGTERM')
  await ended

  const spans = collector.spans()
  const of = (id: string) => spans.filter(({attributes}) => attributes['request.id'] === id)
  expect(of('the-page')).toContainEqual(
    expect.objectContaining({
      attributes: expect.objectContaining({
        'next.span_type': 'BaseServer.handleRequest',
        'http.method': 'GET',
        'http.status_code': 200,
        'http.target': '/h5/en/lims',
      }),
    }),
  )
  const draft = of('the-draft')
  expect(draft).toContainEqual(
    expect.objectContaining({
      name: 'fetch POST',
      attributes: expect.objectContaining({
        'server.port': testProduct.lakePort,
        'url.path': expect.stringMatching(/\/data\/query\//),
        'http.response.status_code': 200,
      }),
    }),
  )
  expect(new Set(draft.map(({traceId}) => traceId)).size).toBe(1)
  expect(of('not-found').map(({attributes}) => attributes['http.status_code'])).toContain(404)
  expect(of('the-form').length).toBeGreaterThan(0)
  expect(collector.received()).not.toMatch(new RegExp(`canary|203\\.0\\.113|13812345678|${trace}`, 'i'))
  expect(collector.received()).not.toContain('?')
})
