import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {beforeEach, expect, it, vi} from 'vitest'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {reportUnwritten, withAtomicWrites} from './diskWrites.ts'

let folder: string
let page: string
beforeEach(() => {
  folder = temporaryFolder()
  page = join(folder, 'about.html')
})

it('puts a new page in the place of the old one and leaves nothing beside it', async () => {
  writeFileSync(page, 'old')
  await withAtomicWrites({writeFile: (path, data) => writeFile(path, String(data))}).writeFile(page, 'new')
  expect(readFileSync(page, 'utf8')).toBe('new')
  expect(readdirSync(folder)).toEqual(['about.html'])
})

it('keeps the old page whole where the disk is full in the middle of the new one', async () => {
  writeFileSync(page, 'old')
  const full = async (path: string, _data: unknown): Promise<void> => {
    writeFileSync(path, 'ne')
    throw Object.assign(new Error('no space left'), {code: 'ENOSPC'})
  }
  await expect(withAtomicWrites({writeFile: full}).writeFile(page, 'new')).rejects.toThrow('no space left')
  expect(readFileSync(page, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['about.html'])
})

it('a full disk is reported once, a read-only one too, and neither fails anything; any other error does', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const full = Object.assign(new Error('no space left'), {code: 'ENOSPC'})
  reportUnwritten(full)
  reportUnwritten(full)
  reportUnwritten(Object.assign(new Error('read-only file system'), {code: 'EROFS'}))
  expect(said.mock.calls).toEqual([
    ['The page cache’s folder cannot be written (ENOSPC); new pages are kept in memory only.'],
    ['The page cache’s folder cannot be written (EROFS); new pages are kept in memory only.'],
  ])
  expect(() => reportUnwritten(new TypeError('wrong'))).toThrow('wrong')
  said.mockRestore()
})
