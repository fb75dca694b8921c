import {expect, it} from 'vitest'
import {translator} from '../i18n/translator.ts'
import {errorWords, fallbackWords, hiddenWords} from './errorWords.ts'
import {locales} from './locales.ts'

it.each(locales)('the error page’s texts in %s equal the interface’s messages', (locale) => {
  const words = translator(locale, 'error')
  const {unknownMiddleware, ...plain} = errorWords[locale]
  expect({...plain, ...fallbackWords[locale]}).toEqual({
    title: words('title'),
    pageFailed: words('pageFailed'),
    goHome: words('goHome'),
    retry: words('retry'),
  })
  expect(unknownMiddleware('auth')).toBe(words('unknownMiddleware', {name: 'auth'}))
})

it.each(locales)('a hidden page has the texts of an unknown one in %s', (locale) => {
  const words = translator(locale, 'notFound')
  expect(hiddenWords[locale]).toEqual({title: words('title'), backHome: words('backHome')})
})
