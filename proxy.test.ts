import {existsSync, readdirSync} from 'node:fs'
import {NextRequest} from 'next/server'
import {afterEach, describe, expect, it, vi} from 'vitest'
import {locales} from './lib/locales'
import {routes} from './lib/routes'
import {
  articlePath,
  llmsPath,
  localePath,
  markdownPath,
  markPath,
  payloadPath,
  scenarioPath,
  searchIndexPath,
  shareImagePath,
} from './lib/urls'
import {config, proxy} from './proxy'

const matchers = config.matcher.flatMap((entry) => (typeof entry === 'string' ? [new RegExp(`^${entry}$`)] : []))
const passesTheProxy = (path: string) => matchers.some((matcher) => matcher.test(path))

const everyPage = routes.flatMap((route) => locales.map((locale) => ({locale, route})))
const pages = everyPage.map(({locale, route}) => localePath(locale, route))
const payloads = everyPage.map(({locale, route}) => payloadPath(locale, route))

const remedy = 'List them under `config.matcher` in proxy.ts: pages in the second line, their payloads in the third.'

describe('the matcher', () => {
  it('leaves every page of the route table alone but the root', () => {
    expect(pages.filter(passesTheProxy), remedy).toEqual(['/'])
  })

  it('leaves every payload alone, and the manifest', () => {
    expect([...payloads, '/payloads/manifest.json'].filter(passesTheProxy), remedy).toEqual([])
  })

  it('leaves every page’s Markdown alone, the lists of pages and the search indexes', () => {
    const copies = everyPage.map(({locale, route}) => markdownPath(locale, route))
    const lists = locales.flatMap((locale) => [llmsPath(locale), searchIndexPath(locale)])
    expect([...copies, ...lists].filter(passesTheProxy)).toEqual([])
  })

  it('catches the demo’s scenarios and articles, which editors name, but not their list', () => {
    const paths = locales.flatMap((locale) => [scenarioPath(locale, 'merge2'), articlePath(locale, 'merge2')])
    expect(paths.filter((path) => !passesTheProxy(path))).toEqual([])
    expect(passesTheProxy('/payloads/scenarios.json')).toBe(false)
  })

  it('leaves the framework, the API, the pictures for sharing and the files of public/ alone', () => {
    const files = existsSync('public') ? readdirSync('public', {recursive: true, encoding: 'utf8'}) : []
    const paths = [
      '/_next/static/x.js',
      '/api/health',
      '/robots.txt',
      '/sitemap.xml',
      shareImagePath('en', '/limsPages/entrust'),
      markPath('lims'),
      ...files.map((file) => `/${file}`),
    ]
    expect(paths.filter(passesTheProxy)).toEqual([])
  })

  it('catches what only looks like a page', () => {
    const others = [
      ...pages
        .slice(1)
        .flatMap((path) => [`${path}x`, `${path}/x`, path.toUpperCase(), `/zh${path}`, `${path}.html`, `${path}.mdx`]),
      ...payloads.flatMap((path) => [`${path}x`, path.toUpperCase().replace('/PAYLOADS', '/payloads')]),
      '/nope',
      '/nope.md',
      '/zh/llms.txt',
      '/markdown/about',
      '/payloads/search/fr.json',
      '/notFound',
      '/payloads/nope.json',
      '/payloads/scenarios/Lims.json',
      '/payloads/scenarios/fr/lims.json',
      '/payloads/articles/fr/lims',
      '/icon.svgx',
      '/apple-touch-icon-168.png',
    ]
    expect(others.filter((path) => !passesTheProxy(path))).toEqual([])
  })
})

const ask = (path: string, headers: Record<string, string> = {}) =>
  proxy(new NextRequest(`http://localhost:3000/h5${path}`, {headers, nextConfig: {basePath: '/h5'}}))

describe('the proxy', () => {
  it('redirects an English browser from the root, for this visitor only', async () => {
    const response = await ask('', {'accept-language': 'en-US'})
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe('http://localhost:3000/h5/en')
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    expect(response.headers.get('set-cookie')).toBe('lang=en; Max-Age=31536000; Path=/; SameSite=Lax')
  })

  it('keeps the root page out of shared caches', async () => {
    expect((await ask('', {'accept-language': 'zh'})).headers.get('cache-control')).toBe('private, no-cache')
  })

  it('shows the not-found page of the right language with status 404', async () => {
    const chinese = await ask('/nope')
    const english = await ask('/en/nope')
    expect([chinese.status, english.status]).toEqual([404, 404])
    expect(chinese.headers.get('x-middleware-rewrite')).toBe('http://localhost:3000/h5/notFound')
    expect(english.headers.get('x-middleware-rewrite')).toBe('http://localhost:3000/h5/en/notFound')
  })

  it('answers for a payload that is not pre-rendered with the catalogue’s words', async () => {
    const response = await ask('/payloads/nope.json')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({statusCode: 404, message: 'Route /nope is not pre-rendered'})
  })
})

describe('a part of the demo', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('is rendered where it is published, and for an editor; any other name ends here', async () => {
    const list = {paths: [scenarioPath('zh', 'lims'), articlePath('en', 'lims')]}
    vi.stubGlobal('fetch', async () => Response.json(list, {headers: {etag: '"list"'}}))
    for (const path of list.paths) expect((await ask(path)).headers.get('x-middleware-next')).toBe('1')
    const draft = await ask(scenarioPath('zh', 'new'), {cookie: '__prerender_bypass=genuine'})
    expect(draft.headers.get('x-middleware-next')).toBe('1')
    const data = await ask(scenarioPath('en', 'lims'))
    expect([data.status, data.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(await data.json()).toEqual({statusCode: 404, message: 'Route /scenarios/en/lims is not pre-rendered'})
    const article = await ask(articlePath('en', 'nope'))
    expect([article.status, article.headers.get('x-middleware-rewrite')]).toEqual([
      404,
      'http://localhost:3000/h5/en/notFound',
    ])
  })
})

describe('a copy of a payload', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  /** The site itself, as it answers the proxy's question. */
  const answerWith = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer))
  const present = () => Promise.resolve(new Response(null, {headers: {etag: '"v2"', 'cache-control': 's-maxage=3600'}}))

  it('that is still good is answered with 304 and no body', async () => {
    answerWith(present)
    const response = await ask('/payloads/en/about.json', {'if-none-match': 'W/"v2"'})
    expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, '"v2"', ''])
    expect(fetch).toHaveBeenCalledWith('http://127.0.0.1:3000/h5/payloads/en/about.json', {
      method: 'HEAD',
      cache: 'no-store',
      redirect: 'manual',
      signal: expect.any(AbortSignal),
    })
  })

  it('that is old is answered in full, as is one that cannot be checked', async () => {
    answerWith(present)
    const old = await ask('/payloads/about.json', {'if-none-match': '"v1"'})
    answerWith(() => Promise.reject(new TypeError('fetch failed')))
    const unknown = await ask('/payloads/about.json', {'if-none-match': '"v2"'})
    for (const response of [old, unknown]) expect(response.headers.get('x-middleware-next')).toBe('1')
  })
})
