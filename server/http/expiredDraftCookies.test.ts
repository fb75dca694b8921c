import {expect, it} from 'vitest'
import {expiredDraftCookies} from './expiredDraftCookies.ts'

it('every draft cookie is expired both as a plain and as a partitioned one', () => {
  const cookies = expiredDraftCookies()
  expect(
    cookies
      .filter((cookie) => cookie.startsWith('__prerender_bypass=;'))
      .map((cookie) => cookie.endsWith('Partitioned')),
  ).toEqual([false, true])
  expect(cookies.every((cookie) => cookie.includes('Expires=Thu, 01 Jan 1970'))).toBe(true)
  expect(cookies).toHaveLength(8)
})
