import {open, rm} from 'node:fs/promises'
import {backup, DatabaseSync} from 'node:sqlite'
import {setImmediate} from 'node:timers/promises'
import {sqliteCode} from '../store/storageFailure.ts'
import type {Lake} from '../types.ts'

/** SQLite pages copied in one go, after which whoever waits is served. */
const STEP_PAGES = 200

/** Copies the database of a running lake, as it is at the end of the copy, into a new file. */
export async function snapshotDatabase(lake: Pick<Lake, 'database'>, file: string): Promise<void> {
  while (!(await copyDatabase(lake.database, file))) await setImmediate()
  leaveOutSessions(file)
  checkSnapshot(file)
  await flush(file)
}

/**
 * False when a transaction was under way, which ends within this turn of the event loop: Node waits for one in the
 * middle of a copy, but at its first step rejects with an error whose code is that of success.
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

/** A session that was ended since is not to be good again in a lake that is opened from its backup. */
function leaveOutSessions(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    copy.exec('PRAGMA secure_delete = ON; DELETE FROM sessions; DELETE FROM login_failures;')
  } finally {
    copy.close()
  }
}

/** Counts the documents of a copy, and throws if it cannot be read: then it is no backup. */
export function checkSnapshot(file: string): number {
  const copy = new DatabaseSync(file)
  try {
    // In one file, without a log beside it; the lake that opens it goes back to a log.
    copy.exec('PRAGMA journal_mode = DELETE')
    const {quick_check: verdict} = copy.prepare('PRAGMA quick_check(1)').get() ?? {}
    if (verdict !== 'ok') throw new Error(`the copy is damaged (${String(verdict)})`)
    return Number(copy.prepare('SELECT count(*) AS count FROM documents').get()?.count)
  } finally {
    copy.close()
  }
}

/** Returns when the file is on the disk, not merely on its way there. */
export async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}
