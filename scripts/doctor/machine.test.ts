import {mkdirSync, utimesSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {lastBackupName} from '@/lib/constants.ts'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {runCheck} from './checkResult.ts'
import {checkBackup, checkRestore, judgeDisk, judgeOpenFiles} from './folders.ts'
import {checkNode, checkPackages} from './versions.ts'

function project(installed: Record<string, string>): string {
  const folder = temporaryFolder()
  const write = (file: string, value: unknown) => {
    mkdirSync(dirname(join(folder, file)), {recursive: true})
    writeFileSync(join(folder, file), JSON.stringify(value))
  }
  write('package.json', {dependencies: {node: '26.10.0'}})
  write('package-lock.json', {
    packages: {
      '': {version: '0.1.0'},
      studio: {version: '0.1.0'},
      'node_modules/studio': {link: true},
      'node_modules/a': {version: '1.0.0'},
      'node_modules/a/node_modules/@b/c': {version: '2.0.0'},
      'node_modules/of-another-system': {version: '1.0.0', optional: true},
    },
  })
  for (const [name, version] of Object.entries(installed)) write(`node_modules/${name}/package.json`, {version})
  return folder
}

test('names another Node', () => {
  expect(checkNode(project({}), '26.10.0')).toEqual([{state: 'ok', text: 'Node 26.10.0'}])
  expect(checkNode(project({}), '20.9.0')).toMatchObject([
    {state: 'fail', text: expect.stringContaining('Node is 20.9.0, and the project runs on 26.10.0. Run "npm ci"')},
  ])
})

describe('packages', () => {
  test('are as in the lockfile', () => {
    expect(checkPackages(project({a: '1.0.0', 'a/node_modules/@b/c': '2.0.0'}))).toMatchObject([{state: 'ok'}])
  })

  test('are missing or of another version', () => {
    const [finding] = checkPackages(project({a: '1.0.1', 'of-another-system': '0.9.0'}))
    expect(finding?.state).toBe('fail')
    for (const part of ['a is 1.0.1 instead of 1.0.0', '@b/c is missing', 'of-another-system is 0.9.0', 'npm ci']) {
      expect(finding?.text).toContain(part)
    }
  })
})

describe('packages of an installation for production alone', () => {
  const ofProduction = (installed: Record<string, string>) => {
    const folder = project(installed)
    writeFileSync(join(folder, 'node_modules/.installed-for-production'), '')
    const packages = {'node_modules/a': {version: '1.0.0'}}
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({packages}))
    return checkPackages(folder)
  }

  test('are what npm has installed', () =>
    expect(ofProduction({a: '1.0.0'})).toEqual([
      {state: 'ok', text: 'Packages for production as in package-lock.json'},
    ]))

  test('are of another version', () => {
    const [finding] = ofProduction({a: '1.0.1'})
    expect(finding?.state).toBe('fail')
    expect(finding?.text).toContain('a is 1.0.1 instead of 1.0.0')
    expect(finding?.text).toContain('npm run install:production')
  })
})

test('a backup is missed after two nights', () => {
  const folder = temporaryFolder()
  expect(checkBackup(folder)).toMatchObject([{state: 'skip', text: expect.stringContaining('npm run backup')}])
  writeFileSync(join(folder, lastBackupName), '')
  const taken = Date.parse('2026-11-20T02:30:00Z')
  utimesSync(join(folder, lastBackupName), taken / 1000, taken / 1000)
  const day = 24 * 60 * 60_000
  expect(checkBackup(folder, taken + 2 * day)).toEqual([
    {state: 'ok', text: 'The last backup is of 2026-11-20 02:30 UTC'},
  ])
  expect(checkBackup(folder, taken + 2 * day + 1)).toMatchObject([
    {state: 'warn', text: expect.stringContaining('backup.timer')},
  ])
  expect(checkBackup(folder, taken - day)).toMatchObject([
    {state: 'warn', text: expect.stringContaining('npm run backup')},
  ])
})

test('a restore that was cut off, after which nothing starts, is a failure', () => {
  const folder = temporaryFolder()
  expect(checkRestore(join(folder, 'restore.part'))).toEqual([])
  mkdirSync(join(folder, 'restore.part'))
  expect(checkRestore(join(folder, 'restore.part'))).toMatchObject([
    {state: 'fail', text: expect.stringContaining(`A restore into ${folder} is under way or was cut off`)},
  ])
})

test.each([
  [[], ''],
  [[{state: 'ok', text: 'Open files: at most 524288 at once'}], limitsOf('1024', '524288')],
  [[{state: 'ok', text: 'Open files: no limit'}], limitsOf('1024', 'unlimited')],
  [
    [
      {
        state: 'warn',
        text: expect.stringMatching(/at most 256 at once.* 128 connections instead of 5000.*LimitNOFILE/),
      },
    ],
    limitsOf('64', '256'),
  ],
])('finds %j open files where the system says %j', (findings, limits) =>
  expect(judgeOpenFiles(limits)).toEqual(findings),
)

/** As in /proc/<pid>/limits; Node raises its soft limit to the hard one. */
function limitsOf(soft: string, hard: string): string {
  return `Limit                     Soft Limit           Hard Limit           Units     \nMax open files            ${soft}                 ${hard}                files     \n`
}

describe('a disk', () => {
  const disk = {bsize: 4096, blocks: 10_000_000, bavail: 5_000_000, files: 1000, ffree: 500}
  test.each([
    ['ok', {}],
    ['ok', {files: 0, ffree: 0}],
    ['warn', {bavail: 400_000}],
    ['warn', {ffree: 40}],
    ['fail', {bavail: 1000}],
    ['fail', {ffree: 1}],
  ])('%s: %o', (state, change) => {
    const finding = judgeDisk('.data', {...disk, ...change})
    expect(finding.state).toBe(state)
    if (state !== 'ok') expect(finding.text).toContain('Remove old builds')
  })
})

test('a check that throws or hangs is one failed line', async () => {
  const thrown = await runCheck({name: 'Moon', run: () => Promise.reject(new Error('it is dark'))})
  expect(thrown).toMatchObject([
    {state: 'fail', text: expect.stringContaining('Moon could not be checked: it is dark')},
  ])
  const hung = await runCheck({name: 'Sun', run: () => new Promise(() => {})}, 10)
  expect(hung).toMatchObject([{state: 'fail', text: expect.stringContaining('Sun could not be checked: no result')}])
})
