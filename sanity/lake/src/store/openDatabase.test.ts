import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {expect, test} from 'vitest'
import {createLake} from '../createLake.ts'
import {clientOf, newFolder, openTestLake} from '../testing/openTestLake.ts'
import {spawnLake} from '../testing/spawnLake.ts'

test('a folder that does not exist yet is made', async () => {
  const lake = await openTestLake({dir: join(await newFolder(), 'deep', 'down')})
  expect(lake.documents.size).toBe(0)
})

test('a folder that cannot be made is named in one sentence', async () => {
  const file = join(await newFolder(), 'file')
  writeFileSync(file, '')
  await expect(createLake({dir: join(file, 'lake')})).rejects.toThrow(/^The lake's folder .*file\/lake cannot be made/)
})

test('a folder that cannot be written to is named in one sentence', async () => {
  const dir = await newFolder()
  mkdirSync(join(dir, 'lake.db'))
  await expect(createLake({dir})).rejects.toThrow(/cannot be written to; give this user write permission/)
})

test('a file that is no database is left alone, and the message says what to do', async () => {
  const dir = await newFolder()
  writeFileSync(join(dir, 'lake.db'), 'this is a letter, not a database'.repeat(100))
  await expect(createLake({dir})).rejects.toThrow(/is damaged or no lake database; move it away/)
})

test('a second lake on the same folder is refused, and the first goes on working', async () => {
  const lake = await openTestLake()
  await expect(createLake({dir: lake.options.dir, port: 0})).rejects.toThrow(/^Another process has the lake's folder/)
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
  await expect(createLake({dir: lake.options.dir, port: 0})).rejects.toThrow(/is damaged or no lake database/)
  expect(readFileSync(file).equals(damaged)).toBe(true)
})

test('a second process on the same folder is refused in one sentence, until the first is gone', async () => {
  const dir = await newFolder()
  const first = await spawnLake(dir)
  await clientOf(first).create({_id: 'a', _type: 'page'})
  await expect(createLake({dir, port: 0})).rejects.toThrow(/^Another process has the lake's folder/)
  await clientOf(first).create({_id: 'b', _type: 'page'})
  await first.kill()
  expect((await openTestLake({dir})).documents.size).toBe(2)
})

test('a database of a newer version is refused before anything is changed in it', async () => {
  const dir = await newFolder()
  const database = new DatabaseSync(join(dir, 'lake.db'))
  database.exec('PRAGMA user_version = 99')
  database.close()
  await expect(createLake({dir})).rejects.toThrow(/newer version of the lake \(schema 99/)
})

test('a port in use is named in one sentence, and the folder is free again', async () => {
  const lake = await openTestLake()
  const dir = await newFolder()
  const port = Number(new URL(lake.url).port)
  await expect(createLake({dir, port})).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`)
  await openTestLake({dir})
})

test('a start that fails late leaves neither the folder nor the port in use', async () => {
  const dir = await newFolder()
  const lake = await openTestLake()
  const port = Number(new URL(lake.url).port)
  await lake.close()
  const webhook = {name: 'site', url: 'not a url', secret: 's', on: ['create' as const]}
  await expect(createLake({dir, port, webhooks: [webhook]})).rejects.toThrow(/needs an http or https URL/)
  await openTestLake({dir, port})
})
