import {mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync} from 'node:fs'
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

it('copies a build that is served: without what is being written, and pictures and compiler output that are made again', async () => {
  const folder = temporaryFolder()
  const [from, to] = [join(folder, '.next'), join(folder, 'release/.next')]
  const page = 'server/app/en.html'
  write(from, {BUILD_ID: 'one', [page]: 'built', [`${page}.6f9619ff-8b86-4d01-b42d-00cf4fc964ff.tmp`]: 'bu'})
  write(from, {'cache/images/key/half.webp': 'ha', 'cache/turbopack/large': '', 'static/cache/icon.svg': 'kept'})
  mkdirSync(dirname(to))
  await copyBuild(from, to)
  const files = readdirSync(to, {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile())
  expect(files.map(({name}) => name).toSorted()).toEqual(['BUILD_ID', 'en.html', 'icon.svg'])
})

it('copies a build once, so that pages renewed in the copy stay, and again when it is another', async () => {
  const folder = temporaryFolder()
  const [from, to] = [join(folder, '.next'), join(folder, '.next-instance-2')]
  write(from, {BUILD_ID: 'one', 'server/page.html': 'built'})
  symlinkSync('../node_modules/next', join(from, 'next-hash'))
  await copyBuild(from, to)
  const page = join(to, 'server/page.html')
  expect(readlinkSync(join(to, 'next-hash'))).toBe('../node_modules/next')
  expect(readFileSync(page, 'utf8')).toBe('built')

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
