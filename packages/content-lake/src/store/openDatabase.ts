import {chmodSync, existsSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {pathToFileURL} from 'node:url'
import {LakeOpenError, messageOf} from '../errors.ts'
import {makeFolder} from '../files.ts'
import {obstacleTo, SQLITE, sqliteCode} from './storageFailure.ts'

export const DATABASE_FILE = 'lake.db'

/**
 * Opens the folder's database exclusively, and makes its tables in a new one. `isUsed`: whether it had tables before, so that an
 * emptied file is refused. Throws LakeOpenError if the folder, the file or another process prevents that.
 */
export const openDatabase = (dir: string, isUsed = hasWorked(dir)): DatabaseSync => open(dir, isUsed, createTables)

/** Opens it to be copied, without migrating its tables: the version that wrote it can go on with it. */
export const openUnchanged = (dir: string): DatabaseSync => open(dir, true, refuseNewer)

/**
 * Throws LakeOpenError for a database that would not be opened, and changes nothing, not even its log. One that is open, or
 * was not closed, is passed over: what was written last is not in its file yet.
 */
export function inspectDatabase(dir: string, isUsed: boolean): void {
  const file = join(dir, DATABASE_FILE)
  refuseEmptied(file, isUsed)
  if (!statSync(file, {throwIfNoEntry: false})?.size || existsSync(`${file}-wal`)) return
  const address = pathToFileURL(file)
  // Else SQLite makes files beside it to read it.
  address.search = '?immutable=1'
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(address, {readOnly: true})
    refuseForeign(database, file, isUsed)
    requireWhole(database, file)
    // A start finds it as it reads them.
    const hasTables = refuseNewer(database, file) > 0
    const damaged = hasTables && database.prepare('SELECT id FROM documents WHERE NOT json_valid(json)').get()
    if (damaged) throw unreadable(file, damaged.id)
  } catch (error) {
    throw error instanceof LakeOpenError ? error : new LakeOpenError(explain(error, dir, file), {cause: error})
  } finally {
    database?.close()
  }
}

type PrepareTables = (database: DatabaseSync, file: string) => void

function open(dir: string, isUsed: boolean, prepareTables: PrepareTables): DatabaseSync {
  try {
    makeFolder(dir)
  } catch (error) {
    throw new LakeOpenError(`The lake's folder ${dir} cannot be made: ${messageOf(error)}.`, {cause: error})
  }
  const file = join(dir, DATABASE_FILE)
  refuseEmptied(file, isUsed)
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file)
    prepare(database, file, isUsed)
    prepareTables(database, file)
    return database
  } catch (error) {
    database?.close()
    throw error instanceof LakeOpenError ? error : new LakeOpenError(explain(error, dir, file), {cause: error})
  }
}

/** Opens an empty database that ends with the process. */
export function openMemoryDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec('PRAGMA foreign_keys = ON')
  createTables(database, 'The database in memory')
  return database
}

/** Runs `change` in a transaction of the database, and returns what it returns. An exception rolls all of it back. */
export function inTransaction<T>(database: DatabaseSync, change: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = change()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // After some failures, such as a full disk, SQLite has rolled back already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Files that only a lake in use leaves in its folder. */
const TRACES = ['tokens.json', 'assets', 'transforms']

/** Whether a lake has worked in a folder. */
export const hasWorked = (dir: string): boolean => TRACES.some((name) => existsSync(join(dir, name)))

/** SQLite treats a shorter file as a new database. */
const SMALLEST_DATABASE = 512

/** Throws instead of starting empty where content was lost. An empty file alone is an interrupted first start. */
function refuseEmptied(file: string, isUsed: boolean): void {
  const size = statSync(file, {throwIfNoEntry: false})?.size
  if (size === undefined || size >= SMALLEST_DATABASE) return
  if (size > 0) throw new LakeOpenError(corrupt(file))
  if (!isUsed) return
  throw new LakeOpenError(
    `${file} is empty, although a lake has worked in its folder; put a backup in its place, or remove it to start afresh.`,
  )
}

/** Restricts the permissions of the database, which SQLite copies to its WAL. */
function restrictPermissions(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) {
    const mode = statSync(path, {throwIfNoEntry: false})?.mode ?? 0
    if (mode & 0o077) chmodSync(path, 0o600)
  }
}

function prepare(database: DatabaseSync, file: string, isUsed: boolean): void {
  // The lock is the operating system's, so that a killed process leaves none behind. Taken before anything is read, it
  // also does without a shared memory file, for which a full disk has no room.
  database.exec('PRAGMA locking_mode = EXCLUSIVE')
  const isNew = isBlank(database)
  refuseForeign(database, file, isUsed)
  restrictPermissions(file)
  // Allows incremental vacuum after compaction.
  if (isNew) database.exec('PRAGMA auto_vacuum = INCREMENTAL')
  // FULL: acknowledged commits are flushed to the disk.
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    BEGIN IMMEDIATE;
    COMMIT;
  `)
  requireWhole(database, file)
}

const isBlank = (database: DatabaseSync): boolean => database.prepare('PRAGMA page_count').get()?.page_count === 0

function requireWhole(database: DatabaseSync, file: string): void {
  const check = database.prepare('PRAGMA quick_check(1)').get()
  if (check?.quick_check !== 'ok') throw new LakeOpenError(corrupt(file))
}

/** The version of `SCHEMA`, in `PRAGMA user_version`. A change of a table needs a step in `STEPS`. */
const SCHEMA_VERSION = 9

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS documents (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    json TEXT NOT NULL
  );
  -- digest tells a transaction that is sent again from another one under the same id. merged_into: edits that were merged
  -- into a later one, to which their revisions lead. results: what was answered, where the changes do not tell it.
  CREATE TABLE IF NOT EXISTS transactions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    timestamp TEXT NOT NULL,
    author TEXT NOT NULL,
    digest TEXT,
    merged_into INTEGER REFERENCES transactions (seq),
    results TEXT
  );
  CREATE INDEX IF NOT EXISTS transactions_merged ON transactions (merged_into) WHERE merged_into IS NOT NULL;
  -- The state before is the one that the change before has left; of it only the revision is kept (null: it was not
  -- there). States, mutations and effects may be packed; chain: how many states lie between this and one that is whole.
  CREATE TABLE IF NOT EXISTS transaction_documents (
    seq INTEGER NOT NULL REFERENCES transactions (seq),
    document_id TEXT NOT NULL,
    after TEXT,
    mutations TEXT NOT NULL,
    effects TEXT NOT NULL,
    previous_rev TEXT,
    chain INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (seq, document_id)
  );
  CREATE INDEX IF NOT EXISTS transaction_documents_by_document ON transaction_documents (document_id, seq);
  CREATE TABLE IF NOT EXISTS key_values (
    user TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user, key)
  );
  CREATE TABLE IF NOT EXISTS webhook_deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook TEXT NOT NULL,
    seq INTEGER NOT NULL,
    document_id TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  );
  INSERT OR IGNORE INTO settings (key, value) VALUES ('datasetId', lower(hex(randomblob(16))));
  -- Sessions by the hash of what their browser holds, and wrong passwords by hashes of account and network.
  CREATE TABLE IF NOT EXISTS sessions (
    hash TEXT PRIMARY KEY,
    user TEXT NOT NULL,
    binding TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    address TEXT NOT NULL,
    agent TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS login_failures (
    account TEXT NOT NULL,
    client TEXT NOT NULL,
    count INTEGER NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (account, client)
  );
  -- Values of unique fields, each with the document that it stays with.
  CREATE TABLE IF NOT EXISTS kept_values (
    rule TEXT NOT NULL,
    value TEXT NOT NULL,
    document_id TEXT NOT NULL,
    PRIMARY KEY (rule, value)
  );
`

/**
 * By schema, the step to the next one: what its tables lack; `SCHEMA` then adds missing tables. All schemas that a lake
 * ever had are here, as somebody may keep a folder or backup of any age: add a step, never change one.
 */
const STEPS: ReadonlyMap<number, string> = new Map([
  [2, 'ALTER TABLE transactions ADD COLUMN merged_into INTEGER REFERENCES transactions (seq);'],
  [
    3,
    `
    ALTER TABLE transaction_documents ADD COLUMN previous_rev TEXT;
    ALTER TABLE transaction_documents ADD COLUMN chain INTEGER NOT NULL DEFAULT 0;
    UPDATE transaction_documents SET previous_rev = coalesce(json_extract(before, '$._rev'), '') WHERE before IS NOT NULL;
    ALTER TABLE transaction_documents DROP COLUMN before;
    DELETE FROM key_values WHERE user = char(0) || 'lake' AND key IN ('logins', 'sessions-since', 'sessions-ended');
    `,
  ],
  [
    6,
    `
    ALTER TABLE webhook_deliveries DROP COLUMN attempts;
    ALTER TABLE webhook_deliveries DROP COLUMN next_attempt_at;
    `,
  ],
  [
    7,
    `
    ALTER TABLE transactions ADD COLUMN results TEXT;
    UPDATE transactions SET results = substr(digest, instr(digest, ' ') + 1), digest = substr(digest, 1, instr(digest, ' ') - 1)
      WHERE instr(digest, ' ') > 0;
    `,
  ],
  // The same tables, with packed texts that earlier lakes cannot unpack.
  [8, ''],
])

/** Throws for the database of another program or of a newer lake, and for one whose tables are gone, before anything in it is changed. */
function refuseForeign(database: DatabaseSync, file: string, isUsed: boolean): void {
  const version = refuseNewer(database, file)
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  if (tables.length === 0) {
    if (!isUsed || isBlank(database)) return
    throw new LakeOpenError(
      `${file} has no tables, although a lake has worked in its folder: it was copied or kept without ${file}-wal, its log of writes. Put that beside it, or a backup in its place, or remove it to start afresh.`,
    )
  }
  const names = new Set(tables.map(({name}) => name))
  // The tables of a lake and their version are made in one transaction.
  const isLake = version > 0 && names.has('documents') && names.has('transactions')
  if (!isLake) throw new LakeOpenError(corrupt(file))
}

/** Returns the version of the tables; 0: there are none. */
function refuseNewer(database: DatabaseSync, file: string): number {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (version <= SCHEMA_VERSION) return version
  throw new LakeOpenError(
    `${file} was written by a newer version of the lake (schema ${version}, this one knows ${SCHEMA_VERSION}): start that one again, or put a backup from before its first start in the folder's place.`,
  )
}

/** Brings the tables to this version, in one transaction. */
function createTables(database: DatabaseSync, file: string): void {
  const version = refuseNewer(database, file)
  if (version === SCHEMA_VERSION) return
  if (version !== 0 && !STEPS.has(version)) throw new LakeOpenError(corrupt(file))
  const steps = [...STEPS].flatMap(([from, step]) => (version === 0 || from < version ? [] : step))
  database.exec(`BEGIN IMMEDIATE; ${steps.join('')} ${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT;`)
}

const FILES = [DATABASE_FILE, `${DATABASE_FILE}-wal`]

function explain(error: unknown, dir: string, file: string): string {
  const code = sqliteCode(error)
  const obstacle = obstacleTo(dir, FILES)
  if (code === SQLITE.busy) {
    return `Another process has the lake's folder ${dir} open. If it is a backup, wait until it has ended; stop a lake, or use another folder.`
  }
  if (code === SQLITE.notADatabase || code === SQLITE.corrupt) return corrupt(file)
  if (code === SQLITE.full) return `There is no space left on the disk that holds ${dir}.`
  if (obstacle) return `The lake's folder ${dir} ${obstacle}, or use another folder.`
  if (code === SQLITE.readonly || code === SQLITE.cannotOpen) {
    return `The lake's folder ${dir} cannot be written to; give this user write permission, or use another folder.`
  }
  if (code === SQLITE.io) return `The disk that holds ${dir} is full or broken (${messageOf(error)}).`
  return `${file} cannot be opened: ${messageOf(error)}.`
}

const corrupt = (file: string): string =>
  `${file} is damaged or no lake database; move it away (or put a backup in its place) and start again.`

/** SQLite does not see that bytes within a text have changed. */
export const unreadable = (file: string, id: unknown): LakeOpenError =>
  new LakeOpenError(
    `${file} is damaged: the document ${JSON.stringify(id)} in it cannot be read; put a backup in its place and start again.`,
  )
