/** Reads the state of the database and changes nothing, unlike `openDatabase`, which migrates it. */
import {existsSync, statSync} from 'node:fs'
import {DatabaseSync} from 'node:sqlite'
import {pathToFileURL} from 'node:url'
import {DEFAULT_MIGRATION_TABLE} from 'kysely/migration'
import pg from 'pg'
import {z} from 'zod'
import {migrations} from './migrations.ts'
import {refuseEmptied} from './nodeSqlite.ts'
import type {DatabasePlace} from './openDatabase.ts'

export interface DatabaseState {
  /** Migrations that the database lacks. The site carries them out when it opens it. */
  pending: string[]
  /** Migrations that this version does not know: a newer one has made them. */
  unknown: string[]
  /** A replica, or a database that takes no writes for another reason. */
  readOnly: boolean
  /** How many deliveries have failed by now, and why the last attempt did, most first. */
  failed: {sink: string; problem: string; count: number}[]
}

const selectMigrations = `select name from ${DEFAULT_MIGRATION_TABLE}`
const selectFailed = `select sink, problem, count(*) as count from deliveries
  where state <> 'delivered' and problem is not null group by sink, problem order by count desc, problem`

/** Returns the state of the database; undefined while the embedded one has not been made. */
export async function inspectDatabase({url, file}: DatabasePlace, timeout: number): Promise<DatabaseState | undefined> {
  if (url) return inspectPostgres(url, timeout)
  return existsSync(file) ? inspectFile(file) : undefined
}

async function inspectPostgres(url: string, timeout: number): Promise<DatabaseState> {
  const client = new pg.Client({connectionString: url, connectionTimeoutMillis: timeout, query_timeout: timeout})
  // Without a listener a connection that breaks would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const {rows} = await client.query(
      `select current_setting('transaction_read_only') as mode, to_regclass('${DEFAULT_MIGRATION_TABLE}') is null as empty`,
    )
    const {mode, empty} = rows[0] ?? {}
    const done = empty ? [] : (await client.query(selectMigrations)).rows
    const failed = done.length > 0 ? (await client.query(selectFailed)).rows : []
    return stateOf(done, failed, mode === 'on')
  } finally {
    // Not awaited: a server that hangs never says goodbye.
    client.end().catch(() => {})
  }
}

/**
 * Returns whether the embedded database exists and holds enquiries.
 *
 * @throws Error if it cannot be read.
 */
export function holdsEnquiries(file: string): boolean {
  if (!existsSync(file)) return false
  const database = openReadOnly(file)
  try {
    const isMade = database.prepare(`select 1 from sqlite_schema where name = 'enquiries'`).get() !== undefined
    return isMade && database.prepare('select 1 from enquiries limit 1').get() !== undefined
  } finally {
    database.close()
  }
}

function openReadOnly(file: string): DatabaseSync {
  refuseEmptied(file)
  const address = pathToFileURL(file)
  // Without a log of unfinished writes nobody has it open; `immutable` then leaves no files beside it.
  if (!statSync(`${file}-wal`, {throwIfNoEntry: false})?.size) address.searchParams.set('immutable', '1')
  return new DatabaseSync(address, {readOnly: true, timeout: 1000})
}

function inspectFile(file: string): DatabaseState {
  const database = openReadOnly(file)
  try {
    const check = database.prepare('pragma quick_check(1)').get()?.quick_check
    if (check !== 'ok') throw new Error('the file is damaged')
    const isEmpty = !database.prepare('select 1 from sqlite_schema where name = ?').get(DEFAULT_MIGRATION_TABLE)
    const done = isEmpty ? [] : database.prepare(selectMigrations).all()
    const failed = done.length > 0 ? database.prepare(selectFailed).all() : []
    return stateOf(done, failed, false)
  } finally {
    database.close()
  }
}

const migrationRows = z.array(z.object({name: z.string()}))
const failedRows = z.array(z.object({sink: z.string(), problem: z.string(), count: z.coerce.number()}))

function stateOf(migrated: unknown, failed: unknown, readOnly: boolean): DatabaseState {
  const done = new Set(migrationRows.parse(migrated).map(({name}) => name))
  const known = Object.keys(migrations)
  return {
    pending: known.filter((name) => !done.has(name)),
    unknown: [...done].filter((name) => !known.includes(name)),
    readOnly,
    failed: failedRows.parse(failed),
  }
}
