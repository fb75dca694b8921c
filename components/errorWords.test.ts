import {expect, it} from 'vitest'
import {translator} from '@/i18n/translator'
import {locales} from '@/lib/locales'
import {errorWords} from './errorWords'

it.each(locales)('the error page says in %s what the interface’s messages say', (locale) => {
  const words = translator(locale, 'error')
  const {unknownMiddleware, ...plain} = errorWords[locale]
  expect(plain).toEqual({
    title: words('title'),
    pageFailed: words('pageFailed'),
    goHome: words('goHome'),
    retry: words('retry'),
  })
  expect(unknownMiddleware('auth')).toBe(words('unknownMiddleware', {name: 'auth'}))
})
