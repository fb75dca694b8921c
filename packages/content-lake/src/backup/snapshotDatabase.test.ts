import {type FileHandle, open, stat, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {expect, test, vi} from 'vitest'
import {newFolder, openTestLake} from '../testing/openTestLake.ts'
import {checkSnapshot, flush, snapshotDatabase} from './snapshotDatabase.ts'

test('a copy that begins in the middle of a transaction waits for its end', async () => {
  const lake = await openTestLake()
  const folder = await newFolder()
  const file = join(folder, 'copy.db')
  lake.database.exec('BEGIN IMMEDIATE')
  const copied = snapshotDatabase(lake, file)
  // Long enough for the first try, on the threads that also read files.
  for (let n = 0; n < 50; n += 1) await stat(folder)
  lake.database.exec('COMMIT')
  await copied
  expect(checkSnapshot(file)).toBe(0)
})

test('a file that the disk does not take is closed all the same', async () => {
  const file = join(await newFolder(), 'copy.db')
  await writeFile(file, 'content')
  const handle = await open(file)
  await handle.close()
  let flushed: FileHandle | undefined
  vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockImplementationOnce(async function (this: FileHandle) {
    flushed = this
    throw new Error('ENOSPC: no space left on device, fsync')
  })
  await expect(flush(file)).rejects.toThrow('ENOSPC')
  expect(flushed?.fd).toBe(-1)
})
