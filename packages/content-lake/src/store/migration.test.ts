import {spawnSync} from 'node:child_process'
import {mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {readdir} from 'node:fs/promises'
import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {describe, expect, onTestFinished, test} from 'vitest'
import {backupFolder} from '../backup/backupLake.ts'
import type {StartedLake} from '../Lake.ts'
import {startLake} from '../startLake.ts'
import {Disk} from '../testing/Disk.ts'
import {expectWholeHistory} from '../testing/expectWholeHistory.ts'
import {openReceiver} from '../testing/openReceiver.ts'
import {clientOf, newFolder, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {randomness} from '../testing/randomness.ts'
import {obstacleToTracing, type SystemCall, traceLake} from '../testing/traceLake.ts'
import {DATABASE_FILE, openMemoryDatabase} from './openDatabase.ts'

const folder = new URL('oldDatabases/', import.meta.url)

/** Schemas of earlier lakes. Of each there is a database as SQL, which a lake with that schema wrote over its API. */
const OLD_SCHEMAS: readonly number[] = readdirSync(folder).map((name) => Number(/\d+/.exec(name)?.[0]))

/**
 * Makes the database of an earlier lake in a folder. It was sent the same transactions by each: `created`, `edited` and
 * `edited-more` (`drafts.a`), `published` (`a`), `other` (`b`), `ordered` (both, out of order), `deleted` (`b`). Their
 * time is now: edits that are older than a day may be merged by the lake that opens the database.
 */
function writeOldDatabase(dir: string, schema: number): void {
  mkdirSync(dir, {recursive: true})
  const database = new DatabaseSync(join(dir, DATABASE_FILE))
  database.exec('PRAGMA journal_mode = WAL')
  database.exec(readFileSync(new URL(`schema${schema}.sql`, folder), 'utf8'))
  database.prepare('UPDATE transactions SET timestamp = ?').run(new Date().toISOString())
  database.close()
}

async function oldFolder(schema: number): Promise<string> {
  const dir = await newFolder()
  writeOldDatabase(dir, schema)
  return dir
}

/** Columns and indexes of each table. */
function tablesOf(database: DatabaseSync) {
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  const detail = (pragma: string, name: unknown) => database.prepare(`PRAGMA ${pragma}("${String(name)}")`).all()
  return names.map(({name}) => [name, detail('table_info', name), detail('index_list', name)])
}

const SENT = ['created', 'edited', 'edited-more', 'published', 'other', 'ordered', 'deleted']

/** Expects all that the earlier lake was sent: documents, each transaction, and the tables of a new lake. */
function expectAllKept({database, documents}: Pick<StartedLake, 'database' | 'documents'>): void {
  expect([...documents.all()]).toMatchObject([{_id: 'a', title: '三', text: expect.stringMatching(/^新内容/)}])
  expect([...expectWholeHistory(database).keys()]).toEqual(SENT)
  expect(tablesOf(database)).toEqual(tablesOf(openMemoryDatabase()))
}

async function revisionOf(lake: StartedLake, id: string, revision: string): Promise<unknown> {
  const path = `/v2025-02-19/data/history/production/documents/${id}?revision=${revision}`
  const response = await fetch(lake.url + path, {headers: {authorization: `Bearer ${TEST_TOKENS.read}`}})
  return response.json()
}

describe.each(OLD_SCHEMAS)('a database of schema %i', (schema) => {
  test('opens with its content and history, and goes on', async () => {
    const dir = await oldFolder(schema)
    const lake = await openTestLake({dir})
    expectAllKept(lake)
    expect(await revisionOf(lake, 'drafts.a', 'edited')).toMatchObject({
      documents: [{_rev: 'edited', title: '二', text: expect.stringMatching(/^内容/)}],
    })
    await clientOf(lake).patch('a').set({title: '新'}).commit({transactionId: 'new'})
    expect([...expectWholeHistory(lake.database).keys()]).toEqual([...SENT, 'new'])
    await lake.compact({thorough: true})
    // A file that was made without incremental vacuum gets it.
    expect(lake.database.prepare('PRAGMA auto_vacuum').get()).toEqual({auto_vacuum: 2})
    await lake.close()
    expect((await openTestLake({dir})).documents.get('a')).toMatchObject({title: '新', _rev: 'new'})
  })

  test('is backed up as it is, so that the earlier lake goes on with it or with the backup', async () => {
    const [dir, backup] = [await oldFolder(schema), await newFolder()]
    expect(await backupFolder(dir, backup)).toEqual({documents: 1, assets: 0})
    for (const folder of [dir, backup]) {
      const database = new DatabaseSync(join(folder, DATABASE_FILE))
      expect(database.prepare('PRAGMA user_version').get()).toEqual({user_version: schema})
      database.close()
      expect(await readdir(folder)).not.toContain('tokens.json')
    }
    expectAllKept(await openTestLake({dir: backup}))
  })

  test('answers a transaction that it took before the update, and does not apply it again', async () => {
    const lake = await openTestLake({dir: await oldFolder(schema)})
    const ordered = clientOf(lake)
      .transaction()
      .patch('b', {set: {title: 'b'}})
      .patch('a', {set: {title: '三'}})
      .patch('b', {set: {title: 'c'}})
    const {results} = await ordered.commit({transactionId: 'ordered', returnDocuments: false})
    // Only later versions kept the order in which they had answered.
    expect(results.map(({id}) => id)).toEqual(schema < 7 ? ['a', 'b'] : ['b', 'a', 'b'])
    expectAllKept(lake)
  })

  test('delivers what waits for a webhook', async () => {
    const {url, count} = await openReceiver()
    const dir = await oldFolder(schema)
    await openTestLake({dir, webhooks: [{name: 'site', url, secret: 'secret', on: ['create']}]})
    expect((await count(1)).map(({body}) => body)).toEqual([{_id: 'a', title: '二'}])
  })

  test('is left alone where the disk has no room for its migration, which goes on once there is', async (context) => {
    const dir = await newFolder()
    const {status} = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir])
    if (status !== 0) return context.skip('this user may not mount a small file system')
    onTestFinished(() => {
      spawnSync('umount', ['-l', dir])
    })
    writeOldDatabase(dir, schema)
    const before = readFileSync(join(dir, DATABASE_FILE))
    const ballast = join(dir, 'ballast')
    expect(() => writeFileSync(ballast, Buffer.alloc(2 ** 20))).toThrow('ENOSPC')
    await expect(startLake({dir, port: 0, log: () => {}})).rejects.toThrow(/no space left|is full or broken/)
    expect(readFileSync(join(dir, DATABASE_FILE)).equals(before)).toBe(true)
    rmSync(ballast)
    expectAllKept(await openTestLake({dir}))
  })
})

test('a kill or a power cut at any moment of a migration loses nothing', async (context) => {
  const obstacle = obstacleToTracing()
  if (obstacle) return context.skip(obstacle)
  // The oldest goes through all steps.
  const dir = await oldFolder(Math.min(...OLD_SCHEMAS))
  const disk = new Disk(dir)
  const file = join(dir, DATABASE_FILE)
  for (const call of presentFile(dir, readFileSync(file))) disk.apply(call)
  const lake = await traceLake(dir)
  const {below} = randomness(1)
  let moments = 0
  for (const call of await lake.kill()) {
    disk.apply(call)
    if (!call.path.startsWith(file)) continue
    moments += 1
    for (const pickUpTo of [(max: number) => max, (max: number) => below(max + 1)]) {
      const left = join(await newFolder(), 'lake')
      disk.cutPower(left, pickUpTo)
      const next = await startLake({dir: left, port: 0, log: () => {}})
      try {
        expectAllKept(next)
      } finally {
        await next.close()
        rmSync(left, {recursive: true})
      }
    }
  }
  expect(moments).toBeGreaterThan(10)
})

/** The calls by which a folder came to hold the database, safely. */
function presentFile(dir: string, bytes: Buffer): SystemCall[] {
  const path = join(dir, DATABASE_FILE)
  return [
    {name: 'make', path, isFolder: false, truncates: false},
    {name: 'write', path, at: 0, bytes},
    {name: 'sync', path},
    {name: 'sync', path: dir},
  ]
}

function writeSchema(dir: string, schema: number): string {
  const file = join(dir, DATABASE_FILE)
  const database = new DatabaseSync(file)
  database.exec(`CREATE TABLE documents (id TEXT PRIMARY KEY); PRAGMA user_version = ${schema}`)
  database.close()
  return file
}

test.each([
  [99, /newer version of the lake \(schema 99, this one knows \d+\): start that one again, or put a backup/],
  // No lake had these.
  [1, /is damaged or no lake database/],
  [5, /is damaged or no lake database/],
])('a database of schema %i is refused, with what to do, and left as it is', async (schema, sentence) => {
  const dir = await newFolder()
  const file = writeSchema(dir, schema)
  const {size} = statSync(file)
  await expect(startLake({dir})).rejects.toThrow(sentence)
  const after = new DatabaseSync(file)
  expect(after.prepare('PRAGMA user_version').get()).toEqual({user_version: schema})
  after.close()
  expect(statSync(file).size).toBe(size)
})
