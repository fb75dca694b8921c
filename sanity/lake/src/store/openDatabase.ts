import {mkdirSync} from 'node:fs'
import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {LakeOpenError} from './LakeOpenError.ts'
import {migrations} from './migrations.ts'

const FILE_NAME = 'lake.db'
/** SQLite's primary result codes, the low byte of `errcode`. */
const SQLITE = {busy: 5, readonly: 8, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26}

/**
 * Opens the folder's database for this process alone, up to date with the newest schema.
 * Throws LakeOpenError when the folder, the file or another process is in the way.
 */
export function openDatabase(dir: string): DatabaseSync {
  try {
    mkdirSync(dir, {recursive: true})
  } catch (error) {
    throw new LakeOpenError(`The lake's folder ${dir} cannot be made: ${messageOf(error)}.`, {cause: error})
  }
  const file = join(dir, FILE_NAME)
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file)
    prepare(database, file)
    return database
  } catch (error) {
    database?.close()
    throw error instanceof LakeOpenError ? error : new LakeOpenError(explain(error, dir, file), {cause: error})
  }
}

function prepare(database: DatabaseSync, file: string): void {
  // The lock is the operating system's, so that a killed process leaves none behind.
  // FULL: what was acknowledged is on the disk, not merely on its way there.
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    BEGIN IMMEDIATE;
    COMMIT;
  `)
  const check = database.prepare('PRAGMA quick_check(1)').get()
  if (check?.quick_check !== 'ok') throw new LakeOpenError(corrupt(file))
  migrate(database, file)
}

function migrate(database: DatabaseSync, file: string): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (version > migrations.length) {
    throw new LakeOpenError(
      `${file} was written by a newer version of the lake (schema ${version}, this one knows ${migrations.length}).`,
    )
  }
  for (const [index, migration] of migrations.entries()) {
    if (index >= version) database.exec(`BEGIN IMMEDIATE; ${migration} PRAGMA user_version = ${index + 1}; COMMIT;`)
  }
}

function explain(error: unknown, dir: string, file: string): string {
  switch (resultCode(error)) {
    case SQLITE.busy:
      return `Another process has the lake's folder ${dir} open; stop it, or use another folder.`
    case SQLITE.readonly:
    case SQLITE.cannotOpen:
      return `The lake's folder ${dir} cannot be written to; give this user write permission, or use another folder.`
    case SQLITE.notADatabase:
    case SQLITE.corrupt:
      return corrupt(file)
    case SQLITE.full:
      return `There is no space left on the disk that holds ${dir}.`
    default:
      return `${file} cannot be opened: ${messageOf(error)}.`
  }
}

const corrupt = (file: string): string =>
  `${file} is damaged or no lake database; move it away (or put a backup in its place) and start again.`

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  return error.errcode & 0xff
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
