import {spawnSync} from 'node:child_process'
import {chmodSync, chownSync, mkdirSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {smallFileSystem} from '@/tests/support/smallFileSystem.ts'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {isLocked, lockFile, makeFolder} from './lockFile.ts'

const claim = {owner: 'This test', guards: '', remedy: ''}

test.for(['never taken before', 'taken by a start that is gone', 'of an empty file'])(
  'a full disk takes a lock, %s, that keeps others out, and names its owner once there is room',
  (before, context) => {
    const {folder, fill} = smallFileSystem(context, 64)
    const file = join(folder, 'start.lock')
    if (before.startsWith('taken')) {
      const {pid} = spawnSync('true')
      lockFile(file, {...claim, owner: `Another start (process ${pid}, site x)`})()
    }
    if (before.startsWith('of')) writeFileSync(file, '')
    const makeRoom = fill()
    const unlock = lockFile(file, {...claim, owner: 'The first'})
    expect(isLocked(file)).toBe(true)
    const second = () => lockFile(file, {owner: 'The second', guards: 'the data', remedy: 'Stop it.'})
    expect(second).toThrow(/^Another process is using the data\. Stop it\.$/)
    unlock()
    expect(isLocked(file)).toBe(false)
    makeRoom()
    const unlockNoted = lockFile(file, {...claim, owner: `A start (process ${process.pid})`})
    expect(second).toThrow(`A start (process ${process.pid}) is using the data.`)
    unlockNoted()
  },
)

test('a lock that is damaged is to be removed, and one that is refused asks for permission', () => {
  const file = join(temporaryFolder(), 'start.lock')
  writeFileSync(file, 'no database, though as long as one'.repeat(100))
  expect(() => lockFile(file, claim)).toThrow(
    /start\.lock cannot be written \(.*\)\. Remove the file: it holds nothing\.$/,
  )
  rmSync(file)
  mkdirSync(file)
  expect(() => lockFile(file, claim)).toThrow(/start\.lock cannot be written \(.*\)\. Run this as the user whom it/)
})

test('a lock on a file system that is mounted read-only asks for another mount, or the unit’s permission', (context) => {
  const {folder, setReadOnly} = smallFileSystem(context, 64)
  setReadOnly()
  expect(() => lockFile(join(folder, 'start.lock'), claim)).toThrow(
    /read-only: remount it, .*ReadWritePaths=; or name another/,
  )
})

test.runIf(process.getuid?.() === 0)('folders that root makes belong to the owner of the one that they are in', () => {
  const folder = temporaryFolder()
  chownSync(folder, 1234, 1234)
  makeFolder(join(folder, 'releases/one'))
  const made = ['releases', 'releases/one'].map((path) => statSync(join(folder, path)).uid)
  expect(made).toEqual([1234, 1234])

  mkdirSync(join(folder, 'of-root'))
  makeFolder(join(folder, 'of-root'))
  expect(statSync(join(folder, 'of-root')).uid).toBe(0)
})

test.runIf(process.getuid?.() === 0 && spawnSync('unshare', ['-Ur', 'true']).status === 0)(
  'a folder is made where users are mapped and its folder’s owner is not, as in a container',
  () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o777)
    chownSync(folder, 1234, 1234)
    const script = `import {makeFolder} from '${join(import.meta.dirname, 'lockFile.ts')}'; makeFolder('${folder}/made')`
    const {status, stderr} = spawnSync(
      'unshare',
      ['-Ur', process.execPath, '--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script],
      {encoding: 'utf8'},
    )
    expect([status, stderr]).toEqual([0, ''])
  },
)

test('a folder is not made where a file is', () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(file)).toThrow('EEXIST')
  expect(() => makeFolder(join(file, 'below'))).toThrow('ENOTDIR')
})
