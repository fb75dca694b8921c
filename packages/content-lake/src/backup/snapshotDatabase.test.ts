import {stat} from 'node:fs/promises'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {newFolder, openTestLake} from '../testing/openTestLake.ts'
import {checkSnapshot, snapshotDatabase} from './snapshotDatabase.ts'

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
