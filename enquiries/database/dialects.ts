/** All that differs between the embedded database and PostgreSQL. */
import {type Dialect, type Kysely, PostgresDialect, sql} from 'kysely'
import pg from 'pg'
import {NodeSqliteDialect} from './nodeSqlite.ts'
import type {EnquiryTables} from './tables.ts'

export interface DatabaseKind {
  dialect: Dialect
  /** Makes sure that nothing is left of what has been erased. */
  afterErasing: (database: Kysely<EnquiryTables>) => Promise<void>
}

/** PostgreSQL where there is an address, else the embedded database in a file. */
export function databaseKind({url, file}: {url?: string | undefined; file: string}): DatabaseKind {
  return url ? postgres(url) : sqlite(file)
}

function sqlite(file: string): DatabaseKind {
  return {
    dialect: new NodeSqliteDialect(file),
    // The pages themselves are overwritten (secure_delete); this empties the log in front of them.
    afterErasing: async (database) => void (await sql`pragma wal_checkpoint(truncate)`.execute(database)),
  }
}

function postgres(url: string): DatabaseKind {
  // Counts and times fit into a number; the driver would hand them over as text.
  const types: pg.CustomTypesConfig = {
    getTypeParser: (id, format) =>
      id === pg.types.builtins.INT8 ? (value: string) => Number(value) : pg.types.getTypeParser(id, format),
  }
  const pool = new pg.Pool({connectionString: url, types, max: 10, connectionTimeoutMillis: 10_000})
  // An idle connection that breaks is replaced at the next query; unheard, its error would end the process.
  pool.on('error', () => {})
  return {
    dialect: new PostgresDialect({pool}),
    afterErasing: async (database) => {
      await sql`vacuum enquiries, deliveries, submission_keys`.execute(database)
    },
  }
}
