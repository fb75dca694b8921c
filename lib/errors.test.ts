import {expect, it} from 'vitest'
import {translator} from '../i18n/translator.ts'
import {errorWords, fallbackWords, hiddenWords, readDigest, SiteError} from './errors.ts'
import {locales} from './locales.ts'

it('says in its digest what happened, so that the browser knows when the message is gone', () => {
  const error = SiteError.unknownMiddleware('a;b')
  expect(error.message).toBe('Unknown middleware a;b')
  expect(readDigest(error.digest)).toEqual({code: 'unknownMiddleware', status: 500, subject: 'a;b'})
})

it.each([undefined, 1234, '2338491928', 'NEXT_HTTP_ERROR_FALLBACK;404', 'SITE_ERROR;other;500;x'])(
  'leaves the digest %o to others',
  (digest) => {
    expect(readDigest(digest)).toBeUndefined()
  },
)

it.each(locales)('the error page’s texts in %s equal the interface’s messages', (locale) => {
  const words = translator(locale, 'error')
  const {unknownMiddleware, ...plain} = errorWords[locale]
  expect({...plain, ...fallbackWords[locale]}).toEqual({
    title: words('title'),
    pageFailed: words('pageFailed'),
    goHome: words('goHome'),
    retry: words('retry'),
    contact: translator(locale, 'site')('contact'),
  })
  expect(unknownMiddleware('auth')).toBe(words('unknownMiddleware', {name: 'auth'}))
})

it.each(locales)('a hidden page has the texts of an unknown one in %s', (locale) => {
  const words = translator(locale, 'notFound')
  expect(hiddenWords[locale]).toEqual({title: words('title'), backHome: words('backHome')})
})
