import {mkdtempSync} from 'node:fs'
import {rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {expect, onTestFinished, test, vi} from 'vitest'
import {openLake} from './openLake.ts'
import {startLake} from './startLake.ts'
import {openMemoryDatabase} from './store/openDatabase.ts'

test('one part that does not stop keeps no other from it, and the databases are closed', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'start-lake-'))
  onTestFinished(() => rm(dir, {recursive: true, force: true}))
  const options = {port: 0, dir, log: () => {}}
  const opened = openLake(options, openMemoryDatabase)
  const close = vi.fn(() => opened.close())
  const endStreams = () => {
    throw new Error('The streams do not end')
  }
  const lake = await startLake(options, () => ({...opened, endStreams, close}))
  await expect(lake.close()).rejects.toThrow('The streams do not end')
  expect(close).toHaveBeenCalledOnce()
  await expect(fetch(lake.url)).rejects.toThrow('fetch failed')
})
