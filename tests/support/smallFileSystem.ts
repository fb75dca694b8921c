import {spawnSync} from 'node:child_process'
import {closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync} from 'node:fs'
import {join} from 'node:path'
import {onTestFinished, type TestContext} from 'vitest'
import {temporaryFolder} from './temporaryFolder.ts'

interface SmallFileSystem {
  folder: string
  /** Leaves no byte free. Returns a function that makes room again. */
  fill: () => () => void
  setReadOnly: () => void
}

/**
 * Mounts a file system of `kilobytes` at `folder` for the running test. Skips the test where this user may not mount, as
 * outside of Linux and without root.
 */
export function smallFileSystem(context: TestContext, kilobytes: number, folder = temporaryFolder()): SmallFileSystem {
  mkdirSync(folder, {recursive: true})
  const {status} = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder])
  if (status !== 0) context.skip('this user may not mount a small file system')
  // Lazily: a test that fails may leave files open.
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]))
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: () => {
      const file = openSync(ballast, 'w')
      while (statfsSync(folder).bavail > 0) writeSync(file, Buffer.alloc(4096))
      closeSync(file)
      return () => rmSync(ballast)
    },
    setReadOnly: () => void spawnSync('mount', ['-o', 'remount,ro', folder]),
  }
}
