import {expect, it} from 'vitest'
import {readSiteEnv} from './env.ts'

it('the site works without tokens, and asks itself on its own port', () => {
  expect(readSiteEnv({PORT: '4000'})).toEqual({
    selfOrigin: 'http://localhost:4000',
    readToken: undefined,
    webhookSecret: undefined,
  })
})

it('an empty secret counts as none', () => {
  expect(readSiteEnv({SANITY_WEBHOOK_SECRET: '', SANITY_API_READ_TOKEN: 'r'})).toMatchObject({
    readToken: 'r',
    webhookSecret: undefined,
  })
})
