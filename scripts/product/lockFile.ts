import {accessSync, constants, existsSync, mkdirSync} from 'node:fs'
import {dirname} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {messageOf} from '../../lib/messageOf.ts'
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
 * on a file with a note about the owner), so a killed process leaves none behind.
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
    throw new UserError(`${file} cannot be written (${messageOf(error)}). ${remedyFor(error, dirname(file))}`)
  }
}

/**
 * Makes a folder and those above it, where there are none. The first of them is made by itself: where the system takes no
 * folders and says that there is no such place, as in `/proc` or at a mount point of autofs, Node would try for ever.
 */
export function makeFolder(path: string, mode?: number): void {
  let first = path
  while (!existsSync(dirname(first))) first = dirname(first)
  try {
    mkdirSync(first, {mode})
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  mkdirSync(path, {recursive: true, mode})
}

/** Returns whether another process holds a lock on `file`. */
export function isLocked(file: string): boolean {
  if (!existsSync(file)) return false
  const database = new DatabaseSync(file)
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
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
  database.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS owner (note TEXT); DELETE FROM owner')
  database.prepare('INSERT INTO owner VALUES (?)').run(owner)
  database.exec('COMMIT; BEGIN IMMEDIATE')
}

function readOwner(database: DatabaseSync): string {
  try {
    return String(database.prepare('SELECT note FROM owner').get()?.note ?? 'Another process')
  } catch {
    return 'Another process'
  }
}

/** SQLite says the same of a read-only file system and of a missing permission. */
function remedyFor(error: unknown, folder: string): string {
  if (isFull(error)) return 'Make room on the disk.'
  try {
    accessSync(folder, constants.W_OK)
  } catch (refusal) {
    if (refusal instanceof Error && 'code' in refusal && refusal.code === 'EROFS')
      return 'Its file system is mounted read-only: remount it, or name another folder.'
  }
  return 'Give yourself write permission, or remove the file if it is damaged.'
}

/** SQLITE_FULL, and the system's own */
const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('errcode' in error && error.errcode === 13) || ('code' in error && error.code === 'ENOSPC'))

/** SQLITE_BUSY */
const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === 5
