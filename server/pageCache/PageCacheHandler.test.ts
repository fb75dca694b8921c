import {cpSync, globSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {IncrementalCache} from 'next/dist/server/lib/incremental-cache/index.js'
import {nodeFs} from 'next/dist/server/lib/node-fs-methods.js'
import type {ResponseCacheOwner} from 'next/dist/server/lib/route-cache-key.js'
import ResponseCache from 'next/dist/server/response-cache/index.js'
import type {
  CachedRouteKind,
  IncrementalCachedAppPageValue,
  IncrementalCacheKind,
  ResponseGenerator,
} from 'next/dist/server/response-cache/types.js'
import type {RouteKind} from 'next/dist/server/route-kind.js'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {lightMark} from '@/lib/pageMode'
import {temporaryFolder} from '@/tests/support/temporaryFolder'
import {type LightStyles, lightStylesFile} from './lightStyles'
import PageCacheHandler from './PageCacheHandler'

/** Next declares them as ambient const enums, whose values cannot be imported. */
const kinds: {value: CachedRouteKind.APP_PAGE; lookup: IncrementalCacheKind.APP_PAGE} = JSON.parse(
  '{"value": "APP_PAGE", "lookup": "APP_PAGE"}',
)

const html = `<html><head>${lightMark}<script src="/h5/_next/static/chunks/a.js" async=""></script></head><body><h1>About us</h1><script>self.__next_f.push([1,"x"])</script></body></html>`

function page(text = html): IncrementalCachedAppPageValue {
  return {
    kind: kinds.value,
    html: text,
    rscData: Buffer.from('flight'),
    headers: {},
    status: 200,
    postponed: undefined,
    segmentData: undefined,
  }
}

const context = {isRoutePPREnabled: false, isFallback: false, fetchCache: false as const}

/** The handler of the build in a folder. */
function handlerOf(folder: string, build: string): PageCacheHandler {
  mkdirSync(join(folder, 'server'), {recursive: true})
  writeFileSync(join(folder, 'BUILD_ID'), `${build}\n`)
  return new PageCacheHandler({
    fs: nodeFs,
    flushToDisk: true,
    serverDistDir: join(folder, 'server'),
    revalidatedTags: [],
    _requestHeaders: {},
  })
}

it('hands a light page out without Next’s scripts, and stores it with them, also when it stores what it handed out', async () => {
  const folder = temporaryFolder()
  const handler = handlerOf(folder, 'build-1')
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

it.each([
  ['with its own stylesheets', 'build-2', 'build-2', '/h5/_next/static/styles/common.css'],
  ['with Next’s, if the build has none of its own', 'build-3', 'build-2', '/h5/_next/static/chunks/a.css'],
])('hands a light page out %s, and stores it with Next’s', async (_, build, ofStyles, sheet) => {
  const folder = temporaryFolder()
  const styles: LightStyles = {
    build: ofStyles,
    replaced: ['/h5/_next/static/chunks/a.css'],
    common: '/h5/_next/static/styles/common.css',
    sets: [],
    own: {},
    all: '/h5/_next/static/styles/all.css',
  }
  writeFileSync(join(folder, lightStylesFile), JSON.stringify(styles))
  const handler = handlerOf(folder, build)
  const styled = html.replace('</head>', '<link rel="stylesheet" href="/h5/_next/static/chunks/a.css"/></head>')
  const rendered = page(styled)
  await handler.set('/about', rendered, context)
  expect(rendered.html).toContain(`<link rel="stylesheet" href="${sheet}"/>`)
  expect(globSync('**/*.html', {cwd: folder}).map((file) => readFileSync(join(folder, file), 'utf8'))).toEqual([styled])
})

it('leaves a stored page in its place when the new one cannot be served, and has one that cannot be served rendered anew', async () => {
  const [folder, broken] = [temporaryFolder(), temporaryFolder()]
  const styled = html.replace('</head>', '<link rel="stylesheet" href="/h5/_next/static/chunks/a.css"/></head>')
  await handlerOf(folder, 'build-1').set('/about', page(styled), context)
  cpSync(folder, broken, {recursive: true})
  // Styles without any of their parts.
  writeFileSync(join(broken, lightStylesFile), '{"build": "build-1"}')
  const handler = handlerOf(broken, 'build-1')
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => reported.mockRestore())
  await expect(handler.set('/about', page(styled.replace('About us', 'Too much')), context)).rejects.toThrow()
  expect(globSync('**/*.html', {cwd: broken}).map((file) => readFileSync(join(broken, file), 'utf8'))).toEqual([styled])
  expect(await handler.get('/about', {kind: kinds.lookup, isRoutePPREnabled: false, isFallback: false})).toBeNull()
  expect(reported).toHaveBeenCalledWith(expect.stringContaining('/about'), expect.any(Error))
})

const day = 24 * 60 * 60_000

describe('while a page cannot be rendered', () => {
  it.each([
    ['after a publish, visitors get the last good one', 'publish', 'About us'],
    [
      'and has to give way, none gets the old one, though a request that had it already fails later',
      'expire',
      undefined,
    ],
    ['and another has rendered it meanwhile, the newer one stays', 'renew', 'About them'],
  ] as const)('%s', async (_, change, served) => {
    vi.useFakeTimers({toFake: ['Date']})
    onTestFinished(() => void vi.useRealTimers())
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => reported.mockRestore())
    const cache = cacheOf(temporaryFolder())
    await cache.render()
    vi.advanceTimersByTime(10)
    await cache.publish()
    vi.advanceTimersByTime(10)
    const failing = () => Promise.reject(new Error('The page cannot be rendered.'))
    const changeAndFail = async () => {
      await cache[change]()
      vi.advanceTimersByTime(10)
      return failing()
    }
    await new Promise<void>((resolve) => {
      // Answered with the old page, while the new one is being rendered.
      void cache.request(changeAndFail, (revalidation) => void revalidation.finally(resolve))
    })
    const [, heading] = /<h1>(.*)<\/h1>/.exec(await cache.html()) ?? []
    expect(heading).toBe(served)
  })
})

describe.each([
  ['set back', -day],
  ['set forward', day],
])('after the clock was %s by a day', (_, jump) => {
  it.each(['before', 'since'])(
    'a page that was rendered %s gets old by a publish, and is fresh once rendered',
    async (when) => {
      vi.useFakeTimers({toFake: ['Date']})
      onTestFinished(() => void vi.useRealTimers())
      const cache = cacheOf(temporaryFolder())
      if (when === 'before') await cache.render()
      vi.setSystemTime(Date.now() + jump)
      if (when === 'since') await cache.render()
      for (const publish of ['the first', 'the second']) {
        vi.advanceTimersByTime(10)
        await cache.publish()
        expect([publish, await cache.isStale()]).toEqual([publish, true])
        vi.advanceTimersByTime(10)
        await cache.render()
        expect([publish, await cache.isStale()]).toEqual([publish, undefined])
      }
    },
  )
})

/** Next's judgement of one page with the tag `page`, which is good for an hour. */
function cacheOf(folder: string) {
  const handler = handlerOf(folder, 'build-1')
  const route: ResponseCacheOwner = JSON.parse('{"kind": "APP_PAGE", "sourceRoute": "/about/page"}')
  const routeKind: RouteKind.APP_PAGE = JSON.parse('"APP_PAGE"')
  const manifest = JSON.parse('{"version": 4, "routes": {}, "dynamicRoutes": {}, "notFoundRoutes": []}')
  const cache = new IncrementalCache({
    dev: false,
    requestHeaders: {},
    prerenderManifest: manifest,
    previewProps: {previewModeId: '', previewModeEncryptionKey: '', previewModeSigningKey: ''},
    CurCacheHandler: class extends PageCacheHandler {
      constructor() {
        super({
          fs: nodeFs,
          flushToDisk: true,
          serverDistDir: join(folder, 'server'),
          revalidatedTags: [],
          _requestHeaders: {},
          maxMemoryCacheSize: 1e6,
        })
      }
    },
  })
  const lookup = {kind: kinds.lookup, isRoutePPREnabled: false, isFallback: false, route}
  const cacheControl = {revalidate: 3600, expire: undefined}
  const responses = new ResponseCache({minimalMode: false, route})
  const render = (text = html) =>
    cache.set('/about', {...page(text), headers: {'x-next-cache-tags': 'page'}}, {...context, cacheControl, route})
  return {
    publish: () => handler.revalidateTag('page', {expire: (365 * day) / 1000}),
    expire: () => handler.revalidateTag('page', {expire: 0}),
    render,
    renew: () => render(html.replace('About us', 'About them')),
    html: async () => {
      const value = (await cache.get('/about', lookup))?.value
      return value && 'html' in value ? value.html : ''
    },
    isStale: async () => (await cache.get('/about', lookup))?.isStale,
    request: (render: ResponseGenerator, waitUntil?: (revalidation: Promise<unknown>) => void) =>
      responses.get('/about', render, {routeKind, incrementalCache: cache, ...(waitUntil && {waitUntil})}),
  }
}
