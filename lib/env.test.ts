import {expect, it} from 'vitest'
import {readSiteEnv} from './env.ts'

it('the site works without tokens, and asks itself on its own port', () => {
  expect(readSiteEnv({PORT: '4000'})).toEqual({
    port: 4000,
    selfOrigin: 'http://localhost:4000',
    readToken: undefined,
    webhookSecret: undefined,
    redisUrl: undefined,
    proxyUrl: undefined,
    contentTimeout: 10_000,
    contentFallback: undefined,
  })
})

it.each([
  [{SANITY_API_TIMEOUT: '0'}, /SANITY_API_TIMEOUT is not a number of milliseconds/],
  [{REDIS_URL: 'localhost:6379'}, /REDIS_URL is not a redis:\/\/ or rediss:\/\/ URL/],
  [{SITE_PROXY_URL: '127.0.0.1:8081'}, /SITE_PROXY_URL is not an http or https URL/],
  [{CONTENT_FALLBACK: 'yes'}, /CONTENT_FALLBACK is neither "seed" nor "none"/],
])('a setting that means nothing stops the start: %o', (env, message) => {
  expect(() => readSiteEnv(env)).toThrow(message)
})

it('an empty secret counts as none', () => {
  expect(readSiteEnv({SANITY_WEBHOOK_SECRET: '', SANITY_API_READ_TOKEN: 'r'})).toMatchObject({
    readToken: 'r',
    webhookSecret: undefined,
  })
})
