import {mkdirSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {beforeEach, expect, test} from 'vitest'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {arePackagesCurrent, linkPackageFolder} from './installedPackages.mjs'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})

const write = (file: string, content: object) => {
  mkdirSync(dirname(join(folder, file)), {recursive: true})
  writeFileSync(join(folder, file), JSON.stringify(content))
}

/** The lockfile, npm's own list of what it has installed, and the packages. */
function install(wanted: object, listed: object | undefined, installed: Record<string, {version?: string}>): void {
  write('package-lock.json', {packages: wanted})
  if (listed) write('node_modules/.package-lock.json', {packages: listed})
  for (const [path, manifest] of Object.entries(installed)) write(join(path, 'package.json'), manifest)
}

const next = {'node_modules/next': {version: '1.0.0'}}
const later = {'node_modules/next': {version: '1.0.1'}}
const nested = {'packages/lake/node_modules/next': {version: '2.0.0'}}
const elsewhere = {'node_modules/other': {version: '1', optional: true}}
const workspace = {'packages/lake': {version: '1'}, 'node_modules/lake': {resolved: 'packages/lake', link: true}}

test.each([
  [
    'of the lockfile',
    {'': {}, ...workspace, ...next, ...nested},
    {...workspace, ...next, ...nested},
    {...next, ...nested},
    true,
  ],
  ['an optional one of which is not for this machine', {...next, ...elsewhere}, next, next, true],
  ['of another version', later, next, next, false],
  ['of another version than npm lists since it has made a lockfile alone', later, later, next, false],
  ['one of which is missing', {...next, ...nested}, next, next, false],
  ['one of which is in the lockfile no more', next, {...next, ...nested}, {...next, ...nested}, false],
  ['of which npm has no record, as it was interrupted', next, undefined, next, false],
])('packages %s', (_, wanted, listed, installed, areCurrent) => {
  install(wanted, listed, installed)
  for (const time of ['the first', 'the second']) expect(arePackagesCurrent(folder), time).toBe(areCurrent)
})

test('packages are compared again once the lockfile or what npm has installed changes, and not before', () => {
  install(next, next, next)
  expect(arePackagesCurrent(folder)).toBe(true)
  // Nobody changes a package so: it shows that none is read at each start.
  write('node_modules/next/package.json', {version: 'unread'})
  expect(arePackagesCurrent(folder)).toBe(true)
  install(later, next, next)
  expect(arePackagesCurrent(folder)).toBe(false)
  install(later, later, later)
  expect(arePackagesCurrent(folder)).toBe(true)
  // "npm install" by hand, and back to the lockfile from before without it.
  install(next, later, later)
  expect(arePackagesCurrent(folder)).toBe(false)
})

test('packages that another folder shares stay current when npm writes its list there anew', () => {
  install(next, next, next)
  expect(arePackagesCurrent(folder)).toBe(true)
  linkPackageFolder(join(folder, 'node_modules'), join(folder, 'release/node_modules'))
  write('release/package-lock.json', {packages: next})
  install(later, later, {})
  expect([folder, join(folder, 'release')].map(arePackagesCurrent)).toEqual([false, true])
})
