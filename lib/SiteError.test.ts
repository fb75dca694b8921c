import {expect, it} from 'vitest'
import {readDigest, SiteError} from './SiteError.ts'

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
