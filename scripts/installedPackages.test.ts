import {mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {arePackagesCurrent} from './installedPackages.mjs'

const next = {'node_modules/next': {version: '1.0.0'}}

test.each([
  ['of the lockfile', {'': {}, ...next}, next, true],
  [
    'an optional one of which is not for this machine',
    {...next, 'node_modules/other': {version: '1', optional: true}},
    next,
    true,
  ],
  ['of another version', {'node_modules/next': {version: '1.0.1'}}, next, false],
  ['one of which is missing', {...next, 'node_modules/missing': {version: '1.0.0'}}, next, false],
  ['of which npm has no record, as it was interrupted', next, undefined, false],
])('packages %s', (_, wanted, installed, areCurrent) => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({packages: wanted}))
  if (installed) writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({packages: installed}))
  expect(arePackagesCurrent(folder)).toBe(areCurrent)
})
