import {setTimeout} from 'node:timers/promises'
import {CamelCasePlugin, type Dialect, type Generated, Kysely, PostgresDialect, type RawBuilder, sql} from 'kysely'
import {DEFAULT_MIGRATION_TABLE, Migrator} from 'kysely/migration'
import pg from 'pg'
import type {Delivery, EnquiryStatus, EnquiryTexts} from '../enquiry.ts'
import {migrations} from './migrations.ts'
import {NodeSqliteDialect} from './nodeSqlite.ts'

export interface EnquiryDatabase {
  query: Kysely<EnquiryTables>
  /** The condition that a text holds a word, in either case. */
  holds: (text: RawBuilder<unknown>, word: string) => RawBuilder<boolean>
  /** Purges deleted rows from the database's files. */
  purge: () => Promise<void>
  close: () => Promise<void>
}

export interface DatabasePlace {
  /** Of a PostgreSQL server. */
  url?: string | undefined
  /** Of the embedded database, used without a URL. */
  file: string
}

/** The tables of `migrations.ts`. Times are milliseconds since 1970; a text that was not given is empty. */
export interface EnquiryTables {
  enquiries: EnquiryTable
  /** Identifies a submission, so that the same one is stored once. */
  submissionKeys: {key: string; enquiryId: string}
  deliveries: DeliveryTable
  /** `arrival` is the theoretical arrival time of the bucket's next request: see `takeToken`. */
  rateLimits: {bucket: string; arrival: number}
  secrets: {name: string; value: string; createdAt: number}
}

interface EnquiryTable extends EnquiryTexts {
  id: string
  createdAt: number
  changedAt: number
  status: EnquiryStatus
  /** Written by the staff. */
  note: Generated<string>
  locale: string
}

interface DeliveryTable {
  id: string
  enquiryId: string
  sink: string
  state: Delivery['state']
  attempts: Generated<number>
  createdAt: number
  /** Not before this time. */
  nextAt: number
  /** The worker that holds the delivery, and until when no other takes it. */
  lease: string | null
  leasedUntil: Generated<number>
  /** Why the last attempt failed, without personal data of the visitor. */
  problem: string | null
  /** Recipients who have got it while others were refused, one a line. */
  reached: Generated<string>
}

/** Opens the database and migrates it to the latest schema. What a newer release has migrated stays, and is used as it is. */
export async function openDatabase({url, file}: DatabasePlace, known = migrations): Promise<EnquiryDatabase> {
  const {dialect, holds, purge} = url ? postgres(url) : sqlite(file)
  const query = new Kysely<EnquiryTables>({dialect, plugins: [new CamelCasePlugin()]})
  try {
    // Kysely refuses a database with migrations that it is not given, so after a rollback it gets their names.
    const done = Object.fromEntries((await migrationsIn(query)).map(({name}) => [name, {up: async () => {}}]))
    const provider = {getMigrations: async () => ({...done, ...known})}
    const {error} = await new Migrator({db: query, provider, allowUnorderedMigrations: true}).migrateToLatest()
    if (error) throw error
  } catch (error) {
    await query.destroy()
    throw error
  }
  return {query, holds, purge: () => purge(query), close: () => query.destroy()}
}

/** Returns whether the database takes a write, which changes nothing that anybody reads. */
export async function takesWrites({query}: EnquiryDatabase, now: number): Promise<boolean> {
  try {
    await query
      .insertInto('rateLimits')
      .values({bucket: 'trial', arrival: now})
      .onConflict((conflict) => conflict.column('bucket').doUpdateSet({arrival: now}))
      .execute()
    return true
  } catch {
    return false
  }
}

async function migrationsIn(database: Kysely<EnquiryTables>): Promise<{name: string}[]> {
  const tables = await database.introspection.getTables({withInternalKyselyTables: true})
  if (!tables.some(({name}) => name === DEFAULT_MIGRATION_TABLE)) return []
  return (await sql<{name: string}>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(database)).rows
}

/** Everything that differs between the embedded database and PostgreSQL. */
interface DatabaseKind {
  dialect: Dialect
  holds: EnquiryDatabase['holds']
  purge: (database: Kysely<EnquiryTables>) => Promise<void>
}

function sqlite(file: string): DatabaseKind {
  return {
    dialect: new NodeSqliteDialect(file),
    // A JavaScript function would hold up the whole site: for some thousand long enquiries, by seconds. So it is asked
    // only about what holds the word but for the case of some letters.
    holds: (text, word) => {
      const patterns = likePatterns(word).map((pattern) => sql<boolean>`(${text}) like ${pattern} escape '\\'`)
      const like = sql<boolean>`(${sql.join(patterns, sql` or `)})`
      return hasAsciiCases(word) ? like : sql`case when ${like} then (${text}) regexp ${inAnyCase(word)} else false end`
    },
    // Where SQLite moves rows to another page it leaves what was on the first, in spite of `secure_delete`, so every page
    // is written anew. The checkpoint empties the write-ahead log.
    purge: async (database) => {
      try {
        await sql`vacuum`.execute(database)
      } finally {
        await sql`pragma wal_checkpoint(truncate)`.execute(database)
      }
    },
  }
}

function postgres(url: string): DatabaseKind {
  // Counts and times fit into a number; the driver would return them as text.
  const types: pg.CustomTypesConfig = {
    getTypeParser: (id, format) =>
      id === pg.types.builtins.INT8 ? (value: string) => Number(value) : pg.types.getTypeParser(id, format),
  }
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: 10,
    connectionTimeoutMillis: longestWait,
    // Another instance may wait for the connection.
    idleTimeoutMillis: 1000,
  })
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', () => {})
  return {
    dialect: new PostgresDialect({
      pool: {options: pool.options, connect: () => connectWhenFree(pool), end: () => pool.end()},
    }),
    holds: (text, word) => sql`(${text}) ~ ${inAnyCase(word)}`,
    purge: async (database) => {
      await sql`vacuum enquiries, deliveries, submission_keys`.execute(database)
    },
  }
}

/** Whether a word has no letters in two cases but those of ASCII, the only ones whose cases SQLite knows. Chinese has none. */
const hasAsciiCases = (word: string): boolean =>
  [...word].every((letter) => letter <= '\x7f' || letter.toUpperCase() === letter.toLowerCase())

/**
 * Patterns of LIKE for a word, of which one fits where the word is: its first letter whose cases SQLite does not know in each
 * of them, and anything for the others.
 */
function likePatterns(word: string): string[] {
  const letters = [...word]
  const first = letters.findIndex((letter) => !hasAsciiCases(letter))
  return formsOf(letters[first] ?? '').map((form) => {
    const parts = letters.map((letter, index) => {
      if (hasAsciiCases(letter)) return letter.replace(/[%_\\]/, '\\$&')
      return index === first ? form : '%'
    })
    return `%${parts.join('')}%`
  })
}

/** A letter in either case, which may be two: `ß`, `SS`, `ss`. */
function formsOf(letter: string): string[] {
  const upper = letter.toUpperCase()
  return [...new Set([letter, upper, letter.toLowerCase(), upper.toLowerCase()])]
}

/** A regular expression for a word in any case, spelled out: not every database knows the cases of other letters than ASCII. */
function inAnyCase(word: string): string {
  const letters = [...word].map((letter) => {
    const forms = formsOf(letter).map((form) => form.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&'))
    return `(?:${forms.join('|')})`
  })
  return letters.join('')
}

/** How long a visitor waits for a connection to PostgreSQL, in milliseconds. */
const longestWait = 10_000
const retryPause = 100
/** PostgreSQL's code where the server, the database or the user has all the connections that it may have. */
const tooManyConnections = '53300'

async function connectWhenFree(pool: pg.Pool): Promise<pg.PoolClient> {
  const end = performance.now() + longestWait
  for (;;) {
    try {
      return await pool.connect()
    } catch (error) {
      const isFull = error instanceof Error && 'code' in error && error.code === tooManyConnections
      if (!isFull || performance.now() > end) throw error
      // From now on they share those that there are.
      pool.options.max = Math.max(1, pool.totalCount)
      await setTimeout(retryPause)
    }
  }
}
