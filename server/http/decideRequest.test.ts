import {describe, expect, it} from 'vitest'
import fc from '../../tests/support/fastCheck.ts'
import {decideRequest, preferredLocale, type RequestFacts} from './decideRequest.ts'

const visit = (facts: Partial<RequestFacts>) =>
  decideRequest({path: '/', cookie: undefined, acceptLanguage: null, fetchSite: null, ...facts})

describe('the root path', () => {
  it.each(['en', 'en-US', 'en-GB,en;q=0.9', 'English', 'fr,en;q=0.5,zh;q=0.1'])(
    'sends %s to the English home page',
    (acceptLanguage) => {
      expect(visit({acceptLanguage})).toEqual({kind: 'redirectToEnglish', remember: 'en'})
    },
  )

  it.each(['zh', 'zh-CN', 'zh-TW,en;q=0.9', 'Chinese', 'en;q=0.2,zh;q=0.3'])(
    'stays Chinese for %s and remembers it',
    (acceptLanguage) => {
      expect(visit({acceptLanguage})).toEqual({kind: 'home', remember: 'zh'})
    },
  )

  it.each(['fr-FR,de;q=0.8', '*', '', 'en;q=0', ';;;', null])(
    'stays Chinese where nothing matches: %s',
    (acceptLanguage) => {
      expect(visit({acceptLanguage})).toEqual({kind: 'home'})
    },
  )

  it('knows a language by no name that objects have', () => {
    const names = fc.constantFrom('constructor', '__proto__', 'toString', 'valueOf', 'zh', 'en', 'English', 'fr', '*')
    const quality = fc.constantFrom('', ';q=0', ';q=0.5', ';q=x', ' ', '-CN', '_US')
    fc.assert(
      fc.property(fc.array(fc.tuple(names, quality), {maxLength: 4}), (languages) => {
        const acceptLanguage = languages.map((language) => language.join('')).join(',')
        expect(['zh', 'en', undefined]).toContain(preferredLocale(acceptLanguage))
      }),
    )
  })

  it('follows the cookie rather than the browser', () => {
    expect(visit({cookie: 'zh', acceptLanguage: 'en'})).toEqual({kind: 'home'})
    expect(visit({cookie: 'en', acceptLanguage: 'zh'})).toEqual({kind: 'redirectToEnglish', remember: 'en'})
  })

  it('ignores a cookie that names no language of the site', () => {
    expect(visit({cookie: 'fr', acceptLanguage: 'en'})).toEqual({kind: 'redirectToEnglish', remember: 'en'})
  })

  it('is the Chinese home page for a visitor who follows a link to it within the site', () => {
    expect(visit({acceptLanguage: 'en', cookie: 'en', fetchSite: 'same-origin'})).toEqual({kind: 'home'})
    expect(visit({acceptLanguage: 'en', fetchSite: 'cross-site'}).kind).toBe('redirectToEnglish')
  })
})

describe('a path that the site does not have', () => {
  it.each(['/zh/about', '/ABOUT', '/nope', '/enough', '/notFound'])('is not found in Chinese: %s', (path) => {
    expect(visit({path, acceptLanguage: 'en'})).toEqual({kind: 'notFound', locale: 'zh'})
  })

  it.each(['/en/nope', '/en/ABOUT', '/en/en'])('is not found in English below /en: %s', (path) => {
    expect(visit({path, acceptLanguage: 'zh'})).toEqual({kind: 'notFound', locale: 'en'})
  })

  it('is none where the search index was asked for', () => {
    expect(visit({path: '/payloads/search/en.json'})).toEqual({kind: 'knownPayload'})
    expect(visit({path: '/payloads/search/fr.json'}).kind).toBe('noPayload')
  })

  it('names the route when a payload was asked for', () => {
    expect(visit({path: '/payloads/en/nope.json'})).toEqual({kind: 'noPayload', path: '/en/nope'})
  })
})
