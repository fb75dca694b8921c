import {randomUUID} from 'node:crypto'
import {chmodSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync} from 'node:fs'
import {dirname} from 'node:path'
import {DatabaseSync, type SQLInputValue} from 'node:sqlite'
import {setTimeout} from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely'
import {isObject} from '../../lib/json.ts'
import {messageOf} from '../../lib/messageOf.ts'

/** How long a statement waits while another process writes, in milliseconds. */
const lockTimeout = 10_000
const lockRetryPause = 25

/** Kysely's SQLite dialect on Node's own SQLite. Only the owner may read the file; deleted data is overwritten. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(file: string) {
    const config = {database: async () => openFile(file)}
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new NodeSqliteDriver(this.#config)
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter()
  }
}

/** SQLite supports DDL in transactions, so that a migration is atomic and runs in one process only. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Waits for another process's lock without blocking this one, as SQLite's own busy timeout would. */
class NodeSqliteDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return {
      executeQuery: (query) => executeUnlocked(connection, query),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    }
  }

  /** One that reads before it writes could otherwise fail with SQLITE_BUSY half way; one that only reads holds up nobody. */
  override async beginTransaction(
    connection: DatabaseConnection,
    {accessMode}: TransactionSettings = {},
  ): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(accessMode === 'read only' ? 'begin' : 'begin immediate'))
  }

  /** On a full disk SQLite has rolled back by itself: its error says why, that of a second rollback would not. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!/no transaction is active/.test(messageOf(error))) throw error
    })
  }
}

async function executeUnlocked<Row>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
  const end = performance.now() + lockTimeout
  for (;;) {
    try {
      return await connection.executeQuery(query)
    } catch (error) {
      if (!isLocked(error) || performance.now() > end) throw error
      await setTimeout(lockRetryPause)
    }
  }
}

/** SQLITE_BUSY, in any of its extended forms. */
function isLocked(error: unknown): boolean {
  return isObject(error) && typeof error.errcode === 'number' && (error.errcode & 0xff) === 5
}

/** In bytes. SQLite takes a shorter file for a new database, and removes the log of unfinished writes beside it. */
const shortestDatabase = 512

/**
 * Throws where a database has lost its content.
 *
 * @param file is never made empty: see `makeFile`.
 */
export function refuseEmptied(file: string): void {
  const size = statSync(file, {throwIfNoEntry: false})?.size
  if (size === undefined || size >= shortestDatabase) return
  throw new Error(
    `${file} is empty, so enquiries were lost. Put it back from a backup; if none was ever stored, remove it`,
  )
}

/** Makes an empty database, whole or not at all, and leaves one alone that another process has made meanwhile. */
function makeFile(file: string): void {
  if (existsSync(file)) return
  // SQLite would take what somebody has left of another database for a part of this one.
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${file}-wal.left`)
  rmSync(`${file}-shm`, {force: true})
  const own = `${file}.${randomUUID()}`
  try {
    const database = new DatabaseSync(own)
    try {
      chmodSync(own, 0o600)
      // Writes the first page.
      database.exec('PRAGMA journal_mode = WAL')
    } finally {
      database.close()
    }
    putInPlace(own, file)
  } finally {
    rmSync(own, {force: true})
  }
}

function putInPlace(own: string, file: string): void {
  try {
    linkSync(own, file)
  } catch {
    // There may be no hard links here.
    if (!existsSync(file)) renameSync(own, file)
  }
}

function openFile(file: string): SqliteDatabase {
  mkdirSync(dirname(file), {recursive: true, mode: 0o700})
  chmodSync(dirname(file), 0o700)
  makeFile(file)
  refuseEmptied(file)
  const database = new DatabaseSync(file, {timeout: lockTimeout})
  chmodSync(file, 0o600)
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA foreign_keys = ON;
    PRAGMA busy_timeout = 0;
  `)
  // SQLite has the operator and leaves its meaning to the program.
  database.function('regexp', {deterministic: true}, (pattern, text) =>
    Number(new RegExp(`${pattern}`).test(`${text}`)),
  )
  return {close: () => database.close(), prepare: (sql) => prepare(database, sql)}
}

function prepare(database: DatabaseSync, sql: string): ReturnType<SqliteDatabase['prepare']> {
  const statement = database.prepare(sql)
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(bindable)),
    run: (parameters) => statement.run(...parameters.map(bindable)),
    iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
  }
}

function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  throw new TypeError(`SQLite cannot hold a ${typeof value}`)
}
