import {spawnSync} from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {expect, onTestFinished, test} from 'vitest'
import {exportDataset} from '../dataset/exportDataset.ts'
import {messageOf} from '../errors.ts'
import {inspectLake} from '../inspectLake.ts'
import {startLake} from '../startLake.ts'
import {clientOf, newFolder, openTestLake} from '../testing/openTestLake.ts'
import {spawnLake} from '../testing/spawnLake.ts'
import {storageFailure} from './storageFailure.ts'

test('a folder that does not exist yet is made', async () => {
  const lake = await openTestLake({dir: join(await newFolder(), 'deep', 'down')})
  expect(lake.documents.size).toBe(0)
})

test('a folder that cannot be made is named in one sentence', async () => {
  const file = join(await newFolder(), 'file')
  writeFileSync(file, '')
  await expect(startLake({dir: join(file, 'lake')})).rejects.toThrow(/^The lake's folder .*file\/lake cannot be made/)
})

test('a folder that cannot be written to is named in one sentence', async () => {
  const dir = await newFolder()
  mkdirSync(join(dir, 'lake.db'))
  await expect(startLake({dir})).rejects.toThrow(/cannot be written to; give this user write permission/)
})

test('a file that is no database is left alone, and the message says what to do', async () => {
  const dir = await newFolder()
  writeFileSync(join(dir, 'lake.db'), 'this is a letter, not a database'.repeat(100))
  await expect(startLake({dir})).rejects.toThrow(/^\S+ is damaged or no lake database; move it away/)
})

test.each([
  [0, /^\S+ is damaged or no lake database; move it away/],
  [9, /^\S+ is damaged or no lake database; move it away/],
  [3, /^\S+ is damaged or no lake database; move it away/],
  [100, /was written by a newer version of the lake/],
])('another program’s database of version %d is refused, and left as it is', async (version, sentence) => {
  const dir = await newFolder()
  const file = join(dir, 'lake.db')
  const foreign = new DatabaseSync(file)
  foreign.exec(
    `CREATE TABLE documents (name TEXT); INSERT INTO documents VALUES ('a'); PRAGMA user_version = ${version}`,
  )
  foreign.close()
  chmodSync(file, 0o644)
  const before = readFileSync(file)
  await expect(startLake({dir, port: 0})).rejects.toThrow(sentence)
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o644)
})

test('a port that browsers and fetch refuse is refused before the folder is opened, and no other one is', async () => {
  const reach = (port: number) =>
    fetch(`http://127.0.0.1:${port}`).then(
      () => 'reached',
      (error: Error) => messageOf(error.cause),
    )
  const open = (): never => {
    throw new Error('opened')
  }
  const refused: number[] = []
  for (let port = 0; port <= 11_000; port += 1) {
    const answer = await startLake({dir: '/nowhere', port}, open).catch(messageOf)
    if (answer === 'opened') continue
    expect(answer).toBe(
      `Port ${port} is one that browsers and fetch refuse to connect to; give the lake another one (--port).`,
    )
    refused.push(port)
  }
  expect(new Set(await Promise.all(refused.map(reach)))).toEqual(new Set(['bad port']))
  expect(refused).toEqual(expect.arrayContaining([1, 22, 103, 111, 515, 6000, 6667, 10_080]))
})

test('a second lake on the same folder is refused, and the first goes on working', async () => {
  const lake = await openTestLake()
  await expect(startLake({dir: lake.options.dir, port: 0})).rejects.toThrow(/^Another process has the lake's folder/)
  const author = {id: 'test', name: 'Test', rights: 'write'} as const
  lake.commit({mutations: [{create: {_id: 'a', _type: 'page'}}], author})
})

test('a database with a damaged page is left as it is, so that what can be saved of it can be', async () => {
  const lake = await openTestLake()
  for (let n = 0; n < 50; n += 1) await clientOf(lake).create({_id: `p${n}`, _type: 'page', text: '内容'.repeat(2000)})
  await lake.close()
  const file = join(lake.options.dir, 'lake.db')
  const damaged = readFileSync(file)
  damaged.fill(0xab, 8 * 4096, 40 * 4096)
  writeFileSync(file, damaged)
  await expect(startLake({dir: lake.options.dir, port: 0})).rejects.toThrow(/^\S+ is damaged or no lake database/)
  expect(readFileSync(file).equals(damaged)).toBe(true)
})

test('a second process on the same folder is refused in one sentence, until the first is gone', async () => {
  const dir = await newFolder()
  const first = await spawnLake(dir)
  await clientOf(first).create({_id: 'a', _type: 'page'})
  await expect(startLake({dir, port: 0})).rejects.toThrow(/^Another process has the lake's folder/)
  await clientOf(first).create({_id: 'b', _type: 'page'})
  await first.kill()
  expect((await openTestLake({dir})).documents.size).toBe(2)
})

test('a port in use is named in one sentence, and the folder is free again', async () => {
  const lake = await openTestLake()
  const dir = await newFolder()
  const port = Number(new URL(lake.url).port)
  await expect(startLake({dir, port})).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`)
  await openTestLake({dir})
})

test('a start that fails late leaves neither the folder nor the port in use', async () => {
  const dir = await newFolder()
  const lake = await openTestLake()
  const port = Number(new URL(lake.url).port)
  await lake.close()
  const webhook = {name: 'site', url: 'not a url', secret: 's', on: ['create' as const]}
  await expect(startLake({dir, port, webhooks: [webhook]})).rejects.toThrow(/needs an http or https URL/)
  await openTestLake({dir, port})
})

test('a database that was emptied is refused where a lake has worked, and left as it is', async () => {
  const lake = await openTestLake({writeToken: undefined, readToken: undefined, adminToken: undefined})
  const {dir} = lake.options
  await clientOf(lake, {token: lake.tokens.write}).create({_id: 'a', _type: 'page'})
  await lake.close()
  truncateSync(join(dir, 'lake.db'), 0)
  await expect(startLake({dir, port: 0})).rejects.toThrow(/is empty, although a lake has worked in its folder; put a/)
  expect(statSync(join(dir, 'lake.db')).size).toBe(0)
  rmSync(join(dir, 'lake.db'))
  expect((await openTestLake({dir})).documents.size).toBe(0)
})

test('a database whose tables went with its log of writes is refused where a lake has worked', async () => {
  const lake = await openTestLake({writeToken: undefined, readToken: undefined, adminToken: undefined})
  const [{dir}, copy] = [lake.options, await newFolder()]
  // As they are when a new lake is killed, without lake.db-wal.
  for (const name of ['lake.db', 'tokens.json']) copyFileSync(join(dir, name), join(copy, name))
  await expect(startLake({dir: copy, port: 0})).rejects.toThrow(
    /lake.db has no tables, although .*lake.db-wal, its log/,
  )
  expect(inspectLake(copy)).toEqual([expect.stringContaining('has no tables')])
})

test('an empty file is a new database where a first start was cut short', async () => {
  const dir = await newFolder()
  writeFileSync(join(dir, 'lake.db'), '')
  expect((await openTestLake({dir})).documents.size).toBe(0)
})

test('a database that was cut off anywhere never opens as another one', async () => {
  const lake = await openTestLake()
  for (let n = 0; n < 20; n += 1) await clientOf(lake).create({_id: `p${n}`, _type: 'page', text: '内容'.repeat(2000)})
  await lake.close()
  const file = join(lake.options.dir, 'lake.db')
  const whole = readFileSync(file)
  for (const size of [1, 99, 511, 512, 4096, 4097, 8192, 40_960, whole.length - 4096, whole.length - 1]) {
    writeFileSync(file, whole.subarray(0, size))
    await expect(startLake({dir: lake.options.dir, port: 0, log: () => {}})).rejects.toThrow(
      /^\S+ is damaged or no lake/,
    )
  }
})

test('database, log, backup and export are their owner’s alone, whatever they were before', async () => {
  const dir = join(await newFolder(), 'new')
  const first = await openTestLake({dir})
  await clientOf(first).assets.upload('file', Buffer.from('text'), {filename: 'a.txt'})
  await first.close()
  for (const name of readdirSync(dir)) chmodSync(join(dir, name), 0o755)
  const lake = await openTestLake({dir})
  await clientOf(lake).create({_id: 'a', _type: 'page'})
  const out = join(await newFolder(), 'out')
  await lake.backup(join(out, 'backup'))
  await exportDataset(lake, join(out, 'export'))
  await exportDataset(lake, join(out, 'export.tar.gz'))
  const open = (path: string) => (statSync(path).mode & 0o077 ? [path] : [])
  const files = readdirSync(out, {recursive: true, encoding: 'utf8'}).map((name) => join(out, name))
  expect(files.length).toBeGreaterThan(6)
  expect(files.flatMap(open)).toEqual([])
  expect([dir, join(dir, 'lake.db'), join(dir, 'lake.db-wal')].flatMap(open)).toEqual([])
})

test('a read-only disk is named as one, at the start and while the lake runs', async (context) => {
  const dir = await newFolder()
  const mount = (...args: string[]) => spawnSync('mount', [...args, dir]).status
  if (mount('-t', 'tmpfs', '-o', 'size=16m', 'tmpfs') !== 0) return context.skip('this user may not mount anything')
  onTestFinished(() => {
    spawnSync('umount', ['-l', dir])
  })
  const lake = await openTestLake({dir})
  await clientOf(lake).create({_id: 'a', _type: 'page'})
  await lake.close()
  expect(mount('-o', 'remount,ro')).toBe(0)
  await expect(startLake({dir, port: 0})).rejects.toThrow(
    /is on a file system that is read-only; mount it writable \(in a unit of systemd: ReadWritePaths=\), or/,
  )
})

test.each([
  [{errcode: 8}, /may not be written to by this user; give it write permission; nothing was changed/],
  [{errcode: 13}, /no space left/],
  [{errcode: 11}, /is damaged; nothing was changed. Stop the lake and put a backup/],
  [{errcode: 26}, /is damaged/],
  [{errcode: 10 | (3 << 8)}, /The disk of the lake fails/],
  [{errcode: 14}, /The disk of the lake fails/],
  [{code: 'EROFS'}, /is on a file system that is read-only; mount it writable \(.*\); nothing was changed/],
  [{code: 'EACCES'}, /give it write permission/],
  [{code: 'ENOSPC'}, /no space left/],
  [{code: 'EDQUOT'}, /no space left/],
  [{code: 'EIO'}, /The disk of the lake fails/],
  [{code: 'ENOENT'}, undefined],
])('a failure with %o is told with its remedy', async (fields, sentence) => {
  const told = storageFailure(Object.assign(new Error('failed'), fields), await newFolder())
  if (sentence) expect(told).toMatch(sentence)
  else expect(told).toBeUndefined()
})
