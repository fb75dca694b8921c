import {mkdir, open, rm} from 'node:fs/promises'
import {dirname, join, relative} from 'node:path'
import {backup, DatabaseSync} from 'node:sqlite'
import {setImmediate} from 'node:timers/promises'
import type {Lake} from '../Lake.ts'
import {DATABASE_FILE} from '../store/openDatabase.ts'
import {sqliteCode} from '../store/storageFailure.ts'

/** SQLite pages copied before yielding to the event loop. */
const STEP_PAGES = 200

/** The folders of a lake and of its datasets, with their databases. */
export interface LakeDatabases {
  options: {dir: string}
  datasets(): Iterable<{options: {dir: string}; database: DatabaseSync}>
}

/** Copies the databases of all datasets into a folder, under their names in the lake's own folder. Returns these names. */
export async function snapshotLake({options, datasets}: LakeDatabases, to: string): Promise<string[]> {
  const names: string[] = []
  for (const dataset of datasets()) {
    const name = relative(options.dir, join(dataset.options.dir, DATABASE_FILE))
    await mkdir(dirname(join(to, name)), {recursive: true, mode: 0o700})
    await snapshotDatabase(dataset, join(to, name))
    names.push(name)
  }
  return names
}

export async function snapshotDatabase(lake: Pick<Lake, 'database'>, file: string): Promise<void> {
  while (!(await copyDatabase(lake.database, file))) await setImmediate()
  leaveOutSessions(file)
  checkSnapshot(file)
  await flush(file)
}

/**
 * Returns false if a transaction was open, which ends within this turn of the event loop. In the middle of a copy Node
 * waits for a transaction, but at the first step it rejects with an error whose code is that of success.
 */
async function copyDatabase(database: DatabaseSync, file: string): Promise<boolean> {
  await rm(file, {force: true})
  try {
    await backup(database, file, {rate: STEP_PAGES})
    return true
  } catch (error) {
    if (sqliteCode(error) === 0) return false
    throw error
  }
}

/** Removes sessions: one that has ended since must not be valid again in a restored lake. */
function leaveOutSessions(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    copy.exec('PRAGMA secure_delete = ON')
    // The oldest lakes lack these tables.
    const tables = copy.prepare("SELECT name FROM sqlite_schema WHERE name IN ('sessions', 'login_failures')").all()
    for (const {name} of tables) copy.exec(`DELETE FROM ${String(name)}`)
  } finally {
    copy.close()
  }
}

/** Counts the documents of a copy. Throws if it cannot be read. */
export function checkSnapshot(file: string): number {
  const copy = new DatabaseSync(file)
  try {
    // One file without a WAL; the lake that opens it switches back.
    copy.exec('PRAGMA journal_mode = DELETE')
    const {quick_check: verdict} = copy.prepare('PRAGMA quick_check(1)').get() ?? {}
    if (verdict !== 'ok') throw new Error(`the copy is damaged (${String(verdict)})`)
    return Number(copy.prepare('SELECT count(*) AS count FROM documents').get()?.count)
  } finally {
    copy.close()
  }
}

/** Writes a file through to the disk. Rejects where that fails, as on a full one. */
export async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    // Node ends a process that leaves a handle to the garbage collection.
    await handle.close()
  }
}
