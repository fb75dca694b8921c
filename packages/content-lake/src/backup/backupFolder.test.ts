import {readdir} from 'node:fs/promises'
import {join} from 'node:path'
import {expect, test, vi} from 'vitest'
import {importDataset} from '../dataset/importDataset.ts'
import {newFolder, openTestLake} from '../testing/openTestLake.ts'
import {writeRichDataset} from '../testing/richDataset.ts'
import {backupFolder} from './backupLake.ts'

/** Runs as the first asset is copied. */
const copying = vi.hoisted(() => ({begins: async () => {}}))
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>()
  const copyFile: typeof fs.copyFile = async (...args) => {
    await copying.begins()
    return fs.copyFile(...args)
  }
  return {...fs, copyFile}
})

test('a lake starts while the assets of its stopped folder are copied, which may take long', async () => {
  const dir = await newFolder()
  const lake = await openTestLake({dir})
  await importDataset(lake, await writeRichDataset())
  await lake.close()
  let started: Awaited<ReturnType<typeof openTestLake>> | undefined
  copying.begins = async () => {
    started ??= await openTestLake({dir})
  }
  const folder = await newFolder()
  expect(await backupFolder(dir, folder)).toEqual({documents: 12, assets: 5})
  expect(Array.from(started?.documents.all() ?? [])).not.toEqual([])
  expect(await readdir(join(folder, 'assets'))).toHaveLength(5)
})
