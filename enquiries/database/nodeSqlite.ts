import {chmodSync, mkdirSync} from 'node:fs'
import {dirname} from 'node:path'
import {DatabaseSync, type SQLInputValue} from 'node:sqlite'
import {type DialectAdapter, SqliteAdapter, type SqliteDatabase, SqliteDialect} from 'kysely'

/** Kysely's SQLite dialect on Node's own SQLite. Only the owner may read the file; deleted data is overwritten. */
export class NodeSqliteDialect extends SqliteDialect {
  constructor(file: string) {
    super({database: async () => openFile(file)})
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

function openFile(file: string): SqliteDatabase {
  mkdirSync(dirname(file), {recursive: true, mode: 0o700})
  chmodSync(dirname(file), 0o700)
  const database = new DatabaseSync(file, {timeout: 10_000})
  chmodSync(file, 0o600)
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
    PRAGMA foreign_keys = ON;
  `)
  return {close: () => database.close(), prepare: (sql) => prepare(database, sql)}
}

function prepare(database: DatabaseSync, sql: string): ReturnType<SqliteDatabase['prepare']> {
  // A transaction that reads before it writes could otherwise fail with SQLITE_BUSY half way.
  const statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql)
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
