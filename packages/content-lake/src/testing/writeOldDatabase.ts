import {mkdirSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {DATABASE_FILE} from '../store/openDatabase.ts'

const folder = new URL('oldDatabases/', import.meta.url)

/** Schemas of earlier lakes. Of each there is a database as SQL, which a lake with that schema wrote over its API. */
export const OLD_SCHEMAS: readonly number[] = readdirSync(folder).map((name) => Number(/\d+/.exec(name)?.[0]))

/**
 * Makes the database of an earlier lake in a folder. It was sent the same transactions by each: `created`, `edited` and
 * `edited-more` (`drafts.a`), `published` (`a`), `other` (`b`), `ordered` (both, out of order), `deleted` (`b`). Their
 * time is now: edits that are older than a day may be merged by the lake that opens the database.
 */
export function writeOldDatabase(dir: string, schema: number): void {
  mkdirSync(dir, {recursive: true})
  const database = new DatabaseSync(join(dir, DATABASE_FILE))
  database.exec('PRAGMA journal_mode = WAL')
  database.exec(readFileSync(new URL(`schema${schema}.sql`, folder), 'utf8'))
  database.prepare('UPDATE transactions SET timestamp = ?').run(new Date().toISOString())
  database.close()
}
