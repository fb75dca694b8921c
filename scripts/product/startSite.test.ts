import {expect, test} from 'vitest'
import {readSiteEnv} from '../../lib/env.ts'
import {developmentArguments} from './startSite.ts'

test.each([
  [undefined, '127.0.0.1'],
  ['0.0.0.0', '0.0.0.0'],
])('with HOST %s the site in development listens on %s', (given, expected) => {
  const {host} = readSiteEnv({HOST: given})
  expect(developmentArguments(host).slice(-3)).toEqual(['dev', '--hostname', expected])
})
