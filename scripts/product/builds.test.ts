import {existsSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {beforeEach, expect, it} from 'vitest'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {siteBuild} from './buildSite.ts'
import {isBuilt, recordBuild} from './builds.ts'

let folder: string
const build = () => ({
  stamp: join(folder, 'stamp'),
  formerStamp: join(folder, '../stamp'),
  sources: 'sources',
  folder,
  isVolatile: (file: string) => file.startsWith('cache/'),
})

beforeEach(() => {
  folder = join(temporaryFolder(), 'out')
  mkdirSync(join(folder, 'cache'), {recursive: true})
  for (const file of ['BUILD_ID', 'routes.json', 'cache/page']) writeFileSync(join(folder, file), `first ${file}`)
  recordBuild(build())
})

it('takes a build that is whole, and whatever was renewed in it since', () => {
  expect(isBuilt(build())).toBe(true)
  writeFileSync(join(folder, 'cache/page'), 'second')
  expect(isBuilt(build())).toBe(true)
})

it.each<[string, () => void]>([
  ['a file is missing', () => rmSync(join(folder, 'routes.json'))],
  ['a file is cut short', () => truncateSync(join(folder, 'BUILD_ID'), 3)],
  ['a file is empty', () => truncateSync(join(folder, 'BUILD_ID'))],
  ['a file has other content of the same length', () => writeFileSync(join(folder, 'BUILD_ID'), 'worst BUILD_ID')],
  ['a file was added', () => writeFileSync(join(folder, 'left-over'), '')],
  ['the folder is gone', () => rmSync(folder, {recursive: true})],
  ['the stamp is gone', () => rmSync(build().stamp)],
  ['the stamp is cut short', () => truncateSync(build().stamp, readFileSync(build().stamp).length - 4)],
])('does not take a build where %s', (_, damage) => {
  damage()
  expect(isBuilt(build())).toBe(false)
})

it('takes a build that an earlier version has recorded in the data folder', () => {
  renameSync(build().stamp, build().formerStamp)
  expect(isBuilt(build())).toBe(true)
  recordBuild(build())
  expect(existsSync(build().formerStamp)).toBe(false)
})

it('does not take a build of other sources', () => {
  expect(isBuilt({...build(), sources: 'others'})).toBe(false)
})

it('takes a build of the site whose files were compressed for nginx afterwards', () => {
  const {isVolatile} = siteBuild({})
  expect(isVolatile?.('static/chunks/a.css.br')).toBe(true)
  expect(isVolatile?.('static/chunks/a.css')).toBe(false)
})
