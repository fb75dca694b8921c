import {expect, test} from 'vitest'
import {readSiteEnv} from '../../lib/env.ts'
import {developmentArguments, replaceAll} from './startSite.ts'
import type {Program, Replaceable} from './superviseProcess.ts'

test.each([
  [undefined, '127.0.0.1'],
  ['0.0.0.0', '0.0.0.0'],
])('with HOST %s the site in development listens on %s', (given, expected) => {
  const {host} = readSiteEnv({HOST: given})
  expect(developmentArguments(host).slice(-3)).toEqual(['dev', '--hostname', expected])
})

/** A site that says which program it serves. The program `fails` when all others are ready. */
function startFakeSite(present: Program) {
  const site = {
    serves: present,
    stop: async () => {},
    replace: async (by: Program, others?: () => Promise<void>) => {
      if (by.args.includes('never ready')) throw new Error('It is not ready')
      await others?.()
      if (by.args.includes('fails')) throw new Error('It failed')
      site.serves = by
    },
  } satisfies Replaceable & {serves: Program}
  return site
}

const program = (name: string): Program => ({args: [name], env: {}})

test.each([
  [['new', 'new'], ['new', 'new'], undefined],
  [['new', 'never ready'], ['old 1', 'old 2'], 'It is not ready'],
  [['new', 'fails'], ['old 1', 'old 2'], 'It failed'],
])('instances serve one release, whatever fails: %j', async (by, served, failure) => {
  const before = [program('old 1'), program('old 2')]
  const sites = before.map(startFakeSite)
  const replaced = replaceAll(sites, by.map(program), before)
  await (failure ? expect(replaced).rejects.toThrow(failure) : replaced)
  expect(sites.map(({serves}) => serves.args[0])).toEqual(served)
})
