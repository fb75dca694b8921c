import {existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {expect, it} from 'vitest'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {copyBuild} from './copyBuild.ts'

function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), {recursive: true})
    writeFileSync(join(folder, name), text)
  }
}

it('copies a build once, so that pages renewed in the copy stay, and again when it is another', async () => {
  const folder = temporaryFolder()
  const [from, to] = [join(folder, '.next'), join(folder, '.next-instance-2')]
  write(from, {BUILD_ID: 'one', 'server/page.html': 'built', 'cache/turbopack/large': '', 'cache/images/kept': ''})
  symlinkSync('../node_modules/next', join(from, 'next-hash'))
  await copyBuild(from, to)
  const page = join(to, 'server/page.html')
  expect(readlinkSync(join(to, 'next-hash'))).toBe('../node_modules/next')
  expect(readFileSync(page, 'utf8')).toBe('built')
  expect(existsSync(join(to, 'cache/turbopack'))).toBe(false)
  expect(existsSync(join(to, 'cache/images/kept'))).toBe(true)

  write(to, {'server/page.html': 'renewed'})
  await copyBuild(from, to)
  expect(readFileSync(page, 'utf8')).toBe('renewed')

  write(from, {BUILD_ID: 'two'})
  write(to, {'server/old.html': ''})
  // What a start that was killed has left.
  write(`${to}-unfinished`, {'server/old.html': ''})
  await copyBuild(from, to)
  expect(readFileSync(page, 'utf8')).toBe('built')
  expect(readdirSync(join(to, 'server'))).toEqual(['page.html'])
  expect(readdirSync(folder).toSorted()).toEqual(['.next', '.next-instance-2'])
})
