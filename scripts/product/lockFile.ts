import {existsSync, mkdirSync, statSync} from 'node:fs'
import {dirname} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {messageOf} from '../../lib/messageOf.ts'
import {giveToFolderOwner, refusalOf, remedyFor} from './files.ts'
import {UserError} from './report.ts'

/** Referenced until the process exits: a garbage-collected database would release its lock. */
const held = new Set<DatabaseSync>()

interface Claim {
  /** Description of this process in the error of another one. */
  owner: string
  /** Folder that the lock protects. */
  guards: string
  /** Remedy in the error of another process. */
  remedy: string
}

/**
 * Locks `file` until this process exits or calls the returned unlock function. The lock is the operating system's (SQLite's,
 * on a file with a note about the owner), so a killed process leaves none behind. A full disk takes the lock without the note.
 *
 * @throws UserError if another process holds the lock, or the file cannot be written.
 */
export function lockFile(file: string, {owner, guards, remedy}: Claim): () => void {
  let database: DatabaseSync | undefined
  try {
    makeFolder(dirname(file), 0o700)
    database = new DatabaseSync(file, {timeout: 500})
    lock(database, owner)
    held.add(database)
    const locked = database
    return () => {
      held.delete(locked)
      locked.close()
    }
  } catch (error) {
    const holder = isBusy(error) && database ? readOwner(database) : undefined
    database?.close()
    if (holder) throw new UserError(`${holder} is using ${guards}. ${remedy}`)
    const refusal = refusalOf(error, dirname(file)) ?? 'forbidden'
    const mend =
      refusal === 'damaged' ? 'Remove the file: it holds nothing.' : remedyFor(refusal, 'name another folder')
    throw new UserError(`${file} cannot be written (${messageOf(error)}). ${mend}`)
  }
}

/**
 * Makes a folder and those above it, where there are none. Those that root makes belong to the owner of the folder that they
 * are in. Each is made by itself: where the system takes no folders and says that there is no such place, as in `/proc` or at a
 * mount point of autofs, Node's `recursive` would try for ever.
 */
export function makeFolder(path: string, mode?: number): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, {mode})
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (exists && statSync(path).isDirectory()) return
    throw error
  }
  giveToFolderOwner(path)
}

/** Returns whether another process holds a lock on `file`. */
export function isLocked(file: string): boolean {
  if (!existsSync(file)) return false
  const database = new DatabaseSync(file)
  try {
    // In memory, as in a new file even a lock would begin a journal, for which a full disk has no room.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE; ROLLBACK')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    database.close()
  }
}

/** A reserved lock keeps other writers out and lets them read the owner's note. */
function lock(database: DatabaseSync, owner: string): void {
  try {
    database.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS owner (note TEXT); DELETE FROM owner')
    database.prepare('INSERT INTO owner VALUES (?)').run(owner)
    database.exec('COMMIT')
  } catch (error) {
    if (refusalOf(error) !== 'full') throw error
    // SQLite has mostly rolled back by itself.
    if (database.isTransaction) database.exec('ROLLBACK')
    // In a new file even the lock would begin a journal.
    database.exec('PRAGMA journal_mode = MEMORY')
  }
  database.exec('BEGIN IMMEDIATE')
}

/** A note whose process is gone is an earlier owner's: the disk had no room for the present one's. */
function readOwner(database: DatabaseSync): string {
  try {
    const note = String(database.prepare('SELECT note FROM owner').get()?.note ?? anotherProcess)
    const pid = Number(/\(process (\d+)/.exec(note)?.[1])
    return Number.isNaN(pid) || isAlive(pid) ? note : anotherProcess
  } catch {
    return anotherProcess
  }
}

const anotherProcess = 'Another process'

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** SQLITE_BUSY */
const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === 5
