import {globSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {root} from '../../scripts/product/paths.ts'
import {stripRemoteServices, withoutRemoteServices} from './withoutRemoteServices.ts'

test('the installed Sanity asks for each service in the known way, and then no more', () => {
  const files = globSync('node_modules/{sanity/lib,@sanity/sdk/dist}/*.js', {cwd: root})
  const stripped = files.map((file) => stripRemoteServices(readFileSync(join(root, file), 'utf8'), join(root, file)))
  const found = stripped.flatMap((module) => module.found)
  expect(found.toSorted()).toEqual([
    'current user at the project’s host',
    'feedback',
    'newer versions',
    'user at the project’s host',
  ])
  expect(files.flatMap((id, at) => stripRemoteServices(stripped[at]?.code ?? '', id).found)).toEqual([])
})

test('a build that did not find one of them fails and says which', () => {
  const plugin = withoutRemoteServices()
  plugin.transform('skip = false', '/node_modules/sanity/lib/index.js')
  expect(() => plugin.buildEnd()).toThrow(/another way than before for: newer versions, feedback/)
})
