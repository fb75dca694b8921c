import {expect, it} from 'vitest'
import {translator} from '../i18n/translator.ts'
import {errorWords, hiddenWords, lastWords} from './errorWords.ts'
import {locales} from './locales.ts'

it.each(locales)('the error page says in %s what the interface’s messages say', (locale) => {
  const words = translator(locale, 'error')
  const {unknownMiddleware, ...plain} = errorWords[locale]
  expect({...plain, ...lastWords[locale]}).toEqual({
    title: words('title'),
    pageFailed: words('pageFailed'),
    goHome: words('goHome'),
    retry: words('retry'),
  })
  expect(unknownMiddleware('auth')).toBe(words('unknownMiddleware', {name: 'auth'}))
})

it.each(locales)('a hidden page says in %s what an unknown one does', (locale) => {
  const words = translator(locale, 'notFound')
  expect(hiddenWords[locale]).toEqual({title: words('title'), backHome: words('backHome')})
})
