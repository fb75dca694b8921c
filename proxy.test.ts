import {existsSync, readdirSync} from 'node:fs'
import {NextRequest} from 'next/server'
import {describe, expect, it} from 'vitest'
import {locales} from './lib/locales'
import {routes} from './lib/routes'
import {localePath, markPath, payloadPath, shareImagePath} from './lib/urls'
import {config, proxy} from './proxy'

const matchers = config.matcher.map((source) => new RegExp(`^${source}$`))
const passesTheProxy = (path: string) => matchers.some((matcher) => matcher.test(path))

const everyPage = routes.flatMap((route) => locales.map((locale) => ({locale, route})))
const pages = everyPage.map(({locale, route}) => localePath(locale, route))
const payloads = everyPage.map(({locale, route}) => payloadPath(locale, route))

describe('the matcher', () => {
  it('leaves every page of the route table alone but the root', () => {
    expect(pages.filter(passesTheProxy)).toEqual(['/'])
  })

  it('leaves every payload alone, and the manifest', () => {
    expect([...payloads, '/payloads/manifest.json'].filter(passesTheProxy)).toEqual([])
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
      ...pages.slice(1).flatMap((path) => [`${path}x`, `${path}/x`, path.toUpperCase(), `/zh${path}`, `${path}.html`]),
      ...payloads.flatMap((path) => [`${path}x`, path.toUpperCase().replace('/PAYLOADS', '/payloads')]),
      '/nope',
      '/notFound',
      '/payloads/nope.json',
      '/icon.svgx',
    ]
    expect(others.filter((path) => !passesTheProxy(path))).toEqual([])
  })
})

const ask = (path: string, headers: Record<string, string> = {}) =>
  proxy(new NextRequest(`http://localhost:3000/h5${path}`, {headers, nextConfig: {basePath: '/h5'}}))

describe('the proxy', () => {
  it('redirects an English browser from the root, for this visitor only', () => {
    const response = ask('', {'accept-language': 'en-US'})
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe('http://localhost:3000/h5/en')
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    expect(response.headers.get('set-cookie')).toBe('lang=en; Max-Age=31536000; Path=/; SameSite=Lax')
  })

  it('keeps the root page out of shared caches', () => {
    expect(ask('', {'accept-language': 'zh'}).headers.get('cache-control')).toBe('private, no-cache')
  })

  it('shows the not-found page of the right language with status 404', () => {
    const chinese = ask('/nope')
    const english = ask('/en/nope')
    expect([chinese.status, english.status]).toEqual([404, 404])
    expect(chinese.headers.get('x-middleware-rewrite')).toBe('http://localhost:3000/h5/notFound')
    expect(english.headers.get('x-middleware-rewrite')).toBe('http://localhost:3000/h5/en/notFound')
  })

  it('answers for a payload that is not pre-rendered with the catalogue’s words', async () => {
    const response = ask('/payloads/nope.json')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({statusCode: 404, message: 'Route /nope is not pre-rendered'})
  })
})
