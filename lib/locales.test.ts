import {expect, it} from 'vitest'
import {languageCookieString} from './locales.ts'

it('the language cookie lasts 365 days, for every path, same-site lax and not only over https', () => {
  expect(languageCookieString('en')).toBe('lang=en; Max-Age=31536000; Path=/; SameSite=Lax')
})
