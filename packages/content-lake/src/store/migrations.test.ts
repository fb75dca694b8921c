import {spawnSync} from 'node:child_process'
import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {expect, test} from 'vitest'
import {effectsBetween} from '../mendoza/encode.ts'
import {expectWholeHistory} from '../testing/expectWholeHistory.ts'
import {openReceiver} from '../testing/openReceiver.ts'
import {clientOf, newFolder, openTestLake} from '../testing/openTestLake.ts'
import type {LakeDocument} from '../types.ts'
import {migrations} from './migrations.ts'

const WRITTEN = '2026-01-02T03:04:05.678Z'
const PAGE: LakeDocument = {
  _id: 'a',
  _type: 'page',
  _rev: 'old',
  _createdAt: WRITTEN,
  _updatedAt: WRITTEN,
  title: '旧',
}

/** From this version on, a change keeps of the state before only its revision. */
const WITHOUT_BEFORE = 4
/** Up to this version, a delivery kept how often it had failed. */
const WITH_ATTEMPTS = 6
const EDITED: LakeDocument = {...PAGE, _rev: 'edited', text: '内容'.repeat(500)}

/** A file as the given version of the lake left it, with one document that was created and edited. */
async function writeOldFile(version: number): Promise<string> {
  const dir = await newFolder()
  const database = new DatabaseSync(join(dir, 'lake.db'))
  for (const migration of migrations.slice(0, version)) database.exec(migration)
  database.exec(`PRAGMA user_version = ${version}`)
  const json = JSON.stringify(EDITED)
  database.prepare('INSERT INTO documents (id, type, json) VALUES (?, ?, ?)').run(PAGE._id, PAGE._type, json)
  const before = version < WITHOUT_BEFORE ? 'before' : 'previous_rev'
  for (const [old, now] of [
    [null, PAGE],
    [PAGE, EDITED],
  ] as const) {
    const {lastInsertRowid} = database
      .prepare('INSERT INTO transactions (id, timestamp, author) VALUES (?, ?, ?)')
      .run(now._rev, WRITTEN, 'ann')
    const effects = JSON.stringify(effectsBetween(old, now))
    const kept = version < WITHOUT_BEFORE ? old && JSON.stringify(old) : (old?._rev ?? null)
    database
      .prepare(
        `INSERT INTO transaction_documents (seq, document_id, ${before}, after, mutations, effects)
         VALUES (?, ?, ?, ?, '[]', ?)`,
      )
      .run(lastInsertRowid, PAGE._id, kept, JSON.stringify(now), effects)
  }
  database.close()
  return dir
}

test.each(migrations.map((_, index) => index + 1))(
  'a file of schema version %i opens with its content and history, and goes on',
  async (version) => {
    const dir = await writeOldFile(version)
    const lake = await openTestLake({dir})
    const client = clientOf(lake)
    expect(await client.getDocument('a')).toEqual(EDITED)
    await client.patch('a').set({title: '新'}).commit({transactionId: 'new'})
    expect([...expectWholeHistory(lake.database).keys()]).toEqual(['old', 'edited', 'new'])
    expect(lake.database.prepare('PRAGMA user_version').get()).toEqual({user_version: migrations.length})
    await lake.compact({thorough: true})
    expect(lake.database.prepare('PRAGMA auto_vacuum').get()).toEqual({auto_vacuum: 2})
    await lake.close()
    expect((await openTestLake({dir})).documents.get('a')).toMatchObject({title: '新', _rev: 'new'})
  },
)

test('what waits for a webhook since an older version is delivered', async () => {
  const dir = await writeOldFile(WITH_ATTEMPTS)
  const file = new DatabaseSync(join(dir, 'lake.db'))
  file.exec(`INSERT INTO webhook_deliveries (webhook, seq, document_id, body, attempts, next_attempt_at, created_at)
    VALUES ('site', 2, 'a', '{"kept": true}', 9, 32503680000000, 0)`)
  file.close()
  const {url, count} = await openReceiver()
  await openTestLake({dir, webhooks: [{name: 'site', url, secret: 'secret', on: ['update']}]})
  expect((await count(1)).map(({body}) => body)).toEqual([{kept: true}])
})

test('a migration that fails leaves the file at the version it had', async () => {
  const dir = await writeOldFile(1)
  const file = new DatabaseSync(join(dir, 'lake.db'))
  // In the way of the second migration, which adds the column.
  file.exec('ALTER TABLE transactions ADD COLUMN digest TEXT')
  file.close()
  await expect(openTestLake({dir})).rejects.toThrow(/cannot be opened: duplicate column name: digest/)
  const after = new DatabaseSync(join(dir, 'lake.db'))
  expect(after.prepare('PRAGMA user_version').get()).toEqual({user_version: 1})
  after.close()
})

test('a lake that is killed in the middle of the migration of its history goes through it at the next start', async () => {
  const dir = await writeOldFile(WITHOUT_BEFORE - 1)
  const script = `
    const {DatabaseSync} = await import('node:sqlite')
    const {migrations} = await import(${JSON.stringify(new URL('migrations.ts', import.meta.url).href)})
    const database = new DatabaseSync(process.argv[1])
    database.exec('PRAGMA journal_mode = WAL; PRAGMA cache_size = 1; BEGIN IMMEDIATE;' + migrations[${WITHOUT_BEFORE - 1}])
    process.kill(process.pid, 'SIGKILL')`
  const args = ['--input-type=module', '-e', script, join(dir, 'lake.db')]
  const {signal} = spawnSync(process.execPath, args)
  expect(signal).toBe('SIGKILL')
  const lake = await openTestLake({dir})
  expect([...expectWholeHistory(lake.database).keys()]).toEqual(['old', 'edited'])
  expect(lake.documents.get('a')).toEqual(EDITED)
})
