import {mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {expect, it} from 'vitest'
import {writeWhole} from './writeWhole.ts'

const folder = mkdtempSync(join(tmpdir(), 'page-cache-'))
const page = join(folder, 'about.html')

it('puts a new page in the place of the old one and leaves nothing beside it', async () => {
  writeFileSync(page, 'old')
  await writeWhole({writeFile: (path, data) => writeFile(path, String(data))}).writeFile(page, 'new')
  expect(readFileSync(page, 'utf8')).toBe('new')
  expect(readdirSync(folder)).toEqual(['about.html'])
})

it('keeps the old page whole where the disk is full in the middle of the new one', async () => {
  writeFileSync(page, 'old')
  const full = async (path: string, _data: unknown): Promise<void> => {
    writeFileSync(path, 'ne')
    throw Object.assign(new Error('no space left'), {code: 'ENOSPC'})
  }
  await expect(writeWhole({writeFile: full}).writeFile(page, 'new')).rejects.toThrow('no space left')
  expect(readFileSync(page, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['about.html'])
})
