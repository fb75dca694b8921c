import {describe, expect, it} from 'vitest'
import {webhookPath} from '../sanity/siteWebhook.ts'
import {locales} from './locales.ts'
import {routes} from './routes.ts'
import {
  absoluteUrl,
  articlePath,
  contactPath,
  languageAlternates,
  localePath,
  parseLocalePath,
  parsePayloadPath,
  payloadPath,
  scenarioPath,
  siteImageUrl,
  sitePath,
  withBasePath,
} from './urls.ts'

const everyPage = routes.flatMap((route) => locales.map((locale) => ({locale, route})))

describe('URLs', () => {
  it('put Chinese at the plain path and English below /en', () => {
    expect([localePath('zh', '/'), localePath('zh', '/about')]).toEqual(['/', '/about'])
    expect([localePath('en', '/'), localePath('en', '/about')]).toEqual(['/en', '/en/about'])
  })

  it('lead to each scenario of the demo, as data and as an article', () => {
    expect([scenarioPath('zh', 'lims'), scenarioPath('en', 'lims')]).toEqual([
      '/payloads/scenarios/lims.json',
      '/payloads/scenarios/en/lims.json',
    ])
    expect([articlePath('zh', 'lims'), articlePath('en', 'lims')]).toEqual([
      '/payloads/articles/zh/lims',
      '/payloads/articles/en/lims',
    ])
  })

  it('tell the contact page where a visitor comes from', () => {
    expect(contactPath('zh', '/limsPages/entrust')).toBe('/h5/contact?from=/limsPages/entrust')
    expect(contactPath('en', 'demo-lims')).toBe('/h5/en/contact?from=demo-lims')
  })

  it('carry the base path, without a slash at the end', () => {
    expect([sitePath('zh', '/'), sitePath('en', '/'), sitePath('en', '/about')]).toEqual([
      '/h5',
      '/h5/en',
      '/h5/en/about',
    ])
    expect(absoluteUrl('https://example.com', 'zh', '/about')).toBe('https://example.com/h5/about')
  })

  it('are different for all pages in both languages and read back to the page they came from', () => {
    expect(new Set(everyPage.map(({locale, route}) => localePath(locale, route))).size).toBe(everyPage.length)
    for (const page of everyPage) expect(parseLocalePath(localePath(page.locale, page.route))).toEqual(page)
  })

  it('that the site does not have read back to nothing', () => {
    const unknown = ['/zh', '/zh/about', '/ABOUT', '/en/', '/en/en', '/about/', '//evil.example', 'about']
    expect(unknown.map(parseLocalePath)).toEqual(unknown.map(() => undefined))
  })

  it('of payloads are different for all pages in both languages and read back', () => {
    expect(new Set(everyPage.map(({locale, route}) => payloadPath(locale, route))).size).toBe(everyPage.length)
    for (const page of everyPage) {
      expect(parsePayloadPath(payloadPath(page.locale, page.route).replace('/payloads/', ''))).toEqual(page)
    }
    expect([payloadPath('zh', '/'), payloadPath('en', '/about')]).toEqual([
      '/payloads/index.json',
      '/payloads/en/about.json',
    ])
    expect(parsePayloadPath('nope.json')).toBeUndefined()
  })

  it('list every language and a default for hreflang', () => {
    expect(languageAlternates('https://example.com', '/about')).toEqual({
      'zh-CN': 'https://example.com/h5/about',
      en: 'https://example.com/h5/en/about',
      'x-default': 'https://example.com/h5/about',
    })
  })

  it('of images pass through the site', () => {
    expect(siteImageUrl('https://example.com', 'https://cdn.example/a b.png', 1200)).toBe(
      'https://example.com/h5/_next/image?url=https%3A%2F%2Fcdn.example%2Fa+b.png%3Fw%3D1920%26fit%3Dmax&w=1200&q=75',
    )
  })

  it('of the webhook is where its handler lives', () => {
    expect(webhookPath).toBe(withBasePath('/api/revalidate'))
  })
})
