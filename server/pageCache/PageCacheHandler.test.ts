import {globSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {nodeFs} from 'next/dist/server/lib/node-fs-methods.js'
import type {
  CachedRouteKind,
  IncrementalCachedAppPageValue,
  IncrementalCacheKind,
} from 'next/dist/server/response-cache/types.js'
import {expect, it} from 'vitest'
import {lightMark} from '@/lib/pageMode'
import {temporaryFolder} from '@/tests/support/temporaryFolder'
import PageCacheHandler from './PageCacheHandler'

/** Next declares them as ambient const enums, whose values cannot be imported. */
const kinds: {value: CachedRouteKind.APP_PAGE; lookup: IncrementalCacheKind.APP_PAGE} = JSON.parse(
  '{"value": "APP_PAGE", "lookup": "APP_PAGE"}',
)

const html = `<html><head>${lightMark}<script src="/h5/_next/static/chunks/a.js" async=""></script></head><body><h1>About us</h1><script>self.__next_f.push([1,"x"])</script></body></html>`

function page(): IncrementalCachedAppPageValue {
  return {
    kind: kinds.value,
    html,
    rscData: Buffer.from('flight'),
    headers: {},
    status: 200,
    postponed: undefined,
    segmentData: undefined,
  }
}

it('hands a light page out without Next’s scripts, and stores it with them, also when it stores what it handed out', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'server'))
  writeFileSync(join(folder, 'BUILD_ID'), 'build-1\n')
  const handler = new PageCacheHandler({
    fs: nodeFs,
    flushToDisk: true,
    serverDistDir: join(folder, 'server'),
    revalidatedTags: [],
    _requestHeaders: {},
  })
  const context = {isRoutePPREnabled: false, isFallback: false, fetchCache: false as const}
  const stored = () => globSync('**/*.html', {cwd: folder}).map((file) => readFileSync(join(folder, file), 'utf8'))

  const rendered = page()
  await handler.set('/about', rendered, context)
  expect(stored()).toEqual([html])
  // What Next serves to the first visitor.
  expect(rendered.html).not.toContain('/_next/static/chunks')

  const entry = await handler.get('/about', {
    kind: kinds.lookup,
    isRoutePPREnabled: false,
    isFallback: false,
  })
  const handedOut = entry?.value
  if (!handedOut || !('html' in handedOut)) throw new Error('There is no page.')
  expect(handedOut.html).toContain('data-build="build-1"')
  expect(handedOut.html).not.toContain('__next_f')
  expect(handedOut.headers?.['content-security-policy']).toContain("script-src 'self';")

  // As after a revalidation that failed.
  await handler.set('/about', handedOut, context)
  expect(stored()).toEqual([html])
  await handler.set('/about', rendered, context)
  expect(stored()).toEqual([html])
})
