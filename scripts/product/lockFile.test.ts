import {spawnSync} from 'node:child_process'
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, onTestFinished, type TestContext, test} from 'vitest'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {lockFile} from './lockFile.ts'

function smallFileSystem(context: TestContext): {folder: string; setReadOnly: () => void} {
  const folder = temporaryFolder()
  const {status} = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
  if (status !== 0) context.skip('this user may not mount a small file system')
  onTestFinished(() => void spawnSync('umount', [folder]))
  return {folder, setReadOnly: () => void spawnSync('mount', ['-o', 'remount,ro', folder])}
}

const claim = {owner: 'This test', guards: '', remedy: ''}

test('a lock on a full disk asks for room, and is taken once there is some', (context) => {
  const {folder} = smallFileSystem(context)
  const [ballast, file] = [join(folder, 'ballast'), join(folder, 'start.lock')]
  expect(() => writeFileSync(ballast, Buffer.alloc(100_000))).toThrow('ENOSPC')
  expect(() => lockFile(file, claim)).toThrow(/start\.lock cannot be written \(.*\)\. Make room on the disk\.$/)
  writeFileSync(ballast, '')
  lockFile(file, claim)()
})

test('a lock on a file system that is mounted read-only asks for another mount', (context) => {
  const {folder, setReadOnly} = smallFileSystem(context)
  setReadOnly()
  expect(() => lockFile(join(folder, 'start.lock'), claim)).toThrow(/mounted read-only: remount it, or name another/)
})
